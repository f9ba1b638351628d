#include "tools/scenario/session.hpp"

#include <gtest/gtest.h>

#include <cardume/limits.hpp>
#include <cmath>
#include <numeric>

#include "tools/scenario/crowd_metrics.hpp"
#include "tools/scenario/spawner.hpp"
#include "tools/scenario/terrain.hpp"

namespace cardume {
namespace {

Scenario checked(const Result<Scenario>& scenario) {
  EXPECT_TRUE(scenario) << scenario.error().message;
  return scenario ? *scenario : Scenario{};
}

Scenario parsed(const char* text) { return checked(parse_scenario(text, "test.toml")); }

Scenario shipped(const char* name, std::uint32_t agents) {
  return checked(load_scenario(name, {"agents=" + std::to_string(agents)}));
}

std::vector<std::uint64_t> hashes(const Scenario& scenario, Scheduler& scheduler, int ticks) {
  Result<Session> session = Session::create(scenario, scheduler);
  EXPECT_TRUE(session) << session.error().message;
  std::vector<std::uint64_t> list;
  for (int i = 0; session && i < ticks; ++i) list.push_back(session->tick().state_hash);
  return list;
}

TEST(SpawnCounts, SharesTakeWhatCountsLeave) {
  const Scenario scenario = parsed(R"(
agents = 101
[[spawn]]
count = 10
[[spawn]]
share = 1
[[spawn]]
share = 2
[[spawn]]
share = 0
)");
  const std::vector<std::uint32_t> counts = spawn_counts(scenario);
  EXPECT_EQ(counts[0], 10u);
  EXPECT_NEAR(counts[1], 91.0 / 3, 1);
  EXPECT_EQ(counts[3], 0u);
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), 0u), 101u);
}

TEST(Session, UniformWorldsKeepTheirDensity) {
  for (const std::uint32_t agents : {1'000u, 100'000u}) {
    const WorldDesc desc = world_desc(shipped("flock", agents));
    EXPECT_NEAR(desc.size.x, std::sqrt(agents * M_PI), 1e-2);
  }
  const WorldDesc space = world_desc(shipped("school3d", 1000));
  EXPECT_NEAR(std::pow(space.size.x, 3), 1000 * 4.0 / 3 * M_PI * 27 / 20, 1);
}

