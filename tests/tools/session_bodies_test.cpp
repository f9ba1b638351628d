#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/crowds.hpp"
#include "tests/tools/open_session.hpp"
#include "tools/scenario/session.hpp"

namespace cardume {
namespace {

using testing::deepest_in_walls;
using testing::deepest_overlap;
using testing::open_session;

// Nobody wants to go anywhere, so that after one tick all stand where they were put.
constexpr const char* kRooms = R"(
[terrain]
kind = "plan"
width = 40
height = 30
walls = [[0, 10, 30, 10], [20, 15, 20, 29]]
gaps = [[7, 10, 8, 10]]
[[species]]
name = "still"
motion = { max_speed = 0 }
separation = { radius = 0 }
alignment = { radius = 0 }
cohesion = { radius = 0 }
body = { radius = 0.8, mass = 2 }
)";

TEST(SessionBodies, AreDrawnBetweenTheirRadii) {
  const auto scheduler = make_serial_scheduler();
  Session session =
      open_session(std::string("agents = 150\n") + kRooms + "[[spawn]]\nbody = { radius = [0.2, 0.6] }\n", *scheduler);
  session.tick();
  const std::span<const float> radii = session.world().radii();
  const auto [least, most] = std::ranges::minmax(radii);
  EXPECT_GE(least, 0.2f);
  EXPECT_LT(least, 0.23f);
  EXPECT_LE(most, 0.6f);
  EXPECT_GT(most, 0.57f);
}

TEST(SessionBodies, TakeTheSpeciesRadiusByDefault) {
  const auto scheduler = make_serial_scheduler();
  Session session =
      open_session(std::string("agents = 20\n") + kRooms + "[[spawn]]\nbody = { mass = 3 }\n", *scheduler);
  session.tick();
  for (const float radius : session.world().radii()) EXPECT_EQ(radius, 0.8f);
}

TEST(SessionBodies, AreSpawnedClearOfWallsAndOfEachOtherWhereThereIsRoom) {
  const auto scheduler = make_serial_scheduler();
  for (const char* area : {"", "where = \"rect\"\nmin = [0, 0]\nmax = [\"100%\", \"100%\"]\n",
                           "where = \"disc\"\ncentre = [20, 15]\nradius = 15\n"}) {
    Session session = open_session(std::string("agents = 120\n") + kRooms +
                                       "[[spawn]]\nbody = { radius = [0.4, 0.8] }\n" + area + "[[spawn]]\n" + area,
                                   *scheduler);
    session.tick();
    ASSERT_EQ(session.world().count(), 120u);
    EXPECT_LT(deepest_overlap(session.world()), 1e-4) << area;
    EXPECT_LT(deepest_in_walls(session.world()), 1e-3) << area;
  }
}

TEST(SessionBodies, KeepClearOfThoseWhoAreThereAlready) {
  const auto scheduler = make_serial_scheduler();
  Session session =
      open_session(std::string("agents = 60\n") + kRooms +
                       "[[event]]\nat = 0.05\nspawn = { count = 40 }\n[[event]]\nat = 0.05\nspawn = { count = 20 }\n",
                   *scheduler);
  for (int i = 0; i < 4; ++i) session.tick();
  ASSERT_EQ(session.world().count(), 120u);
  EXPECT_LT(deepest_overlap(session.world()), 1e-4);
}

TEST(SessionBodies, KeepClearOfWhereTheOthersHaveGone) {
  const auto scheduler = make_serial_scheduler();
  const std::string everywhere = "where = \"rect\", min = [1, 12], max = [19, 28], ";
  Session session = open_session(
      std::string("agents = 0\n") + kRooms +
          "[[species]]\nname = \"mover\"\nseparation = { radius = 0 }\n"
          "body = { radius = 0.8 }\n"
          "[[goal]]\nname = \"there\"\nposition = [10, 20]\n[[event]]\nat = 0\nspawn = { count = 40, "
          "species = \"mover\", goal = \"there\", " +
          everywhere + "speed = 0 }\n[[event]]\nat = 3\nspawn = { count = 40, " + everywhere + "speed = 0 }\n",
      *scheduler);
  for (int i = 0; i < 181; ++i) session.tick();
  ASSERT_EQ(session.world().count(), 80u);
  EXPECT_LT(deepest_overlap(session.world()), 0.1);
}

/// The ways that two overlapping bodies go apart, the first group's and the second's, along x.
std::pair<float, float> ways_apart(const std::string& first, const std::string& second) {
  const auto scheduler = make_serial_scheduler();
  Session session = open_session("agents = 2\n" + std::string(kRooms) +
                                     "[[species]]\nname = \"other\"\nmotion = { max_speed = "
                                     "0 }\nbody = { radius = 0.8 }\nseparation = { radius = 0 }\n"
                                     "[[spawn]]\ncount = 1\nwhere = \"points\"\npoints = [[10, 20]]\nbody = " +
                                     first +
                                     "\n[[spawn]]\ncount = 1\nspecies = \"other\"\nwhere = \"points\"\n"
                                     "points = [[11.5, 20]]\nbody = " +
                                     second + "\n",
                                 *scheduler);
  for (int i = 0; i < 60; ++i) session.tick();
  const World& world = session.world();
  const std::uint32_t row = world.species()[0];  // The second group is the second species.
  return {10 - world.positions(0)[row], world.positions(0)[1 - row] - 11.5f};
}

TEST(SessionBodies, HaveTheMassOfTheirGroup) {
  const auto [light, heavy] = ways_apart("{ mass = 1 }", "{ mass = 10 }");
  EXPECT_GT(light, 0.07f);
  EXPECT_NEAR(light / heavy, 10, 1);
}

TEST(SessionBodies, AreLockedWithTheirGroup) {
  const auto [free, locked] = ways_apart("{ locked = false }", "{ locked = true }");
  EXPECT_GT(free, 0.08f);
  EXPECT_EQ(locked, 0);
}

TEST(SessionBodies, OfSpaceDoNotOverlapEither) {
  const auto scheduler = make_serial_scheduler();
  Session session = open_session(R"(
agents = 150
world = { dimensions = 3, size = [12, 12, 12] }
[[species]]
name = "still"
motion = { max_speed = 0 }
separation = { radius = 0 }
body = { radius = 0.6 }
)",
                                 *scheduler);
  session.tick();
  EXPECT_LT(deepest_overlap(session.world()), 1e-4);
}

