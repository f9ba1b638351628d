#include <gtest/gtest.h>

#include <cstdio>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "bench/workloads/subject.hpp"

namespace cardume {
namespace {

using bench::WorkloadKind;

/// Small enough for a test.
std::uint32_t small(const WorkloadKind& kind) {
  const std::string name = kind.name;
  if (name == "worldgen" || name == "fields") return 64;
  return name == "rts_map" ? 60 : 400;
}

std::vector<std::uint64_t> hashes(const WorkloadKind& kind, const bench::WorkloadSetup& setup, int steps) {
  auto running = bench::start_workload(kind.name, setup);
  EXPECT_TRUE(running) << kind.name << ": " << running.error().message;
  std::vector<std::uint64_t> seen;
  for (int i = 0; running && i < steps; ++i) {
    running->work->step();
    seen.push_back(running->work->hash());
  }
  return seen;
}

TEST(Workloads, ComeToTheSameOnEveryThreadCountAndInstructionSet) {
  for (const WorkloadKind& kind : bench::workloads()) {
    const std::vector<std::uint64_t> expected = hashes(kind, {small(kind), 1, "scalar"}, 4);
    EXPECT_EQ(hashes(kind, {small(kind), 2, ""}, 4), expected) << kind.name;
    EXPECT_EQ(hashes(kind, {small(kind), 1, instruction_sets().back()}, 4), expected) << kind.name;
  }
}

TEST(Workloads, EveryStepComesToSomethingElse) {
  for (const WorkloadKind& kind : bench::workloads()) {
    const std::vector<std::uint64_t> seen = hashes(kind, {small(kind), 1, ""}, 4);
    EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), 4u) << kind.name;
  }
}

TEST(Workloads, HaveAsManyItemsAsTheirSizeAsksFor) {
  for (const WorkloadKind& kind : bench::workloads()) {
    const auto running = bench::start_workload(kind.name, {small(kind), 1, ""});
    ASSERT_TRUE(running) << kind.name;
    const std::uint64_t size = small(kind);
    EXPECT_EQ(running->work->items(), std::string(kind.item) == "cell" ? size * size : size) << kind.name;
  }
}

TEST(Workloads, TimesAreOfTheStepAlone) {
  const auto running = bench::start_workload("flock", {400, 1, ""});
  ASSERT_TRUE(running);
  const bench::StepTime time = running->work->step();
  std::uint64_t stages = 0;
  for (const std::uint64_t ns : running->work->report()->stage_ns) stages += ns;
  EXPECT_GE(time.wall_ns, stages);
  EXPECT_GT(time.cpu_ns, 0u);
}

TEST(Workloads, WhatCannotBeHadIsRefusedByName) {
  const auto unknown = bench::start_workload("flight", {});
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("\"flight\""), std::string::npos);
  EXPECT_NE(unknown.error().message.find("flock"), std::string::npos);
  const auto crowded = bench::start_workload("flock", {400, 4096, ""});
  ASSERT_FALSE(crowded);
  EXPECT_NE(crowded.error().message.find("threads"), std::string::npos);
  EXPECT_FALSE(bench::start_workload("flock", {400, 1, "mmx"}));
}

/// What the other side of the protocol answers to these lines.
std::vector<std::string> answers(const std::string& lines) {
  std::FILE* const in = std::tmpfile();
  std::FILE* const out = std::tmpfile();
  std::fputs(lines.c_str(), in);
  std::rewind(in);
  EXPECT_EQ(bench::serve(in, out), 0);
  std::rewind(out);
  std::vector<std::string> all;
  char line[4096];
  while (std::fgets(line, sizeof line, out)) all.emplace_back(line);
  std::fclose(in);
  std::fclose(out);
  return all;
}

TEST(Workloads, AnswerOverAPipe) {
  const std::vector<std::string> said =
      answers("step\nopen flock 400 1 best\nstep\nopen flight 1 1 best\nopen flock\n");
  ASSERT_EQ(said.size(), 5u);
  EXPECT_TRUE(said[0].starts_with("error: ")) << said[0];
  EXPECT_TRUE(said[1].starts_with("ok 400 spawn terrain fields bucket ")) << said[1];
  EXPECT_TRUE(said[3].starts_with("error: no workload")) << said[3];
  EXPECT_TRUE(said[4].starts_with("error: expected open")) << said[4];
  std::istringstream step(said[2]);
  std::uint64_t wall = 0, cpu = 0, hash = 0, ns = 0, stages = 0;
  step >> wall >> cpu >> std::hex >> hash >> std::dec;
  EXPECT_EQ(hash, hashes(*bench::find_workload("flock"), {400, 1, ""}, 1)[0]);
  while (step >> ns) ++stages;
  EXPECT_EQ(stages, kStageCount);
}

}  // namespace
}  // namespace cardume