TEST(Session, StartsWithTheNeighboursItPromises) {
  const auto scheduler = make_serial_scheduler();
  Result<Session> session = Session::create(shipped("flock", 20'000), *scheduler);
  ASSERT_TRUE(session) << session.error().message;
  session->tick();
  // Agents at the edge of the world see fewer than the 16 of those in its middle.
  EXPECT_NEAR(mean_neighbours(session->world(), 4), 16, 0.8);
}

TEST(Session, GivesTheSameHashesOnTbb) {
  const auto serial = make_serial_scheduler(), parallel = make_tbb_scheduler(2);
  for (const char* name : {"flock", "horde", "mixed", "school3d"}) {
    const Scenario scenario = shipped(name, 3000);
    const std::vector<std::uint64_t> expected = hashes(scenario, *serial, 30);
    EXPECT_EQ(hashes(scenario, *serial, 30), expected) << name;
    EXPECT_EQ(hashes(scenario, *parallel, 30), expected) << name;
  }
}

TEST(Session, AnotherSeedIsAnotherWorld) {
  const auto scheduler = make_serial_scheduler();
  Scenario scenario = shipped("flock", 500);
  const std::vector<std::uint64_t> first = hashes(scenario, *scheduler, 2);
  for (const std::uint64_t seed : {std::uint64_t{0}, ~std::uint64_t{0}}) {
    scenario.run.seed = seed;
    EXPECT_NE(hashes(scenario, *scheduler, 2), first) << seed;
  }
}

TEST(Session, PutsNobodyIntoWalls) {
  const auto scheduler = make_serial_scheduler();
  for (const char* name : {"horde", "mixed"}) {
    Result<Session> session = Session::create(shipped(name, 5000), *scheduler);
    ASSERT_TRUE(session) << session.error().message;
    for (int i = 0; i < 60; ++i) session->tick();
    EXPECT_EQ(measure_crowd(session->world()).in_walls, 0u) << name;
  }
}

TEST(Session, SpawnsInsideTheAreaAskedFor) {
  const auto scheduler = make_serial_scheduler();
  Result<Session> session = Session::create(parsed(R"(
agents = 400
[world]
size = [100, 50]
[[species]]
name = "still"
motion = { max_speed = 0 }
separation = { radius = 0 }
alignment = { radius = 0 }
cohesion = { radius = 0 }
[[species]]
name = "other"
motion = { max_speed = 0 }
separation = { radius = 0 }
[[spawn]]
species = "still"
where = "disc"
centre = ["50%", 25]
radius = "10%"
[[spawn]]
species = "other"
where = "rect"
min = [1, 2]
max = [3, 4]
)"),
                                            *scheduler);
  ASSERT_TRUE(session) << session.error().message;
  session->tick();
  const World& world = session->world();
  ASSERT_EQ(world.count(), 400u);
  for (std::uint32_t i = 0; i < world.count(); ++i) {
    const float x = world.positions(0)[i], y = world.positions(1)[i];
    if (world.species()[i] == 0) {
      EXPECT_LE(std::hypot(x - 50, y - 25), 5.001f);
    } else {
      EXPECT_TRUE(x >= 1 && x <= 3 && y >= 2 && y <= 4) << x << " " << y;
    }
  }
}

TEST(Session, EventsHappenAtTheirTick) {
  const auto scheduler = make_serial_scheduler();
  Result<Session> session = Session::create(parsed(R"(
agents = 100
tick_rate = 10
[[event]]
at = 0.5
spawn = { count = 30 }
[[event]]
at = 1.0
despawn = { share = 1 }
)"),
                                            *scheduler);
  ASSERT_TRUE(session) << session.error().message;
  std::vector<std::uint32_t> alive;
  for (int i = 0; i < 11; ++i) alive.push_back(session->tick().agents);
  EXPECT_FALSE(session->error()) << session->error().message;
  EXPECT_EQ(alive, (std::vector<std::uint32_t>{100, 100, 100, 100, 100, 130, 130, 130, 130, 130, 0}));
}

TEST(Session, EventsOfOneTickMayMeanTheSameAgents) {
  const auto scheduler = make_serial_scheduler();
  const char* const twice = R"(
agents = 100
[[event]]
at = 0.1
despawn = { share = 0.9 }
[[event]]
at = 0.1
despawn = { share = 1 }
)";
  Result<Session> session = Session::create(parsed(twice), *scheduler);
  ASSERT_TRUE(session) << session.error().message;
  for (int i = 0; i < 6; ++i) EXPECT_EQ(session->tick().agents, 100u);
  EXPECT_EQ(session->tick().agents, 0u);
  EXPECT_FALSE(session->error()) << session->error().message;
}

TEST(Session, RoomForEventsEndsWithTheAgentsThatAWorldHolds) {
  Scenario scenario = parsed("");
  scenario.run.agents = limits::kMaxAgents;
  const WorldDesc desc = world_desc(scenario);
  EXPECT_EQ(desc.capacity, limits::kMaxAgents);
  EXPECT_EQ(desc.budget.event_capacity, limits::kMaxAgents);
}

TEST(Session, GoalsMoveAsPlanned) {
  const auto scheduler = make_serial_scheduler();
  Result<Session> session = Session::create(parsed(R"(
agents = 0
tick_rate = 10
seed = 4
[terrain]
kind = "caves"
width = 64
height = 64
[[goal]]
name = "round"
orbit = { centre = [32, 32], radius = 10, period = 4 }
[[goal]]
name = "walker"
walk = { speed = 5 }
[[goal]]
name = "still"
position = [32, 32]
[[event]]
at = 1
move = { goal = "still", position = [10, 20] }
)"),
                                            *scheduler);
  ASSERT_TRUE(session) << session.error().message;
  for (int i = 0; i < 200; ++i) {
    const Vec3 before = session->goals()[1].position;
    session->tick();
    const Vec3 round = session->goals()[0].position, walker = session->goals()[1].position;
    const double angle = (i + 1) / 40.0 * 2 * M_PI;
    EXPECT_NEAR(round.x, 32 + 10 * std::cos(angle), 1e-4);
    EXPECT_NEAR(round.y, 32 + 10 * std::sin(angle), 1e-4);
    EXPECT_LE(std::hypot(walker.x - before.x, walker.y - before.y), 0.5001f);
    const CostGrid& terrain = session->world().terrain();
    EXPECT_FALSE(terrain.blocked(cell_at(terrain, {walker.x, walker.y})));
    EXPECT_EQ(session->goals()[2].position, i < 10 ? (Vec3{32, 32}) : (Vec3{10, 20}));
  }
  EXPECT_FALSE(session->error()) << session->error().message;
}

std::string refusal_of(const char* text) {
  const auto scheduler = make_serial_scheduler();
  Result<Session> session = Session::create(parsed(text), *scheduler);
  if (!session) return session.error().message;
  session->tick();
  return session->error().message;
}

TEST(Session, SaysWhereInTheScenarioItWasAskedFor) {
  const std::string caves = "agents = 0\n[terrain]\nkind = \"caves\"\nwidth = 64\nheight = 64\n";
  const std::string still = "[[goal]]\nname = \"a\"\nposition = [9, 9]\n";
  const std::string far = "[[goal]]\nname = \"a\"\nposition = [99, 9]\n";
  const std::string away = "[[event]]\nat = 0\nmove = { goal = \"a\", position = [99, 9] }\n";
  const std::string map = "[terrain]\nkind = \"map\"\n";
  const std::pair<std::string, std::string> cases[] = {
      {caves + far, "test.toml:6:1: goal a: position.x"},
      {caves + still + away, "test.toml:9:1: event.0: position.x"},
      {map + "file = \"/absent.map\"\n", "test.toml:3:8: terrain: /absent.map: "},
      {map, "test.toml:1:1: terrain: its file is missing"}};
  for (const auto& [text, expected] : cases) {
    const std::string message = refusal_of(text.c_str());
    EXPECT_TRUE(message.starts_with(expected)) << message;
    EXPECT_EQ(message.find("WorldDesc"), message.npos) << message;
  }
}

TEST(Session, SaysWhatIsWrong) {
  const auto scheduler = make_serial_scheduler();
  const Result<Session> no_map = Session::create(parsed("[terrain]\nkind = \"map\"\n"), *scheduler);
  ASSERT_FALSE(no_map);
  EXPECT_NE(no_map.error().message.find("--map"), std::string::npos) << no_map.error().message;
  const Result<Session> no_isa = Session::create(parsed(""), *scheduler, {"mmx"});
  ASSERT_FALSE(no_isa);
  EXPECT_NE(no_isa.error().message.find("instruction_set"), std::string::npos) << no_isa.error().message;
}

}  // namespace
}  // namespace cardume
