#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/tools/open_session.hpp"
#include "tools/scenario/mind_census.hpp"
#include "tools/scenario/session.hpp"

namespace cardume {
namespace {

using testing::open_session;

constexpr const char* kGuards = R"(
agents = 200
tick_rate = 10
[[species]]
name = "guard"
separation = { radius = 0 }
alignment = { radius = 0 }
cohesion = { radius = 0 }
mind = { period = 1 }
[[species.state]]
name = "calm"
[[species.state]]
name = "alarmed"
[[species.state]]
name = "hurt"
[[species.transition]]
to = "hurt"
when = [{ health_below = 0.5 }]
[[species.transition]]
from = "calm"
to = "alarmed"
when = [{ flag = 3 }]
[[spawn]]
)";

std::vector<std::uint32_t> counts(const Session& session) {
  const MindCensus census = count_minds(session).at(0);
  std::vector<std::uint32_t> list;
  for (const MindCensus::State& state : census.states) list.push_back(state.agents);
  return list;
}

TEST(SessionMinds, EventsSetStatesHealthAndFlags) {
  const auto scheduler = make_serial_scheduler();
  Session session = open_session(std::string(kGuards) + R"(
[[event]]
at = 1
state = { species = "guard", share = 0.5, value = "alarmed" }
[[event]]
at = 2
flags = { species = "guard", value = [3] }
[[event]]
at = 3
health = { species = "guard", value = 0.4 }
)",
                                 *scheduler);
  for (int i = 0; i < 9; ++i) session.tick();
  EXPECT_EQ(counts(session), (std::vector<std::uint32_t>{200, 0, 0}));
  for (int i = 0; i < 8; ++i) session.tick();
  EXPECT_NEAR(counts(session)[1], 100, 35);
  for (int i = 0; i < 8; ++i) session.tick();
  EXPECT_EQ(counts(session), (std::vector<std::uint32_t>{0, 200, 0}));
  for (int i = 0; i < 10; ++i) session.tick();
  EXPECT_EQ(counts(session), (std::vector<std::uint32_t>{0, 0, 200}));
  EXPECT_FALSE(session.error()) << session.error().message;
}

TEST(SessionMinds, CensusNamesTheStatesOfThoseWhoThink) {
  const auto scheduler = make_serial_scheduler();
  const Session session = open_session(std::string(kGuards) + "[[species]]\nname = \"dull\"\n", *scheduler);
  const std::vector<MindCensus> all = count_minds(session);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].species, "guard");
  ASSERT_EQ(all[0].states.size(), 3u);
  EXPECT_EQ(all[0].states[2].name, "hurt");
}

TEST(SessionGoals, NeedNoTerrainNorAPlane) {
  const auto scheduler = make_serial_scheduler();
  Session session = open_session(R"(
agents = 1
tick_rate = 20
focus = ["walker", [1, 2, 3]]
[world]
dimensions = 3
size = [40, 30, 20]
[[goal]]
name = "walker"
walk = { speed = 5 }
[[goal]]
name = "round"
orbit = { centre = [20, 15, 7], radius = 10, period = 4 }
[[goal]]
name = "still"
position = [3, 4, 5]
[[event]]
at = 1
move = { goal = "still", position = [6, 7, 8] }
)",
                                 *scheduler);
  float farthest = 0;
  for (int i = 0; i < 400; ++i) {
    const Vec3 before = session.goals()[0].position;
    session.tick();
    const Vec3 now = session.goals()[0].position, round = session.goals()[1].position;
    const float dx = now.x - before.x, dy = now.y - before.y, dz = now.z - before.z;
    EXPECT_LE(std::sqrt(dx * dx + dy * dy + dz * dz), 0.2501f);
    farthest = std::max(farthest, std::abs(dz));
    EXPECT_NEAR(std::hypot(round.x - 20, round.y - 15), 10, 1e-4);
    EXPECT_EQ(round.z, 7);
    EXPECT_EQ(session.goals()[2].position, i < 20 ? (Vec3{3, 4, 5}) : (Vec3{6, 7, 8}));
  }
  EXPECT_GT(farthest, 0.05f);
  EXPECT_FALSE(session.error()) << session.error().message;
}

TEST(SessionGoals, JumpAsOftenAsTheyAreToldWithinTheirArea) {
  const auto scheduler = make_serial_scheduler();
  Session session = open_session(R"(
agents = 0
tick_rate = 20
[world]
size = [100, 100]
[[goal]]
name = "bait"
jump = { period = 0.5, where = "rect", min = [10, 20], max = [30, 60] }
)",
                                 *scheduler);
  int jumps = 0;
  for (int i = 0; i < 4000; ++i) {
    const Vec3 before = session.goals()[0].position;
    session.tick();
    const Vec3 now = session.goals()[0].position;
    jumps += now != before;
    ASSERT_TRUE(now.x >= 10 && now.x <= 30 && now.y >= 20 && now.y <= 60) << now.x << ' ' << now.y;
  }
  EXPECT_NEAR(jumps, 400, 80);
}

TEST(SessionSpawns, DrawTheirOwnSpeeds) {
  const auto scheduler = make_serial_scheduler();
  Session session = open_session(
      "agents = 500\n[[species]]\nname = \"a\"\nseparation = { radius = 0 }\nalignment = { radius = 0 }\n"
      "cohesion = { radius = 0 }\n[[spawn]]\nspeed = [0.5, 1]\n",
      *scheduler);
  session.tick();
  const World& world = session.world();
  std::vector<float> speeds;
  for (std::uint32_t row = 0; row < world.count(); ++row)
    speeds.push_back(std::hypot(world.velocities(0)[row], world.velocities(1)[row]));
  const auto [least, most] = std::ranges::minmax(speeds);
  EXPECT_GE(least, 0.499f);
  EXPECT_LT(least, 0.52f);
  EXPECT_GT(most, 0.98f);
  EXPECT_LE(most, 1.001f);
}

}  // namespace
}  // namespace cardume
