#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/tools/program.hpp"
#include "tests/tools/scratch_folder.hpp"

namespace cardume {
namespace {

using testing::Outcome;
using testing::run;

class CommandLinePerf : public testing::ScratchFolder {
 protected:
  std::string text_of(const std::string& file) const {
    const auto text = read_file(path(file));
    return text ? *text : std::string();
  }

  /// A program that answers every step by the same times.
  std::string fake(const std::string& name, int ns, const std::string& hash = "abc") const {
    const std::string script =
        put(name, "#!/bin/sh\nread line\necho ok 100 rules\nwhile read line; do echo " + std::to_string(ns) + " " +
                      std::to_string(ns) + " " + hash + " " + std::to_string(ns) + "; done\n");
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    return script;
  }

  static constexpr const char* kSmall = "bench --workload flock,fields --agents 64 --repeat 2 --steps 5 ";
};

TEST_F(CommandLinePerf, BenchWritesEveryFormat) {
  const Outcome outcome =
      run(kSmall + std::string("--json ") + path("a.json") + " --google-json " + path("g.json") + " --action-json " +
          path("n.json") + " --markdown " + path("m.md") + " --junit " + path("j.xml") + " --html " + path("h.html") +
          " --trace " + path("t.pftrace") + " --chrome-trace " + path("t.json"));
  ASSERT_EQ(outcome.code, 0) << outcome.text;
  EXPECT_NE(outcome.text.find("flock/64/threads:1/"), std::string::npos) << outcome.text;
  const auto json = nlohmann::json::parse(text_of("a.json"));
  ASSERT_EQ(json["cases"].size(), 2u);
  EXPECT_EQ(json["cases"][0]["all_ns"].size(), 10u);
  EXPECT_EQ(json["cases"][0]["step_ns"].size(), 5u);
  EXPECT_EQ(json["cases"][0]["memory"]["allocations"], 0);
  EXPECT_EQ(nlohmann::json::parse(text_of("g.json"))["benchmarks"].size(), 20u);
  EXPECT_EQ(nlohmann::json::parse(text_of("n.json")).size(), 2u);
  EXPECT_GT(nlohmann::json::parse(text_of("t.json"))["traceEvents"].size(), 20u);
  for (const char* file : {"m.md", "j.xml", "h.html", "t.pftrace"}) EXPECT_FALSE(text_of(file).empty()) << file;
}

TEST_F(CommandLinePerf, BenchComesToTheSameHashEveryTime) {
  std::string hashes[2];
  for (std::string& hash : hashes) {
    ASSERT_EQ(run(kSmall + std::string("--json ") + path("a.json")).code, 0);
    hash = nlohmann::json::parse(text_of("a.json"))["cases"][0]["state_hash"];
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST_F(CommandLinePerf, BudgetsThatAreExceededExitWithThree) {
  const std::string kept = put("kept.toml", "[[budget]]\nworkload = \"flock\"\nallocations = 0\nbytes = 1e6\n");
  const std::string over = put("over.toml", "[[budget]]\nworkload = \"flock\"\nbytes = 1\n");
  const std::string none = put("none.toml", "[[budget]]\nworkload = \"horde\"\nbytes = 1\n");
  const std::string wrong = put("wrong.toml", "[[budget]]\nworkload = \"flock\"\nbites = 1\n");
  EXPECT_EQ(run(kSmall + ("--budget " + kept)).code, 0);
  const Outcome exceeded = run(kSmall + ("--budget " + over));
  EXPECT_EQ(exceeded.code, 3);
  EXPECT_NE(exceeded.text.find("OVER   flock/64/threads:1/"), std::string::npos) << exceeded.text;
  EXPECT_EQ(run(kSmall + ("--budget " + none)).code, 2);
  const Outcome refused = run(kSmall + ("--budget " + wrong));
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.text.find("wrong.toml:3:1: "), std::string::npos) << refused.text;
}

TEST_F(CommandLinePerf, BenchRefusesBeforeItMeasures) {
  for (const char* arguments : {"bench --workload flight", "bench --filter '('", "bench --filter nowhere",
                                "bench --simd mmx", "bench --base nowhere.json", "bench --history nowhere.json",
                                "bench --html /nowhere/h.html", "bench --workload flock --threads 4000"})
    EXPECT_EQ(run(arguments).code, 2) << arguments;
  for (const char* arguments :
       {"bench --repeat 0", "bench --agents x", "ab", "ab --base x", "compare a", "count --steps 0"})
    EXPECT_EQ(run(arguments).code, 1) << arguments;
}

TEST_F(CommandLinePerf, AbSaysByItsExitCodeWhatItFound) {
  const std::string base = fake("base", 1000), slow = fake("slow", 1060), other = fake("other", 1000, "abd");
  const std::string options = " --workload flock --agents 100 --rounds 2 --max-rounds 2 --steps 5 --warm 0";
  EXPECT_EQ(run("ab --base " + base + " --head " + fake("same", 1000) + options).code, 0);
  const Outcome slower = run("ab --base " + base + " --head " + slow + options + " --json - 2>/dev/null");
  EXPECT_EQ(slower.code, 3);
  const auto json = nlohmann::json::parse(slower.text);
  EXPECT_EQ(json["trials"][0]["verdict"], "regression");
  EXPECT_NEAR(json["trials"][0]["ratio"]["of_minima"].get<double>(), 1.06, 1e-9);
  EXPECT_EQ(run("ab --base " + slow + " --head " + base + options).code, 0);  // An improvement.
  EXPECT_EQ(run("ab --base " + base + " --head " + other + options).code, 5);
  EXPECT_EQ(run("ab --base " + base + " --head " + other + options + " --allow-different-results").code, 0);
  EXPECT_EQ(run("ab --base " + base + " --head " + slow + options + " --threshold 50").code, 0);
  EXPECT_EQ(run("ab --base " + base + " --head /nowhere" + options).code, 2);
}

TEST_F(CommandLinePerf, AbRunsProgramsAndLibrariesOfThisBuild) {
  const std::string options = " --workload flock --agents 100 --rounds 2 --max-rounds 2 --steps 5";
  const Outcome outcome = run("ab --base " CARDUME_PROGRAM " --head " CARDUME_SUBJECT + options +
                              " --threshold 1000 --json " + path("v.json"));
  ASSERT_EQ(outcome.code, 0) << outcome.text;
  const auto trial = nlohmann::json::parse(text_of("v.json"))["trials"][0];
  EXPECT_EQ(trial["items"], 100);
  EXPECT_FALSE(trial.contains("mismatch"));
  EXPECT_EQ(run("ab --base " CARDUME_PROGRAM " --head " CARDUME_SUBJECT + options).text.find("different results"),
            std::string::npos);
}

TEST_F(CommandLinePerf, CompareReadsWhatBenchWrites) {
  ASSERT_EQ(run(kSmall + std::string("--json ") + path("a.json") + " --google-json " + path("g.json")).code, 0);
  const Outcome same = run("compare " + path("a.json") + " " + path("g.json"));
  EXPECT_EQ(same.code, 0) << same.text;
  EXPECT_NE(same.text.find("flock/64/threads:1/"), std::string::npos) << same.text;
  auto slower = nlohmann::json::parse(text_of("a.json"));
  for (auto& one : slower["cases"])
    for (auto& ns : one["all_ns"]) ns = ns.get<std::uint64_t>() * 3;
  put("slow.json", slower.dump());
  EXPECT_EQ(run("compare " + path("a.json") + " " + path("slow.json")).code, 3);
  EXPECT_EQ(run("compare " + path("slow.json") + " " + path("a.json")).code, 0);
  put("broken.json", "{\"schema\": 1}");
  EXPECT_EQ(run("compare " + path("a.json") + " " + path("broken.json")).code, 2);
}

TEST_F(CommandLinePerf, CountIsTheSameTwice) {
  if (std::system("command -v valgrind >/dev/null") != 0) GTEST_SKIP() << "valgrind is not installed";
  const std::string counted = "count --workload flock --agents 200 --simd scalar --steps 2 ";
  ASSERT_EQ(run(counted + "--json " + path("a.json")).code, 0);
  const auto first = nlohmann::json::parse(text_of("a.json"))["counts"][0];
  EXPECT_GT(first["instructions_per_item"].get<double>(), 100);
  EXPECT_EQ(first["stages"][0]["name"], "rules");
  EXPECT_EQ(run(counted + "--base " + path("a.json") + " --tolerance 0.1").code, 0);
  auto fewer = nlohmann::json::parse(text_of("a.json"));
  fewer["counts"][0]["instructions_per_item"] = first["instructions_per_item"].get<double>() * 0.98;
  put("fewer.json", fewer.dump());
  EXPECT_EQ(run(counted + "--base " + path("fewer.json")).code, 3);
  EXPECT_EQ(run("count --workload flight").code, 2);
}

}  // namespace
}  // namespace cardume
