#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cfenv>
#include <map>
#include <set>
#include <string>

#include "tests/support/scenes.hpp"
#include "tests/support/thread_pool.hpp"

namespace cardume::testing {
namespace {

constexpr std::uint32_t kTicks = 90;

/// A scene and the hash of its last state: on every machine, compiler, instruction set and number of threads. A change
/// here is a change of sim_version().
struct Golden {
  Scene scene;
  std::uint64_t hash;
};

const Golden& golden(std::size_t i) {
  static const Golden all[] = {
      {flock_scene(2), 6530308442315536750u},
      {flock_scene(3), 9531076725536754564u},
      {mixed_scene(), 15178400812595748557u},
      {crowd_scene(), 15519809229562395328u},
      {bodies_scene(), 16297731681267428429u},
      {balls_scene(), 12741253622735065364u},
      {hunt_scene(2), 9804153034324526708u},
      {hunt_scene(3), 9742404833263093955u},
      {ways_scene(Metric::kOctile), 5108773430485872225u},
      {ways_scene(Metric::kEikonal), 1866949867831368485u},
      {tiles_scene(), 15175483985522302504u},
  };
  return all[i];
}

class Determinism : public ::testing::TestWithParam<std::size_t> {
 protected:
  const Scene& scene() const { return golden(GetParam()).scene; }

  void expect_golden(const Scene& scene, Scheduler& scheduler, const std::string& what) const {
    EXPECT_EQ(run(scene, scheduler, kTicks).back(), golden(GetParam()).hash) << what;
  }
};

TEST_P(Determinism, B37_GoldenHashOnTheSerialScheduler) { expect_golden(scene(), *make_serial_scheduler(), "serial"); }

TEST_P(Determinism, B37_GoldenHashOnTheHostsThreads) {
  ThreadPool pool(3);
  expect_golden(scene(), *make_host_scheduler(pool.callbacks()), "host");
}

TEST_P(Determinism, B37_GoldenHashOnAnyNumberOfTbbThreads) {
  const tbb::global_control more_threads(tbb::global_control::max_allowed_parallelism, 16);
  for (std::uint32_t workers : {1u, 2u, 3u, 8u, 16u})
    expect_golden(scene(), *make_tbb_scheduler(workers), "tbb " + std::to_string(workers));
}

TEST_P(Determinism, B37_GoldenHashOnTheSerialSchedulerWithEveryInstructionSet) {
  Scene forced = scene();
  for (const char* set : instruction_sets()) {
    forced.desc.instruction_set = set;
    expect_golden(forced, *make_serial_scheduler(), set);
  }
}

TEST_P(Determinism, HashesOnTbbEqualThoseOfOneThreadAtEveryTick) {
  EXPECT_EQ(run(scene(), *make_tbb_scheduler(2), kTicks), run(scene(), *make_serial_scheduler(), kTicks));
}

TEST_P(Determinism, NoHashComesTwiceOnTheSerialScheduler) {
  const auto hashes = run(scene(), *make_serial_scheduler(), kTicks);
  EXPECT_EQ(std::set<std::uint64_t>(hashes.begin(), hashes.end()).size(), kTicks);
}

/// The host's rounding mode for as long as this lives.
class Rounding {
 public:
  explicit Rounding(int mode) { std::fesetround(mode); }
  ~Rounding() { std::fesetround(FE_TONEAREST); }
  Rounding(const Rounding&) = delete;
  Rounding& operator=(const Rounding&) = delete;
};

/// What each rounding mode yields from creating the world on, and whether it is still in force at the end.
void expect_the_same_in_every_rounding_mode(const Scene& scene) {
  const auto expected = run(scene, *make_serial_scheduler(), kTicks);
  for (int mode : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    const Rounding rounding(mode);
    EXPECT_EQ(run(scene, *make_serial_scheduler(), kTicks), expected) << "mode " << mode;
    EXPECT_EQ(std::fegetround(), mode);
  }
}

TEST_P(Determinism, TheHostsRoundingModeNeitherMattersNorChanges) { expect_the_same_in_every_rounding_mode(scene()); }

TEST_P(Determinism, TheHostsRoundingModeIsKeptFromParametersToo) {
  Scene inexact = scene();  // 1 / 50 and 1 / 3.5 are no floats: they depend on the mode.
  inexact.desc.tick_rate = 50;
  for (SpeciesDesc& species : inexact.desc.species) species.border = {3.5f, 2};
  expect_the_same_in_every_rounding_mode(inexact);
}

INSTANTIATE_TEST_SUITE_P(Scenes, Determinism, ::testing::Range<std::size_t>(0, 11),
                         [](const auto& test) { return std::string(golden(test.param).scene.name); });

TEST(Scenes, InThatOfBodiesThereIsSomethingToTellOfEachKindOnTheSerialScheduler) {
  std::map<Event::Kind, std::uint32_t> events;
  std::uint64_t touching = 0;
  run(bodies_scene(), *make_serial_scheduler(), kTicks, [&](const World& world) {
    for (const Event& event : world.events()) ++events[event.kind];
    touching += world.overlaps().pairs;
  });
  for (const auto kind : {Event::Kind::kSpawned, Event::Kind::kDespawned, Event::Kind::kFieldPublished,
                          Event::Kind::kMoving, Event::Kind::kArrived, Event::Kind::kStuck, Event::Kind::kEjected})
    EXPECT_GT(events[kind], 0u) << static_cast<int>(kind);
  EXPECT_GT(touching, 0u);
}

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
