#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cfenv>
#include <string>

#include "tests/support/scenes.hpp"
#include "tests/support/thread_pool.hpp"

namespace cardume::testing {
namespace {

constexpr std::uint32_t kTicks = 90;

/// A scene and the hash of its last state: on every machine, compiler, instruction set and number of threads. A change
/// here is a change of kSimVersion.
struct Golden {
  Scene scene;
  std::uint64_t hash;
};

const Golden& golden(std::size_t i) {
  static const Golden all[] = {{flock_scene(2), 11320117568898172896u},
                               {flock_scene(3), 12707235260564764771u},
                               {mixed_scene(), 4207304127406951407u},
                               {crowd_scene(), 4129900461682416472u}};
  return all[i];
}

class Determinism : public ::testing::TestWithParam<std::size_t> {
 protected:
  const Scene& scene() const { return golden(GetParam()).scene; }

  void expect_golden(const Scene& scene, Scheduler& scheduler, const std::string& what) const {
    EXPECT_EQ(run(scene, scheduler, kTicks).back(), golden(GetParam()).hash) << what;
  }
};

TEST_P(Determinism, B37_GoldenHashOnAnyNumberOfThreads) {
  const tbb::global_control more_threads(tbb::global_control::max_allowed_parallelism, 16);
  expect_golden(scene(), *make_serial_scheduler(), "serial");
  for (std::uint32_t workers : {1u, 2u, 3u, 8u, 16u})
    expect_golden(scene(), *make_tbb_scheduler(workers), "tbb " + std::to_string(workers));
}

TEST_P(Determinism, B37_GoldenHashOnTheHostsThreads) {
  ThreadPool pool(3);
  expect_golden(scene(), *make_host_scheduler(pool.callbacks()), "host");
}

TEST_P(Determinism, B37_GoldenHashOnEveryInstructionSet) {
  Scene forced = scene();
  for (const char* set : instruction_sets()) {
    forced.desc.instruction_set = set;
    expect_golden(forced, *make_serial_scheduler(), set);
  }
}

TEST_P(Determinism, HashesAreEqualAtEveryTickAndNeverRepeat) {
  const auto serial = run(scene(), *make_serial_scheduler(), kTicks);
  EXPECT_EQ(serial, run(scene(), *make_tbb_scheduler(2), kTicks));
  for (std::size_t i = 1; i < serial.size(); ++i) EXPECT_NE(serial[i], serial[i - 1]);
}

TEST_P(Determinism, TheHostsRoundingModeNeitherMattersNorChanges) {
  std::fesetround(FE_UPWARD);
  expect_golden(scene(), *make_serial_scheduler(), "rounding upward");
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
  std::fesetround(FE_TONEAREST);
}

INSTANTIATE_TEST_SUITE_P(Scenes, Determinism, ::testing::Range<std::size_t>(0, 4),
                         [](const auto& test) { return std::string(golden(test.param).scene.name); });

TEST(Observation, B36_LookingChangesNothing) {
  const Scene scene = mixed_scene();
  const auto scheduler = make_serial_scheduler();
  World looked_at = build(scene, *scheduler), left_alone = build(scene, *scheduler);
  for (int tick = 0; tick < 20; ++tick) {
    for (std::uint32_t row = 0; row < looked_at.count(); ++row) EXPECT_EQ(looked_at.row_of(looked_at.id_at(row)), row);
    EXPECT_EQ(looked_at.positions(0).size(), looked_at.count());
    EXPECT_EQ(looked_at.field(GoalId{1}) == nullptr, tick < 4);
    EXPECT_EQ(looked_at.tick().state_hash, left_alone.tick().state_hash);
  }
}

}  // namespace
}  // namespace cardume::testing
