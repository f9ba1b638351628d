#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/tools/program.hpp"
#include "tests/tools/scratch_folder.hpp"
#include "tools/scenario/file_io.hpp"
#include "tools/scenario/image.hpp"

namespace cardume {
namespace {

using testing::Outcome;
using testing::run;

class CommandLine : public testing::ScratchFolder {};

TEST_F(CommandLine, AnswersHelpAndVersion) {
  EXPECT_EQ(run("--help").code, 0);
  EXPECT_EQ(run("run --help").code, 0);
  const Outcome version = run("--version");
  EXPECT_EQ(version.code, 0);
  EXPECT_TRUE(version.text.starts_with("cardume ")) << version.text;
}

TEST_F(CommandLine, ListsScenarios) {
  const Outcome outcome = run("scenarios");
  EXPECT_EQ(outcome.code, 0);
  for (const char* name : {"flock", "horde", "map", "mixed", "school3d"})
    EXPECT_NE(outcome.text.find(name), std::string::npos) << name;
}

TEST_F(CommandLine, UsageErrorsExitWithOne) {
  for (const char* arguments :
       {"", "fly", "run", "run flock --ticks", "run flock --ticks -1", "run flock --agents x",
        "run flock --ticks 1 --seconds 1", "run flock --wrong", "run flock --seconds nan", "run flock --seconds inf",
        "run flock --seed 18446744073709551616", "run flock --seed -1", "run flock --seed 0x1", "field", "field a.map",
        "field a.map --goal x", "field a.map --scen x --goal 1,1 --png y"})
    EXPECT_EQ(run(arguments).code, 1) << arguments;
}

TEST_F(CommandLine, BadInputExitsWithTwo) {
  ASSERT_EQ(::mkfifo(path("pipe.toml").c_str(), 0600), 0);
  const std::string wrong = put("wrong.toml", "agents = 5\nagnets = 6\n");
  const Outcome outcome = run("run " + wrong);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.text.find("wrong.toml:2:1: unknown key agnets"), std::string::npos) << outcome.text;
  const std::vector<std::string> refused{"run nowhere",
                                         "run " + path(""),
                                         "run " + path("pipe.toml"),
                                         "run /dev/zero",
                                         "run map",
                                         "run map --map /dev/zero",
                                         "run map --map " + path(""),
                                         "run school3d --map " + wrong,
                                         "run flock --set x=1",
                                         "run flock --simd mmx --ticks 1",
                                         "run flock --ticks 1 --agents 10 --json /dev/full",
                                         "run flock --seconds 1000000 --set tick_rate=1000000",
                                         "field /dev/zero --scen x",
                                         "field " + wrong + " --scen " + wrong};
  for (const std::string& arguments : refused) {
    const Outcome refusal = run(arguments);
    EXPECT_EQ(refusal.code, 2) << arguments << "\n" << refusal.text;
    EXPECT_TRUE(refusal.text.find("cardume: ") != std::string::npos) << refusal.text;
  }
}

TEST_F(CommandLine, RefusesOutputsBeforeItRuns) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const std::string map = put("a.map", "type octile\nheight 1\nwidth 4\nmap\n....\n");
  for (const std::string& bad : {path("absent/a"), path(""), path("pipe")}) {
    for (const char* option : {"--json ", "--hash-log ", "--png "}) {
      // A run of that length would take days.
      const Outcome outcome = run("run flock --ticks 1000000000 " + (option + bad));
      EXPECT_EQ(outcome.code, 2) << option << bad;
      EXPECT_NE(outcome.text.find("cardume: " + bad + ": "), std::string::npos) << outcome.text;
    }
    EXPECT_EQ(run("field " + map + " --goal 3,0 --png " + bad).code, 2) << bad;
  }
  for (const char* fine : {"/dev/null", "/dev/stdout", "/dev/stderr"})
    EXPECT_EQ(run(std::string("run flock --ticks 1 --agents 10 --json ") + fine).code, 0) << fine;
}

TEST_F(CommandLine, SaysWhenStdoutIsLost) {
  for (const char* arguments :
       {"scenarios", "run flock --ticks 1 --agents 10", "--help", "run flock --ticks 1 --agents 10 --json -"}) {
    const Outcome outcome = run(std::string(arguments) + " >/dev/full");
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_NE(outcome.text.find("cardume: "), std::string::npos) << outcome.text;
  }
}