TEST(SessionBodies, TooManyAreTakenAllTheSame) {
  const auto scheduler = make_serial_scheduler();
  Session session = open_session(std::string("agents = 1000\n") + kRooms, *scheduler);
  session.tick();
  EXPECT_EQ(session.world().count(), 1000u);
}

TEST(SessionBodies, WithoutRoomSayWhichSpawnAskedForThem) {
  const auto scheduler = make_serial_scheduler();
  // Every passage is one cell wide, and the body three.
  const Result<Scenario> scenario = parse_scenario(
      "agents = 3\nspawn = [{ count = 0 }, { count = 3 }]\n"
      "species = [{ name = \"giant\", body = { radius = 1.5 } }]\n"
      "terrain = { kind = \"plan\", width = 9, height = 9, walls = [[0, 1, 8, 1], [0, 3, 8, 3], [0, 5, 8, 5], [0, 7, "
      "8, "
      "7]] }\n",
      "test.toml");
  ASSERT_TRUE(scenario) << scenario.error().message;
  const Result<Session> session = Session::create(*scenario, *scheduler);
  ASSERT_FALSE(session);
  EXPECT_TRUE(session.error().message.starts_with("test.toml:2:25: spawn.1: ")) << session.error().message;
}

TEST(SessionBodies, InWallsAreMovedToTheNearestPlace) {
  const auto scheduler = make_serial_scheduler();
  Session session = open_session(
      std::string("agents = 1\n") + kRooms + "[[spawn]]\nwhere = \"points\"\npoints = [[20.5, 20]]\n", *scheduler);
  session.tick();
  EXPECT_LT(deepest_in_walls(session.world()), 1e-3);
  EXPECT_NEAR(session.world().positions(0)[0], 20.5f, 2);
  EXPECT_NEAR(session.world().positions(1)[0], 20, 2);
}

TEST(SessionBodies, KnowWhereTheyWereSent) {
  const auto scheduler = make_serial_scheduler();
  Session session =
      open_session(std::string("agents = 10\n") + kRooms +
                       "[[goal]]\nname = \"a\"\nposition = [3, 3]\n[[goal]]\nname = \"b\"\nposition = [9, 3]\n"
                       "[[spawn]]\ncount = 4\ngoal = \"b\"\n[[spawn]]\n",
                   *scheduler);
  session.tick();
  std::uint32_t to_b = 0, nowhere = 0;
  for (std::uint32_t row = 0; row < 10; ++row) {
    const GoalId goal = session.goal_of(session.world().id_at(row));
    to_b += goal == session.goals()[1].id;
    nowhere += !goal;
  }
  EXPECT_EQ(to_b, 4u);
  EXPECT_EQ(nowhere, 6u);
}

}  // namespace
}  // namespace cardume
