#include <gtest/gtest.h>

#include <algorithm>
#include <cardume/limits.hpp>
#include <cmath>
#include <map>
#include <set>

#include "tests/support/crowds.hpp"
#include "tests/support/minds.hpp"

namespace cardume::testing {
namespace {

using Kind = Event::Kind;

RegionDesc ball(Vec3 centre, float radius, std::uint64_t species = ~0ull) {
  return {{.shape = Zone::Shape::kBall, .centre = centre, .radius = radius}, species};
}

RegionDesc box(Vec3 centre, Vec3 half, std::uint64_t species = ~0ull) {
  return {{.shape = Zone::Shape::kBox, .centre = centre, .half = half}, species};
}

struct Told {
  std::uint64_t tick;
  Kind kind;
  std::uint32_t region;

  friend bool operator==(const Told&, const Told&) = default;
};

/// Comings and goings of one agent within so many ticks.
std::vector<Told> watch(Crowd& crowd, AgentId agent, int ticks) {
  std::vector<Told> told;
  for (int i = 0; i < ticks; ++i) {
    crowd.world().tick();
    for (const Event& event : crowd.world().events())
      if ((event.kind == Kind::kEntered || event.kind == Kind::kLeft) && event.agent == agent)
        told.push_back({event.tick, event.kind, event.detail});
  }
  return told;
}

WorldDesc regions_desc(std::vector<RegionDesc> regions, std::uint32_t dimensions = 2) {
  WorldDesc desc;
  desc.dimensions = dimensions;
  desc.species = {still_species()};
  desc.species[0].motion = {.max_speed = 64, .max_acceleration = 0};
  desc.tick_rate = 64;
  desc.scenery.regions = std::move(regions);
  return desc;
}

TEST(Watch, TellsInTheTickOfTheCrossingAndBoundariesAreInside) {
  // One world unit a tick, exactly: at x = 10 + n after tick n.
  Crowd crowd(regions_desc({ball({30, 50, 0}, 5), box({31, 50, 0}, {3, 1, 1})}));
  const AgentId agent = crowd.spawn({.position = {10, 50, 0}, .velocity = {64, 0, 0}});
  const std::vector<Told> expected{
      {15, Kind::kEntered, 0}, {18, Kind::kEntered, 1}, {25, Kind::kLeft, 1}, {26, Kind::kLeft, 0}};
  std::vector<Told> told = watch(crowd, agent, 60);
  std::stable_sort(told.begin(), told.end(), [](const Told& a, const Told& b) { return a.tick < b.tick; });
  EXPECT_EQ(told, expected);
}

TEST(Watch, TellsInSpaceAsWell) {
  Crowd crowd(regions_desc({ball({50, 50, 30}, 5), box({50, 50, 31}, {1, 1, 3}), ball({50, 58, 30}, 5)}, 3));
  const AgentId agent = crowd.spawn({.position = {50, 50, 10}, .velocity = {0, 0, 64}});
  const std::vector<Told> expected{
      {15, Kind::kEntered, 0}, {18, Kind::kEntered, 1}, {25, Kind::kLeft, 1}, {26, Kind::kLeft, 0}};
  EXPECT_EQ(watch(crowd, agent, 60), expected);
}

TEST(Watch, WhoIsSpawnedInsideEntersAndWhoIsDespawnedDoesNotLeave) {
  Crowd crowd(regions_desc({ball({50, 50, 0}, 10), ball({10, 10, 0}, 5)}));
  const AgentId agent = crowd.spawn({.position = {50, 50, 0}});
  EXPECT_EQ(watch(crowd, agent, 20), (std::vector<Told>{{1, Kind::kEntered, 0}}));
  EXPECT_FALSE(crowd.world().despawn(agent));
  EXPECT_TRUE(watch(crowd, agent, 20).empty());
  const AgentId next = crowd.spawn({.position = {50, 50, 0}});
  EXPECT_EQ(watch(crowd, next, 20), (std::vector<Told>{{41, Kind::kEntered, 0}}));
}

TEST(Watch, OnlyTheSpeciesThatTheRegionNamesAreTold) {
  WorldDesc desc = regions_desc({ball({50, 50, 0}, 10, 0b10), ball({50, 50, 0}, 10, 0b101), ball({50, 50, 0}, 10, 0)});
  desc.species.resize(4, desc.species[0]);
  // A mind that asks for a region is told of it no more than others.
  desc.species[3].mind.states.resize(2);
  desc.species[3].mind.transitions = {{0, 1, {{.kind = ConditionDesc::Kind::kInside, .index = 2}}}};
  Crowd crowd(desc);
  EXPECT_TRUE(watch(crowd, crowd.spawn({.position = {50, 50, 0}, .species = 3}), 20).empty());
  for (const std::uint8_t species : std::initializer_list<std::uint8_t>{0, 1, 2}) {
    const AgentId agent = crowd.spawn({.position = {50, 50, 0}, .species = species});
    const std::vector<Told> told = watch(crowd, agent, 3);
    ASSERT_EQ(told.size(), 1u);
    EXPECT_EQ(told[0].region, species == 1 ? 0u : 1u);
  }
}

/// In double precision, as the regions are described.
bool is_inside(const Zone& zone, const World& world, std::uint32_t row) {
  const double centre[] = {zone.centre.x, zone.centre.y, zone.centre.z},
               half[] = {zone.half.x, zone.half.y, zone.half.z};
  double distance2 = 0;
  bool in_box = true;
  for (std::uint32_t d = 0; d < world.desc().dimensions; ++d) {
    const double off = std::fabs(static_cast<double>(world.positions(d)[row]) - centre[d]);
    distance2 += off * off;
    in_box = in_box && off <= half[d];
  }
  return zone.shape == Zone::Shape::kBox ? in_box : distance2 <= static_cast<double>(zone.radius) * zone.radius;
}

class WatchCrowd : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(WatchCrowd, AgreesWithLookingAtEveryAgentAndRegion) {
  const std::uint32_t dimensions = GetParam();
  WorldDesc desc = busy_minds_desc(dimensions);
  desc.budget.event_capacity = 60'000;
  Dice dice(3 + dimensions);
  const auto place = [&] { return Vec3{between(dice, -10, 110), between(dice, -10, 110), between(dice, -10, 110)}; };
  while (desc.scenery.regions.size() < limits::kMaxRegions) {
    const float size = between(dice, 0.1f, 30);
    desc.scenery.regions.push_back(desc.scenery.regions.size() % 2 == 0 ? ball(place(), size)
                                                                        : box(place(), {size, size / 2, size * 2}));
  }
  const auto scheduler = make_tbb_scheduler(2);
  World world = std::move(*World::create(desc, *scheduler));
  fill_busy_minds(world);
  std::set<std::pair<AgentId, std::uint32_t>> inside;
  std::size_t told = 0;
  for (int tick = 0; tick < 40; ++tick) {
    world.tick();
    for (const Event& event : world.events()) {
      if (event.kind == Kind::kEntered) {
        EXPECT_TRUE(inside.insert({event.agent, event.detail}).second);
      }
      if (event.kind == Kind::kLeft) {
        EXPECT_EQ(inside.erase({event.agent, event.detail}), 1u);
      }
      told += event.kind == Kind::kEntered || event.kind == Kind::kLeft;
    }
    std::size_t expected = 0;
    for (std::uint32_t row = 0; row < world.count(); ++row)
      for (std::uint32_t region = 0; region < limits::kMaxRegions; ++region)
        if (is_inside(desc.scenery.regions[region].zone, world, row)) {
          ++expected;
          ASSERT_EQ(inside.count({world.id_at(row), region}), 1u) << "tick " << tick << " region " << region;
        }
    ASSERT_EQ(inside.size(), expected);
  }
  EXPECT_GT(told, 5'000u);
}

INSTANTIATE_TEST_SUITE_P(Dimensions, WatchCrowd, ::testing::Values(2u, 3u));

// Events of many kinds come out after the step in id order.

bool in_order(const Event& a, const Event& b) {
  return a.tick != b.tick ? a.tick < b.tick : a.agent != b.agent ? a.agent < b.agent : a.kind < b.kind;
}

WorldDesc eventful_desc(std::uint32_t event_capacity) {
  WorldDesc desc = busy_minds_desc(2);
  desc.budget.event_capacity = event_capacity;
  return desc;
}

TEST(Watch, B35_EventsOfAllKindsComeAfterTheStepInIdOrder) {
  const auto scheduler = make_tbb_scheduler(2);
  World world = std::move(*World::create(eventful_desc(60'000), *scheduler));
  fill_busy_minds(world);
  std::map<Kind, std::size_t> kinds;
  for (int step = 0; step < 20; ++step) {
    if (step > 5) {
      EXPECT_FALSE(world.despawn(world.id_at(static_cast<std::uint32_t>(step) * 31)));
    }
    const StepReport report = world.step(3.01f / 60);
    EXPECT_EQ(report.last.flags, 0u);
    const auto events = world.events();
    EXPECT_TRUE(std::is_sorted(events.begin(), events.end(), in_order));
    for (const Event& event : events) ++kinds[event.kind];
    const std::vector<Event> kept(events.begin(), events.end());
    EXPECT_EQ(world.events().size(), kept.size()) << "they stay until the next step";
  }
  for (const Kind kind : {Kind::kSpawned, Kind::kDespawned, Kind::kStateChanged, Kind::kEntered, Kind::kLeft})
    EXPECT_GT(kinds[kind], 10u) << to_string(kind);
}

TEST(Watch, B35_WhatDoesNotFitIsReportedAndTheRestGoesOnAsEver) {
  const auto run = [](std::uint32_t capacity) {
    const auto scheduler = make_serial_scheduler();
    World world = std::move(*World::create(eventful_desc(capacity), *scheduler));
    fill_busy_minds(world);
    std::pair<std::vector<std::uint64_t>, std::size_t> result;
    for (int tick = 0; tick < 30; ++tick) {
      const TickReport report = world.tick();
      result.first.push_back(report.state_hash);
      result.second += (report.flags & kEventsLost) != 0;
      EXPECT_LE(world.events().size(), std::max(capacity, 1u));
      if ((report.flags & kEventsLost) != 0) {
        EXPECT_EQ(world.events().size(), capacity);
      }
    }
    return result;
  };
  const auto all = run(60'000), few = run(20), none = run(0);
  EXPECT_EQ(all.second, 0u);
  EXPECT_GT(few.second, 5u);
  EXPECT_GT(none.second, few.second - 1);
  EXPECT_EQ(few.first, all.first) << "the state does not depend on who listens";
  EXPECT_EQ(none.first, all.first);
}

}  // namespace
}  // namespace cardume::testing
