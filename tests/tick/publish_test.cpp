#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "tests/support/scenes.hpp"

namespace cardume::testing {
namespace {

/// Two agents at rest far from each other, two goals and two species that differ in nothing.
Scene still_scene() {
  Scene scene{"still", {}, {}, {}, {}};
  scene.desc.terrain = {100, 100, 1, std::vector<std::uint8_t>(10'000, kOpenCost)};
  scene.desc.species.resize(2);
  scene.agents = {{.position = {20, 30, 0}, .goal = GoalId{1}}, {.position = {70, 60, 0}, .goal = GoalId{2}}};
  scene.goals = {{10, 10}, {80, 80}};
  return scene;
}

std::uint64_t first_hash(const Scene& scene) {
  const auto scheduler = make_serial_scheduler();
  return build(scene, *scheduler).tick().state_hash;
}

/// The hash of the first tick after a change of the scene.
std::uint64_t hash_after(const std::function<void(Scene&)>& change) {
  Scene scene = still_scene();
  change(scene);
  return first_hash(scene);
}

TEST(Publish, TheHashTellsEveryPartOfAnAgentApart) {
  const std::uint64_t hash = first_hash(still_scene());
  EXPECT_EQ(hash_after([](Scene&) {}), hash);
  EXPECT_NE(hash_after([](Scene& scene) { scene.agents[1].position.x = std::nextafter(70.f, 71.f); }), hash);
  EXPECT_NE(hash_after([](Scene& scene) { scene.agents[1].velocity.y = 1e-6f; }), hash);
  EXPECT_NE(hash_after([](Scene& scene) { scene.agents[1].species = 1; }), hash);
  EXPECT_NE(hash_after([](Scene& scene) { scene.agents[1].goal = GoalId{1}; }), hash);
  EXPECT_NE(hash_after([](Scene& scene) { scene.agents[1].goal = {}; }), hash);
  EXPECT_NE(hash_after([](Scene& scene) { std::swap(scene.agents[0], scene.agents[1]); }), hash);
  EXPECT_NE(hash_after([](Scene& scene) { scene.agents.pop_back(); }), hash);
}

TEST(Publish, TheHashTellsGoalsApartEvenWithinACell) {
  const std::uint64_t hash = first_hash(still_scene());
  EXPECT_NE(hash_after([](Scene& scene) { scene.goals[1].x = 80.5f; }), hash);
  EXPECT_NE(hash_after([](Scene& scene) { scene.goals[1].x = 81.5f; }), hash);
  EXPECT_NE(hash_after([](Scene& scene) { std::swap(scene.goals[0], scene.goals[1]); }), hash);
  EXPECT_NE(hash_after([](Scene& scene) { scene.goals.push_back({1, 1}); }), hash);
}

/// The hash after five ticks in which `change(world, ids, tick)` may step in.
std::uint64_t fifth_hash(const std::function<void(World&, std::vector<AgentId>&, int)>& change) {
  Scene scene = still_scene();
  for (AgentDesc& agent : scene.agents) agent.goal = {};
  const std::vector<AgentDesc> agents = std::move(scene.agents);
  scene.agents.clear();
  const auto scheduler = make_serial_scheduler();
  World world = build(scene, *scheduler);
  std::vector<AgentId> ids(agents.size());
  EXPECT_FALSE(world.spawn_all(agents, ids));
  std::uint64_t hash = 0;
  for (int tick = 1; tick <= 5; ++tick) {
    change(world, ids, tick);
    hash = world.tick().state_hash;
  }
  return hash;
}

TEST(Publish, WhoComesInTheSamePlaceAsOneWhoWentIsSomebodyElse) {
  const std::uint64_t hash = fifth_hash([](World&, std::vector<AgentId>&, int) {});
  for (int return_tick : {3, 4}) {
    const std::uint64_t other = fifth_hash([&](World& world, std::vector<AgentId>& ids, int tick) {
      if (tick == 3) {
        EXPECT_FALSE(world.despawn(ids[1]));
      }
      if (tick == return_tick) {
        EXPECT_TRUE(world.spawn({.position = {70, 60, 0}}));
      }
    });
    EXPECT_NE(other, hash) << "back in tick " << return_tick;
  }
}

TEST(Publish, AGoalThatMovesWithinItsCellChangesTheHash) {
  const std::uint64_t hash = fifth_hash([](World&, std::vector<AgentId>&, int) {});
  EXPECT_NE(fifth_hash([](World& world, std::vector<AgentId>&, int tick) {
              if (tick == 4) {
                EXPECT_FALSE(world.move_goal(GoalId{2}, {80.25f, 80}));
              }
            }),
            hash);
}

TEST(Publish, EveryTickOfAWorldAtRestHasAHashOfItsOwn) {
  const auto scheduler = make_serial_scheduler();
  World world = build({"empty", {}, {}, {}, {}}, *scheduler);
  const std::uint64_t first = world.tick().state_hash, second = world.tick().state_hash;
  EXPECT_NE(first, second);
  EXPECT_NE(second, world.tick().state_hash);
}

TEST(Publish, TheReportCountsWhoIsThereAtTheEnd) {
  const auto scheduler = make_serial_scheduler();
  World world = build(still_scene(), *scheduler);
  EXPECT_EQ(world.tick().agents, 2u);
  EXPECT_FALSE(world.despawn(world.id_at(0)));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(world.spawn(AgentDesc{}));
  const TickReport report = world.tick();
  EXPECT_EQ(report.agents, 4u);
  EXPECT_EQ(report.tick, 2u);
  EXPECT_EQ(world.count(), 4u);
}

TEST(Publish, B35_EventsOfFieldsComeFirstThenAgentsInIdOrder) {
  Scene scene = still_scene();
  scene.desc.fields.latency_ticks = 1;
  const auto scheduler = make_serial_scheduler();
  World world = build(scene, *scheduler);
  world.tick();
  const AgentId gone = world.id_at(1);
  std::vector<AgentId> ids(3);
  EXPECT_FALSE(world.spawn_all(std::vector<AgentDesc>(3), ids));
  EXPECT_FALSE(world.despawn(gone));
  EXPECT_EQ(world.tick().fields_published, 2u);
  const auto events = world.events();
  ASSERT_EQ(events.size(), 6u);
  for (std::uint32_t i = 0; i < 2; ++i) {
    EXPECT_EQ(events[i].kind, Event::Kind::kFieldPublished);
    EXPECT_EQ(events[i].goal, GoalId{i + 1});
    EXPECT_FALSE(events[i].agent);
  }
  EXPECT_TRUE(
      std::is_sorted(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.agent < b.agent; }));
  for (const Event& event : events.subspan(2))
    EXPECT_EQ(event.kind, event.agent == gone ? Event::Kind::kDespawned : Event::Kind::kSpawned);
  for (const Event& event : events) EXPECT_EQ(event.tick, 2u);
}

TEST(Publish, WhoComesAndGoesWithinATickSpawnsBeforeDespawning) {
  const auto scheduler = make_serial_scheduler();
  World world = build({"empty", {}, {}, {}, {}}, *scheduler);
  const auto id = world.spawn(AgentDesc{});
  EXPECT_FALSE(world.despawn(*id));
  EXPECT_EQ(world.tick().agents, 0u);
  ASSERT_EQ(world.events().size(), 2u);
  EXPECT_EQ(world.events()[0].kind, Event::Kind::kSpawned);
  EXPECT_EQ(world.events()[1].kind, Event::Kind::kDespawned);
  for (const Event& event : world.events()) EXPECT_EQ(event.agent, *id);
}

}  // namespace
}  // namespace cardume::testing
