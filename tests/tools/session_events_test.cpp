#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/tools/open_session.hpp"
#include "tools/scenario/session.hpp"

namespace cardume {
namespace {

using testing::open_session;

constexpr const char* kField = R"(
agents = 12
tick_rate = 10
[terrain]
kind = "plan"
width = 40
height = 20
[[species]]
name = "one"
separation = { radius = 0 }
body = { radius = 0.4 }
[[species]]
name = "two"
separation = { radius = 0 }
body = { radius = 0.4 }
[[goal]]
name = "left"
position = [5, 10]
[[goal]]
name = "right"
position = [35, 10]
[[spawn]]
species = "one"
goal = "left"
count = 8
where = "rect"
min = [15, 2]
max = [38, 18]
speed = 0
[[spawn]]
species = "two"
goal = "left"
count = 4
speed = 0
)";

std::uint32_t sent_to(const Session& session, std::uint32_t goal) {
  const World& world = session.world();
  std::uint32_t count = 0;
  for (std::uint32_t row = 0; row < world.count(); ++row)
    count += session.goal_of(world.id_at(row)) == session.goals()[goal].id;
  return count;
}

TEST(SessionEvents, WallsComeAndGoAtTheirTick) {
  const auto scheduler = make_serial_scheduler();
  Session session = open_session(std::string(kField) + R"(
[[event]]
at = 0.3
wall = { from = [20, 3], to = [18, 2] }
[[event]]
at = 0.6
open = { from = [18, 3], to = [18, 3] }
)",
                                 *scheduler);
  const auto walls = [&] { return std::ranges::count(session.world().terrain().cost, kWall); };
  for (const int expected : {0, 0, 0, 6, 6, 6, 5}) {
    session.tick();
    EXPECT_EQ(walls(), expected);
  }
  EXPECT_FALSE(session.error()) << session.error().message;
}

TEST(SessionEvents, OrdersReachThoseWhoAreMeant) {
  const auto scheduler = make_serial_scheduler();
  Session session = open_session(std::string(kField) + R"(
[[event]]
at = 0
order = { goal = "right", species = "two" }
[[event]]
at = 0.2
order = { goal = "right", from = "left" }
[[event]]
at = 0.3
order = { goal = "left", species = "one", from = "left" }
)",
                                 *scheduler);
  session.tick();
  EXPECT_EQ(sent_to(session, 1), 4u);
  session.tick();
  session.tick();
  EXPECT_EQ(sent_to(session, 1), 12u);
  session.tick();
  EXPECT_EQ(sent_to(session, 1), 12u);
  for (int i = 0; i < 250; ++i) session.tick();
  EXPECT_FALSE(session.error()) << session.error().message;
  for (const float x : session.world().positions(0)) EXPECT_GT(x, 30);
}

TEST(SessionEvents, LocksHoldThemAndLetThemGo) {
  const auto scheduler = make_serial_scheduler();
  Session session = open_session(std::string(kField) + R"(
[[event]]
at = 0
lock = { species = "one" }
[[event]]
at = 2
lock = { goal = "left", locked = false }
)",
                                 *scheduler);
  session.tick();
  const auto place_of = [&](AgentId id) { return session.world().positions(0)[*session.world().row_of(id)]; };
  std::vector<AgentId> ids;
  std::vector<float> places;
  for (std::uint32_t row = 0; row < session.world().count(); ++row) {
    if (session.world().species()[row] != 0) continue;
    ids.push_back(session.world().id_at(row));
    places.push_back(place_of(ids.back()));
  }
  for (int i = 0; i < 18; ++i) session.tick();
  for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(place_of(ids[i]), places[i]);
  for (int i = 0; i < 150; ++i) session.tick();
  EXPECT_FALSE(session.error()) << session.error().message;
  for (const AgentId id : ids) EXPECT_LT(place_of(id), 12);
}

TEST(SessionEvents, DespawnMayMeanAGoal) {
  const auto scheduler = make_serial_scheduler();
  Session session = open_session(std::string(kField) + R"(
[[event]]
at = 0
order = { goal = "right", species = "two" }
[[event]]
at = 0.1
despawn = { share = 1, goal = "right" }
)",
                                 *scheduler);
  session.tick();
  EXPECT_EQ(session.tick().agents, 8u);
  EXPECT_EQ(sent_to(session, 0), 8u);
}

std::string refusal_of(const std::string& event) {
  const auto scheduler = make_serial_scheduler();
  Session session = open_session(kField + event, *scheduler);
  session.tick();
  return session.error().message;
}

TEST(SessionEvents, SayWhichOfThemWasRefused) {
  for (const char* cells : {"wall = { from = [0, 0], to = [40, 0] }", "open = { from = [0, 20], to = [0, 0] }"}) {
    const std::string message = refusal_of(std::string("[[event]]\nat = 0\n") + cells + "\n");
    EXPECT_TRUE(message.starts_with("test.toml:35:1: event.0: ")) << message;
  }
}

TEST(SessionFormations, LargerThanTheLimitAreRefused) {
  const auto scheduler = make_serial_scheduler();
  const Result<Scenario> scenario = parse_scenario(R"(
agents = 513
terrain = { kind = "plan" }
species = [{ name = "one", body = { radius = 0.3 } }]
goal = [{ name = "a", position = [30, 30] }]
spawn = [{ goal = "a", formation = {} }]
)",
                                                   "test.toml");
  ASSERT_TRUE(scenario) << scenario.error().message;
  const Result<Session> session = Session::create(*scenario, *scheduler);
  ASSERT_FALSE(session);
  EXPECT_TRUE(session.error().message.starts_with("test.toml:6:10: spawn.0: members must be at most 512"))
      << session.error().message;
}

TEST(SessionFormations, OfNobodyAreNone) {
  const auto scheduler = make_serial_scheduler();
  Session session = open_session(std::string(kField) + R"(
[[event]]
at = 0
order = { goal = "left", from = "right", formation = { shape = "line" } }
)",
                                 *scheduler);
  session.tick();
  EXPECT_FALSE(session.error()) << session.error().message;
}

}  // namespace
}  // namespace cardume
