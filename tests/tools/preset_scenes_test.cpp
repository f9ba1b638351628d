#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/bits.hpp"
#include "tests/support/crowds.hpp"
#include "tests/tools/open_session.hpp"
#include "tools/scenario/crowd_metrics.hpp"
#include "tools/scenario/mind_census.hpp"

namespace cardume {
namespace {

using testing::open_session;

/// A scenario of minds, hunts and steering that is shipped, and how much of it a test runs.
struct Preset {
  const char* name;
  std::uint32_t agents;
  float seconds;
};

void PrintTo(const Preset& preset, std::ostream* out) { *out << preset.name; }

class Presets : public ::testing::TestWithParam<Preset> {
 protected:
  Session open(Scheduler& scheduler) const {
    return open_session(load_scenario(GetParam().name, {"agents=" + std::to_string(GetParam().agents)}), scheduler);
  }
  int ticks() const { return static_cast<int>(GetParam().seconds * 60); }
};

void expect_all_there(const Session& session, std::uint32_t agents) {
  const World& world = session.world();
  EXPECT_FALSE(session.error()) << session.error().message;
  ASSERT_EQ(world.count(), agents);
  const Vec3 size = world.desc().size;
  const float edge[] = {size.x, size.y, size.z};
  for (std::uint32_t axis = 0; axis < world.desc().dimensions; ++axis) {
    EXPECT_TRUE(testing::all_finite(world.velocities(axis)));
    const auto [least, most] = std::ranges::minmax(world.positions(axis));
    EXPECT_GE(least, 0);
    EXPECT_LE(most, edge[axis]);
  }
}

TEST_P(Presets, NobodyIsLostAndThreadsDoNotMatter) {
  const auto serial = make_serial_scheduler();
  const auto pool = make_tbb_scheduler(2);
  Session one = open(*serial), two = open(*pool);
  for (int i = 0; i < ticks(); ++i) {
    const TickReport report = one.tick();
    ASSERT_EQ(report.flags, 0u) << "tick " << i;
    ASSERT_EQ(report.state_hash, two.tick().state_hash) << "tick " << i;
  }
  expect_all_there(one, GetParam().agents);
}

INSTANTIATE_TEST_SUITE_P(All, Presets,
                         ::testing::Values(Preset{"godot_boid", 300, 6}, Preset{"patrol", 7, 20},
                                           Preset{"rts_army", 480, 5}, Preset{"shoal", 600, 5},
                                           Preset{"starlings", 400, 4}, Preset{"survivors", 1000, 6},
                                           Preset{"unity_flock", 20, 20}),
                         [](const auto& preset) { return std::string(preset.param.name); });

/// The state of the mind of each agent that has one, at the end of each tick, where it has changed.
std::vector<std::vector<std::uint8_t>> histories(Session& session, int ticks) {
  std::vector<std::vector<std::uint8_t>> all(session.world().desc().capacity + 1);
  for (int i = 0; i < ticks; ++i) {
    session.tick();
    const World& world = session.world();
    for (std::uint32_t row = 0; row < world.count(); ++row) {
      if (world.desc().species[world.species()[row]].mind.states.empty()) continue;
      std::vector<std::uint8_t>& history = all[world.id_at(row).slot()];
      if (history.empty() || history.back() != world.mind_state(row)) history.push_back(world.mind_state(row));
    }
  }
  std::erase_if(all, [](const auto& history) { return history.empty(); });
  return all;
}

// Patrol 0, chase 1, retreat 2. All are wounded after 30 seconds and healed after 45.
TEST(PatrolScene, GuardsPatrolThenChaseThenRetreatHome) {
  const auto scheduler = make_serial_scheduler();
  Session session = open_session(load_scenario("patrol"), *scheduler);
  const auto until_wounded = histories(session, 30 * 60);
  ASSERT_EQ(until_wounded.size(), 6u);
  int chased = 0;
  for (const std::vector<std::uint8_t>& history : until_wounded) {
    EXPECT_EQ(history.front(), 0);
    EXPECT_EQ(std::ranges::count(history, 2), 0);
    chased += std::ranges::count(history, 1) > 0;
  }
  EXPECT_GE(chased, 2);
  for (const std::vector<std::uint8_t>& history : histories(session, 14 * 60)) {
    EXPECT_EQ(history.back(), 2);
    EXPECT_EQ(std::ranges::count(history, 2), 1);  // Once, and for good until they are healed.
  }
  EXPECT_EQ(*session.world().count_in(within({29, 26}, 6, {2})), 6u);  // Home, all of them.
  for (const std::vector<std::uint8_t>& history : histories(session, 3 * 60)) {
    ASSERT_GE(history.size(), 2u);
    EXPECT_EQ(history[0], 2);
    EXPECT_EQ(history[1], 0);
  }
}

/// Fish around the place where the shark is or was.
class Shoal {
 public:
  explicit Shoal(Scheduler& scheduler) : session_(open_session(load_scenario("shoal"), scheduler)) {}

