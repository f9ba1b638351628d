#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tests/support/crowds.hpp"
#include "tests/support/minds.hpp"

namespace cardume::testing {
namespace {

using Pairs = std::set<std::pair<AgentId, AgentId>>;

SpeciesDesc bodies_of(float radius, float speed, std::uint64_t tells) {
  SpeciesDesc species = still_species();
  species.motion = {.max_speed = speed, .max_acceleration = 5 * speed};
  species.steering.wander = {1, 0.5f, 2};
  species.border = {3, 2, {}};
  species.body.radius = radius;
  species.body.tells_contacts = tells;
  return species;
}

bool collide(const BodyDesc& one, const BodyDesc& other) {
  return (one.collides & other.layers) != 0 && (other.collides & one.layers) != 0;
}

/// The pairs that touch now, seen from those who tell: the gap is less than 1 % of both radii, as World::contacts() has
/// it. By brute force, in double precision.
Pairs touching(const World& world) {
  const std::vector<SpeciesDesc>& species = world.desc().species;
  const auto kinds = world.species();
  const auto x = world.positions(0), y = world.positions(1), z = world.positions(2), radii = world.radii();
  const auto far_apart = [&](std::uint32_t one, std::uint32_t other) {
    const double farthest = 1.01 * (static_cast<double>(radii[one]) + static_cast<double>(radii[other]));
    const auto way = [&](std::span<const float> axis) {
      return axis.empty() ? 0 : static_cast<double>(axis[one]) - static_cast<double>(axis[other]);
    };
    return way(x) * way(x) + way(y) * way(y) + way(z) * way(z) >= farthest * farthest;
  };
  Pairs pairs;
  for (std::uint32_t one = 0; one < world.count(); ++one) {
    const BodyDesc& body = species[kinds[one]].body;
    for (std::uint32_t other = 0; other < world.count() && body.tells_contacts != 0; ++other) {
      if (other == one || far_apart(one, other)) continue;
      if ((body.tells_contacts >> kinds[other] & 1u) != 0 && collide(body, species[kinds[other]].body))
        pairs.insert({world.id_at(one), world.id_at(other)});
    }
  }
  return pairs;
}

Pairs told_by(const World& world) {
  Pairs told;
  for (const Event& event : world.events())
    if (event.kind == Event::Kind::kContact) {
      EXPECT_TRUE(told.insert({event.agent, event.other}).second);
    }
  return told;
}

/// A crowd of several species that wanders about; what is told is what has begun to touch, tick by tick.
void expect_exact(WorldDesc desc, int agents, int ticks, Scheduler& scheduler) {
  World world = std::move(*World::create(desc, scheduler));
  Dice dice(static_cast<std::uint32_t>(agents));
  for (int i = 0; i < agents; ++i) {
    const auto species = static_cast<std::uint8_t>(dice() % desc.species.size());
    const Vec3 place{between(dice, 0, desc.size.x), between(dice, 0, desc.size.y), between(dice, 0, desc.size.z)};
    const float radius = desc.species[species].body.radius;
    const auto id = world.spawn({.position = place, .species = species, .radius = between(dice, radius / 2, radius)});
    ASSERT_TRUE(id) << id.error().message;
  }
  Pairs before;
  std::size_t told = 0;
  for (int tick = 0; tick < ticks; ++tick) {
    if (tick % 10 == 9) {
      EXPECT_FALSE(world.despawn(world.id_at(static_cast<std::uint32_t>(tick))));
    }
    ASSERT_EQ(world.tick().flags, 0u);
    const Pairs now = touching(world);
    Pairs begun;
    std::set_difference(now.begin(), now.end(), before.begin(), before.end(), std::inserter(begun, begun.end()));
    ASSERT_EQ(told_by(world), begun) << "tick " << tick;
    before = now;
    told += begun.size();
  }
  EXPECT_GT(told, 50u);
}

WorldDesc crowd_desc(std::uint32_t dimensions, float size, std::vector<SpeciesDesc> species) {
  WorldDesc desc;
  desc.dimensions = dimensions;
  desc.size = {size, size, size};
  desc.species = std::move(species);
  desc.budget.event_capacity = 20'000;
  return desc;
}

TEST(WatchContacts, ToldIsWhoBeginsToTouch) {
  const auto serial = make_serial_scheduler(), threads = make_tbb_scheduler(2);
  const std::vector<SpeciesDesc> mixed{bodies_of(0.5f, 4, 0b110), bodies_of(1.5f, 2, 0b001), bodies_of(0.3f, 12, 0)};
  expect_exact(crowd_desc(2, 40, mixed), 600, 120, *serial);
  expect_exact(crowd_desc(3, 16, mixed), 600, 120, *threads);
  const std::vector<SpeciesDesc> all{bodies_of(0.4f, 5, 0b11), bodies_of(0.4f, 80, 0b11)};
  expect_exact(crowd_desc(2, 35, all), 900, 100, *threads);
  expect_exact(crowd_desc(3, 12, all), 900, 60, *serial);
}

TEST(WatchContacts, OnlyWhoCollidesTouches) {
  std::vector<SpeciesDesc> species{bodies_of(0.5f, 4, ~0ull), bodies_of(0.5f, 4, ~0ull), bodies_of(0.5f, 4, ~0ull)};
  species[1].body.layers = 2;
  species[2].body.collides = 1;
  const auto scheduler = make_serial_scheduler();
  expect_exact(crowd_desc(2, 20, species), 300, 120, *scheduler);
}

TEST(WatchContacts, OneTouchIsToldOnceAndAgainAfterParting) {
  WorldDesc desc = body_desc(open_map(40, 40), 0.5f);
  desc.species[0].body.tells_contacts = 0b10;
  desc.species.push_back(desc.species[0]);
  desc.species[1].body.tells_contacts = 0;
  Crowd crowd(desc);
  const GoalId left = crowd.add_goal({5, 20}), wall = crowd.add_goal({30, 20});
  const AgentId player = crowd.spawn({.position = {30, 20, 0}, .locked = true});
  const AgentId ghoul = crowd.spawn({.position = {20, 20, 0}, .species = 1, .goal = wall});
  const auto contacts = [&](double seconds) {
    int count = 0;
    for (int i = 0; i < seconds * 60; ++i) {
      crowd.world().tick();
      for (const Event& event : crowd.world().events())
        if (event.kind == Event::Kind::kContact) {
          EXPECT_EQ(event.agent, player);
          EXPECT_EQ(event.other, ghoul);
          ++count;
        }
    }
    return count;
  };
  EXPECT_EQ(contacts(1), 0);
  EXPECT_EQ(contacts(10), 1);
  EXPECT_FALSE(crowd.world().set_goal(ghoul, left));
  EXPECT_EQ(contacts(5), 0);
  EXPECT_FALSE(crowd.world().set_goal(ghoul, wall));
  EXPECT_EQ(contacts(10), 1);
}

TEST(WatchContacts, WhatThereIsNoRoomForIsReported) {
  // Twenty balls on one spot all touch each other: more than six each.
  WorldDesc desc = crowd_desc(2, 40, {bodies_of(0.5f, 0, 1)});
  desc.capacity = 20;
  Crowd crowd(desc);
  for (int i = 0; i < 20; ++i) crowd.spawn({.position = {20, 20, 0}});
  const TickReport report = crowd.world().tick();
  EXPECT_NE(report.flags & kTouchesLost, 0u);
  EXPECT_EQ(told_by(crowd.world()).size(), 120u);
  bool parted = false;
  for (int i = 0; i < 600 && !parted; ++i) parted = (crowd.world().tick().flags & kTouchesLost) == 0;
  EXPECT_TRUE(parted);
}

TEST(WatchContacts, WorldsThatAreNotToldTakeNoMemoryForIt) {
  const auto scheduler = make_serial_scheduler();
  const auto bytes = [&](const WorldDesc& desc) { return World::create(desc, *scheduler)->memory_bytes(); };
  const WorldDesc plain = body_desc(open_map(40, 40), 0.5f);
  WorldDesc tells = plain, points = plain;
  tells.species[0].body.tells_contacts = 1;
  points.species[0].body.radius = 0;
  const std::uint64_t points_alone = bytes(points);
  points.species[0].body.tells_contacts = 1;
  EXPECT_GT(bytes(tells), bytes(plain));
  EXPECT_EQ(bytes(points), points_alone) << "points touch nobody";
}

}  // namespace
}  // namespace cardume::testing