TEST_F(CommandLine, TakesTheLargestSeedAndAnyFileName) {
  const std::string scenario = put("caf\xE9.toml", "agents = 10\n");
  const Outcome outcome = run("run " + scenario + " --ticks 1 --seed 18446744073709551615 --json " + path("a.json"));
  EXPECT_EQ(outcome.code, 0) << outcome.text;
  EXPECT_NE(read_file(path("a.json"))->find("\"seed\": 18446744073709551615"), std::string::npos);
}

TEST_F(CommandLine, WritesReportHashesAndPicture) {
  const std::string files =
      " --json " + path("a.json") + " --hash-log " + path("a.log") + " --width 200 --png " + path("a.png");
  const Outcome outcome = run("run horde --ticks 5 --agents 200 --threads 1" + files);
  ASSERT_EQ(outcome.code, 0) << outcome.text;
  const std::string json = *read_file(path("a.json")), log = *read_file(path("a.log"));
  EXPECT_NE(json.find("\"schema\": \"cardume.run/1\""), std::string::npos);
  EXPECT_EQ(std::ranges::count(log, '\n'), 5);
  const std::string last = log.substr(log.size() - 17, 16);
  EXPECT_NE(json.find(last), std::string::npos);
  EXPECT_NE(outcome.text.find(last), std::string::npos);
  EXPECT_TRUE(decode_png(*read_file(path("a.png")), "a.png"));
  const Outcome again = run("run horde --ticks 5 --agents 200 --threads 2 --hash-log " + path("b.log"));
  ASSERT_EQ(again.code, 0) << again.text;
  EXPECT_EQ(*read_file(path("b.log")), log);
}

TEST_F(CommandLine, ReportsBodies) {
  const Outcome outcome =
      run("run heavy --ticks 20 --agents 60 --set species.sheep.body.radius=0.5 --json " + path("a.json"));
  ASSERT_EQ(outcome.code, 0) << outcome.text;
  for (const char* line : {"  events      60 spawned", "  states      ", "  overlaps    "})
    EXPECT_NE(outcome.text.find(line), std::string::npos) << outcome.text;
  const std::string json = *read_file(path("a.json"));
  for (const char* key : {"\"spawned\": 60", "\"arrived_partial\": ", "\"deepest\": "})
    EXPECT_NE(json.find(key), std::string::npos) << json;
  const Outcome points = run("run flock --ticks 2 --agents 60 --json " + path("b.json"));
  EXPECT_EQ(points.text.find("states"), std::string::npos) << points.text;
  EXPECT_NE(read_file(path("b.json"))->find("\"overlaps\": null"), std::string::npos);
}

TEST_F(CommandLine, DrawsAPartOfTheWorldWhenItIsAsked) {
  const std::string line = "run arrival --seconds 0.5 --agents 40 --width 300 --png " + path("a.png");
  ASSERT_EQ(run(line + " --view 10,10,40,30 --png-at 0.1,0.4,0").code, 0);
  const Result<Image> part = decode_png(*read_file(path("a.png")), "a.png");
  ASSERT_TRUE(part) << part.error().message;
  EXPECT_EQ(part->width, 300u);
  EXPECT_EQ(part->height, 200u);
  ASSERT_EQ(run(line).code, 0);
  const Result<Image> whole = decode_png(*read_file(path("a.png")), "a.png");
  EXPECT_EQ(whole->height, 200u);
  EXPECT_NE(whole->pixels, part->pixels);
  ASSERT_EQ(run(line + " --png-at 0.5").code, 0);
  EXPECT_EQ(decode_png(*read_file(path("a.png")), "a.png")->pixels, whole->pixels);
}

TEST_F(CommandLine, RefusesPicturesOfWhatIsNotThere) {
  const std::string line = " --seconds 0.5 --agents 10 --png " + path("a.png");
  for (const char* options : {"run arrival --png-at 0.6", "run arrival --view 0,0,97,10", "run arrival --view -1,0,9,9",
                              "run arrival --view 5,5,5,9", "run school3d --view 1,1,2,2"}) {
    const Outcome outcome = run(options + line);
    EXPECT_EQ(outcome.code, 2) << options << outcome.text;
    EXPECT_TRUE(outcome.text.starts_with("cardume: --")) << outcome.text;
  }
  for (const char* options : {"--png-at nan", "--png-at -1", "--png-at x", "--view 1,2,3", "--view 1,2,3,nan"})
    EXPECT_EQ(run("run arrival " + (options + line)).code, 1) << options;
  EXPECT_EQ(run("run arrival --ticks 1 --png-at 0").code, 1);
  EXPECT_EQ(run("run arrival --ticks 1 --view 1,1,2,2").code, 1);
}

}  // namespace
}  // namespace cardume