  void tick() {
    session_.tick();
    ++ticks_;
  }
  void run_to(double seconds) {
    while (ticks_ < seconds * 60) tick();
  }
  std::uint32_t fish_around(Vec3 place) const { return *session_.world().count_in(within(place, 5, {1})); }
  Vec3 shark() const {
    const World& world = session_.world();
    const auto row = std::ranges::find(world.species(), 1) - world.species().begin();
    return {world.positions(0)[row], world.positions(1)[row]};
  }

 private:
  Session session_;
  int ticks_ = 0;
};

TEST(ShoalScene, OpensAroundTheSharkAndClosesBehindIt) {
  const auto scheduler = make_serial_scheduler();
  Shoal shoal(*scheduler);
  shoal.run_to(4);
  const std::uint32_t before = shoal.fish_around({80, 50});
  EXPECT_GT(before, 25u);
  while (shoal.shark().x < 80) shoal.tick();
  EXPECT_LT(shoal.fish_around(shoal.shark()), before / 3);
  RecordProperty("before", static_cast<int>(before));
  RecordProperty("around_the_shark", static_cast<int>(shoal.fish_around(shoal.shark())));
  shoal.run_to(19);
  RecordProperty("after", static_cast<int>(shoal.fish_around({80, 50})));
  EXPECT_GT(shoal.fish_around({80, 50}), before * 3 / 4);
}

TEST(UnityFlockScene, ComesTogetherAndStaysInTheTank) {
  const auto scheduler = make_serial_scheduler();
  Session session = open_session(load_scenario("unity_flock"), *scheduler);
  session.tick();
  const double scattered = measure_crowd(session.world()).spread[0];
  double farthest = 0;
  for (int i = 0; i < 30 * 60; ++i) {
    session.tick();
    const World& world = session.world();
    for (std::uint32_t row = 0; row < world.count(); ++row) {
      const float x = world.positions(0)[row] - 7, y = world.positions(1)[row] - 7, z = world.positions(2)[row] - 7;
      farthest = std::max(farthest, std::sqrt(static_cast<double>(x * x + y * y + z * z)));
    }
  }
  EXPECT_LT(farthest, 6.2);
  const CrowdMetrics crowd = measure_crowd(session.world());
  EXPECT_LT(crowd.spread[0], 0.7 * scattered);
  EXPECT_GT(crowd.mean_speed, 0.4);
  EXPECT_LE(crowd.mean_speed, 1.001);
}

TEST(StarlingsScene, FlyAsOne) {
  const auto scheduler = make_serial_scheduler();
  Session session = open_session(load_scenario("starlings", {"agents=1000"}), *scheduler);
  for (int i = 0; i < 6 * 60; ++i) session.tick();
  const CrowdMetrics crowd = measure_crowd(session.world());
  EXPECT_GT(crowd.order, 0.7);
  EXPECT_GT(crowd.mean_speed, 7.9);
}

std::uint32_t in_state(const Session& session, std::size_t species, std::size_t state) {
  return count_minds(session).at(species).states.at(state).agents;
}

TEST(SurvivorsScene, TheHordeChasesAndTheWoundedFlee) {
  const auto scheduler = make_serial_scheduler();
  Session session = open_session(load_scenario("survivors", {"agents=1500", "event.0.at=5"}), *scheduler);
  for (int i = 0; i < 4 * 60; ++i) session.tick();
  EXPECT_GT(in_state(session, 0, 0), 200u);
  EXPECT_GT(in_state(session, 0, 1), 200u);
  EXPECT_EQ(in_state(session, 0, 2), 0u);
  for (int i = 0; i < 2 * 60; ++i) session.tick();
  EXPECT_NEAR(in_state(session, 0, 2), 0.2 * 1469, 60);
}

TEST(ArmyScene, RanksBreakWhereTheEnemyIsNear) {
  const auto scheduler = make_serial_scheduler();
  Session session = open_session(load_scenario("rts_army"), *scheduler);
  for (int i = 0; i < 5 * 60; ++i) session.tick();
  for (const std::size_t side : {0u, 1u}) EXPECT_EQ(in_state(session, side, 0), 240u);
  for (int i = 0; i < 16 * 60; ++i) session.tick();
  for (const std::size_t side : {0u, 1u}) EXPECT_GT(in_state(session, side, 1), 200u);
  for (int i = 0; i < 3 * 60; ++i) session.tick();
  EXPECT_NEAR(in_state(session, 0, 2), 120, 35);
  EXPECT_NEAR(in_state(session, 1, 2), 60, 30);
}

}  // namespace
}  // namespace cardume
