#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "tests/support/bits.hpp"
#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"

namespace cardume::testing {
namespace {

/// Bodies on open ground that nothing moves but contacts.
WorldDesc ground(float radius, std::uint32_t dimensions = 2) {
  WorldDesc desc = body_desc({}, radius);
  desc.dimensions = dimensions;
  desc.size = {64, 64, 64};
  return desc;
}

Vec3 place_in(Dice& dice, Vec3 centre, float edge) {
  return {centre.x + dice.below(edge) - edge / 2, centre.y + dice.below(edge) - edge / 2,
          centre.z + dice.below(edge) - edge / 2};
}

float distance(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// The least distance of two bodies as a share of the sum of their radii.
double least_gap(const World& world) {
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t a = 0; a < world.count(); ++a)
    for (std::uint32_t b = a + 1; b < world.count(); ++b) {
      double distance2 = 0;
      for (std::uint32_t d = 0; d < world.desc().dimensions; ++d)
        distance2 +=
            std::pow(static_cast<double>(world.positions(d)[a]) - static_cast<double>(world.positions(d)[b]), 2);
      const double together = static_cast<double>(world.radii()[a]) + static_cast<double>(world.radii()[b]);
      least = std::min(least, std::sqrt(distance2) / together);
    }
  return least;
}

/// Sum of the depths of all overlaps.
double total_overlap(const World& world) {
  std::vector<ContactPair> pairs;
  EXPECT_FALSE(world.contacts(pairs));
  double sum = 0;
  for (const ContactPair& pair : pairs) sum += std::max(0.0, static_cast<double>(pair.depth));
  return sum;
}

TEST(Contacts, B1_BodiesOnOneSpotComeApart) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (int count : {2, 3, 7, 20, 50})
      for (bool mixed : {false, true}) {
        Dice dice(static_cast<std::uint32_t>(count));
        Crowd crowd(ground(0.8f, dimensions));
        for (int i = 0; i < count; ++i)
          crowd.spawn({.position = {32, 32, 32}, .radius = mixed ? 0.2f + dice.below(0.6f) : 0});
        crowd.run(2);
        EXPECT_GE(least_gap(crowd.world()), 0.95) << count << " bodies, " << dimensions << "D, mixed " << mixed;
      }
}

TEST(Contacts, B1_HundredsOnOneSpotComeApartAsWell) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    Crowd crowd(ground(0.4f, dimensions));
    for (int i = 0; i < 500; ++i) crowd.spawn({.position = {32, 32, 32}});
    crowd.run(15);
    EXPECT_LE(deepest_overlap(crowd.world()), 0.05);
  }
}

TEST(ContactsDeterminism, B1_TbbThreadsDoNotShow) {
  const auto run = [](Scheduler& scheduler) {
    WorldDesc desc = ground(0.4f);
    desc.size = {200, 200, 1};
    World world = std::move(*World::create(desc, scheduler));
    Dice dice(3);
    std::vector<AgentDesc> agents(9000, AgentDesc{.position = {50, 50, 0}});
    for (std::size_t i = 50; i < agents.size(); ++i) agents[i].position = place_in(dice, {100, 100, 0}, 60);
    EXPECT_FALSE(world.spawn_all(agents));
    std::vector<std::uint64_t> hashes;
    for (int tick = 0; tick < 30; ++tick) hashes.push_back(world.tick().state_hash);
    return hashes;
  };
  const auto one = make_serial_scheduler(), many = make_tbb_scheduler();
  EXPECT_EQ(run(*one), run(*many));
}

/// How far a tick moves each of two bodies whose centres are so far apart.
std::pair<float, float> push_of(float radius, float apart, float angle) {
  WorldDesc desc = ground(radius);
  desc.contacts.iterations = 1;
  Crowd crowd(desc);
  const Vec2 at{30, 30}, other{30 + apart * std::cos(angle), 30 + apart * std::sin(angle)};
  const AgentId first = crowd.spawn({.position = {at.x, at.y, 0}});
  const AgentId second = crowd.spawn({.position = {other.x, other.y, 0}});
  crowd.world().tick();
  EXPECT_NEAR(distance(crowd.position(first), at), distance(crowd.position(second), other), 1e-5f);
  return {distance(crowd.position(first), at), crowd.world().pressures()[0]};
}

TEST(Contacts, B3_PushesGrowAsDistanceShrinks) {
  for (float radius : {0.2f, 0.5f, 2.4f})
    for (float angle : {0.f, 0.7f, 2.f, 4.5f}) {
      std::pair<float, float> last{0, 0};
      for (float apart : {2.f, 1.95f, 1.9f, 1.8f, 1.5f, 1.f, 0.5f, 0.1f, 1e-3f, 1e-5f, 0.f}) {
        const auto [moved, pressure] = push_of(radius, apart * radius, angle);
        EXPECT_GE(moved, last.first - 1e-5f) << apart;
        EXPECT_GE(pressure, last.second) << apart;
        EXPECT_NEAR(pressure, 2 - apart, 2e-3f);
        last = {moved, pressure};
      }
      EXPECT_GE(last.first, push_of(radius, radius / 2, angle).first - 1e-5f);
      EXPECT_GT(last.second, 1.99f);
    }
}

TEST(Contacts, B3_NobodySharesSpaceAtRest) {
  for (float radius : {0.1f, 0.35f, 1.f}) {
    Dice dice(5);
    Crowd crowd(ground(radius));
    for (int i = 0; i < 200; ++i) crowd.spawn({.position = place_in(dice, {32, 32, 0}, 10 * radius)});
    crowd.run(10);
    EXPECT_LE(deepest_overlap(crowd.world()), 0.02);
    EXPECT_EQ(crowd.world().overlaps().deep, 0u);
  }
}

TEST(Contacts, B5_FiveHundredInARoomForTenStayThereAndComeApart) {
  CostGrid map = open_map(16, 16);
  for (std::uint32_t i = 6; i <= 10; ++i)
    for (std::uint32_t wall : {6u, 10u}) {
      add_wall(map, {i, wall}, {i, wall});
      add_wall(map, {wall, i}, {wall, i});
    }
  Dice dice(1);
  WorldDesc desc = body_desc(map, 0.45f);
  desc.budget.crowd_limit = 0;
  Crowd crowd(desc);
  for (int i = 0; i < 500; ++i) crowd.spawn({.position = place_in(dice, {8.5f, 8.5f, 0}, 1)});
  crowd.run(1.0 / 60);
  double last = total_overlap(crowd.world());
  const double first = last;
  for (int second = 0; second < 6; ++second) {
    crowd.run(1);
    const double total = total_overlap(crowd.world());
    EXPECT_LE(total, last * 1.02) << second;           // Full, it stays as it is.
    EXPECT_LT(deepest_in_walls(crowd.world()), 1e-3);  // Not their centres alone: whole bodies stay in the room.
    last = total;
  }
  EXPECT_LT(last, first * 0.7);
}

TEST(Contacts, B5_AnOpenCrowdComesApartSecondBySecond) {
  Dice dice(2);
  Crowd crowd(ground(0.5f));
  for (int i = 0; i < 500; ++i) crowd.spawn({.position = place_in(dice, {32, 32, 0}, 3)});
  crowd.run(1.0 / 60);
  double last = total_overlap(crowd.world());
  for (int second = 0; second < 5; ++second) {
    crowd.run(1);
    const double total = total_overlap(crowd.world());
    EXPECT_LT(total, last) << second;
    last = total;
  }
}

TEST(Contacts, B26_ALockedBodyDoesNotMoveAndNobodyShakesAroundIt) {
  for (float mass : {1e-2f, 1.f, 1e3f}) {
    Crowd crowd(ground(0.6f));
    const AgentId locked = crowd.spawn({.position = {32, 32, 0}, .locked = true});
    Dice dice(8);
    std::vector<AgentId> light;
    for (int i = 0; i < 40; ++i)
      light.push_back(crowd.spawn({.position = place_in(dice, {32, 32, 0}, 3), .radius = 0.3f, .mass = mass}));
    crowd.run(5);
    std::vector<Vec2> rest;
    for (AgentId id : light) rest.push_back(crowd.position(id));
    for (int tick = 0; tick < 60; ++tick) {
      crowd.world().tick();
      for (std::size_t i = 0; i < light.size(); ++i) ASSERT_LT(distance(crowd.position(light[i]), rest[i]), 3e-4f);
    }
    EXPECT_EQ(crowd.position(locked).x, 32.f);
    EXPECT_EQ(crowd.position(locked).y, 32.f);
    EXPECT_LE(deepest_overlap(crowd.world()), 0.02);
  }
}

TEST(Contacts, B26_DisplacementsAreAsInverseMasses) {
  for (float ratio : {1.f, 3.f, 10.f, 100.f})
    for (float radius : {0.2f, 0.5f, 2.f})
      for (float angle : {0.f, 1.f, 2.5f, 5.f}) {
        const float overlap = radius / 10;
        const Vec2 way{(2 * radius - overlap) * std::cos(angle), (2 * radius - overlap) * std::sin(angle)};
        Crowd crowd(ground(radius));
        const AgentId light = crowd.spawn({.position = {32, 32, 0}, .mass = 0.5f});
        const AgentId heavy = crowd.spawn({.position = {32 + way.x, 32 + way.y, 0}, .mass = 0.5f * ratio});
        crowd.run(1);
        const float moved = distance(crowd.position(light), {32, 32});
        const float heavy_moved = distance(crowd.position(heavy), {32 + way.x, 32 + way.y});
        EXPECT_NEAR(moved + heavy_moved, overlap, 0.01f * overlap);
        EXPECT_NEAR(moved, overlap * ratio / (1 + ratio), 0.01f * overlap) << ratio;
      }
}

TEST(Contacts, BodiesOfDifferentLayersPassThroughEachOther) {
  for (const auto& [a_collides, b_collides] : {std::pair{1u, 2u}, {~0u, 2u}, {1u, ~0u}, {~0u, ~0u}}) {
    WorldDesc desc = ground(0.5f);
    desc.species.push_back(desc.species[0]);
    desc.species[0].body.layers = 1;
    desc.species[0].body.collides = a_collides;
    desc.species[1].body.layers = 2;
    desc.species[1].body.collides = b_collides;
    Crowd crowd(desc);
    const AgentId a = crowd.spawn({.position = {20, 20, 0}});
    const AgentId b = crowd.spawn({.position = {20.3f, 20, 0}, .species = 1});
    const AgentId c = crowd.spawn({.position = {40, 20, 0}, .species = 1});
    const AgentId d = crowd.spawn({.position = {40.3f, 20, 0}, .species = 1});
    crowd.run(1);
    const bool collide = a_collides == ~0u && b_collides == ~0u;
    EXPECT_NEAR(distance(crowd.position(a), crowd.position(b)), collide ? 1.f : 0.3f, 1e-3f);
    EXPECT_NEAR(distance(crowd.position(c), crowd.position(d)), 1.f, 1e-3f);
  }
}

TEST(Contacts, ResistanceHoldsAgainstThoseOfLowerPriorityOnly) {
  for (float resistance : {0.f, 0.5f, 1.f})
    for (const std::uint8_t priority : std::to_array<std::uint8_t>({0, 1, 200}))
      for (bool locked : {false, true}) {
        WorldDesc desc = ground(0.5f);
        desc.species.push_back(desc.species[0]);
        desc.species[1].body.priority = priority;
        desc.species[1].body.push_resistance = resistance;
        Crowd crowd(desc);
        const AgentId low = crowd.spawn({.position = {20, 20, 0}, .locked = locked});
        const AgentId high = crowd.spawn({.position = {20, 20.95f, 0}, .species = 1});
        crowd.run(1);
        const float weight = priority > 0 ? 1 - resistance : 1;
        EXPECT_NEAR(distance(crowd.position(high), {20, 20.95f}), locked ? 0.05f : 0.05f * weight / (1 + weight),
                    1e-3f);
        EXPECT_NEAR(distance(crowd.position(low), crowd.position(high)), 1.f, 1e-3f);
      }
}

TEST(Contacts, PointsTouchNobody) {
  WorldDesc desc = ground(0.5f);
  desc.species.push_back(desc.species[0]);
  desc.species[1].body.radius = 0;
  Crowd crowd(desc);
  const AgentId body = crowd.spawn({.position = {20, 20, 0}});
  const AgentId point = crowd.spawn({.position = {20.1f, 20, 0}, .species = 1});
  crowd.run(1);
  EXPECT_EQ(crowd.position(body).x, 20.f);
  EXPECT_EQ(crowd.position(point).x, 20.1f);
  EXPECT_EQ(crowd.world().overlaps().pairs, 0u);
}

TEST(Contacts, HeapsOfAllSizesEndWithoutDeepOverlaps) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    Dice dice(dimensions);
    Crowd crowd(ground(2.4f, dimensions));
    for (int i = 0; i < 200; ++i) {
      const float radius = dice.chance(10) ? 2.4f : 0.1f + dice.below(0.9f);
      crowd.spawn({.position = place_in(dice, {32, 32, 32}, dimensions == 2 ? 14.f : 8.f),
                   .radius = radius,
                   .mass = 0.2f + dice.below(5),
                   .locked = dice.chance(1)});
    }
    crowd.run(12);
    EXPECT_LE(deepest_overlap(crowd.world()), 0.05);
    EXPECT_EQ(crowd.world().overlaps().deep, 0u);
  }
}

TEST(Contacts, SpeedIntoOthersIsLostAndNoneIsGained) {
  for (float angle : {-0.5f, 0.f, 0.3f, 0.6f}) {
    Crowd crowd(ground(0.5f));
    const Vec2 velocity{2 * std::cos(angle), 2 * std::sin(angle)};
    crowd.spawn({.position = {32, 32, 0}, .locked = true});
    const AgentId mover = crowd.spawn({.position = {31, 32, 0}, .velocity = {velocity.x, velocity.y, 0}});
    const AgentId pressed = crowd.spawn({.position = {32.2f, 32, 0}});
    crowd.run(0.1);
    EXPECT_LE(std::hypot(crowd.velocity(mover).x, crowd.velocity(mover).y), 2.0001f);
    EXPECT_LT(crowd.velocity(mover).x, std::max(0.2f, velocity.x - 0.1f));
    EXPECT_GE(crowd.velocity(mover).x, -1.f);
    EXPECT_EQ(crowd.velocity(pressed).x, 0.f);
  }
}

/// Flies a body head-on into a locked one.
void expect_dead_stop(float radius, float speed, float angle) {
  WorldDesc desc = ground(radius);
  desc.species[0].motion.max_speed = 8;
  Crowd crowd(desc);
  const Vec2 way{std::cos(angle), std::sin(angle)};
  const float gap = 2.03f * radius;
  crowd.spawn({.position = {32, 32, 0}, .locked = true});
  const AgentId mover =
      crowd.spawn({.position = {32 - gap * way.x, 32 - gap * way.y, 0}, .velocity = {speed * way.x, speed * way.y, 0}});
  for (int tick = 0; tick < 30; ++tick) {
    crowd.world().tick();
    const Vec2 velocity = crowd.velocity(mover);
    const float into = velocity.x * way.x + velocity.y * way.y, across = velocity.x * way.y - velocity.y * way.x;
    EXPECT_GE(into, -1e-3f * speed) << radius << ' ' << speed << ' ' << angle << " tick " << tick;
    EXPECT_NEAR(across, 0, 1e-3f * speed);
  }
  const Vec2 velocity = crowd.velocity(mover);
  EXPECT_LT(std::hypot(velocity.x, velocity.y), 1e-3f * speed) << radius << ' ' << speed << ' ' << angle;
  EXPECT_NEAR(distance(crowd.position(mover), {32, 32}), 2 * radius, 1e-3f * radius);
}

TEST(Contacts, HeadOnIntoALockedBodyAllSpeedIsLostAndNothingBounces) {
  for (float radius : {0.3f, 0.5f, 1.f})
    for (float speed : {0.5f, 2.f, 6.f})
      for (float angle : {0.f, 0.7f, 2.2f, 4.f}) expect_dead_stop(radius, speed, angle);
}

TEST(Contacts, CrowdsPressedOutOfTheWorldStayIn) {
  Dice dice(4);
  Crowd crowd(ground(0.5f, 3));
  for (int i = 0; i < 300; ++i) crowd.spawn({.position = place_in(dice, {1, 63, 1}, 2)});
  crowd.run(10);
  for (std::uint32_t d = 0; d < 3; ++d)
    for (float at : crowd.world().positions(d)) ASSERT_TRUE(at >= 0 && at <= 64);
  EXPECT_LE(deepest_overlap(crowd.world()), 0.1);
}

TEST(Contacts, FastBodiesOfAllSizesGiveTheSameOnEverySet) {
  std::vector<std::uint64_t> expected;
  for (const char* set : instruction_sets()) {
    WorldDesc desc = ground(0.3f);
    desc.species[0].motion.max_speed = 300;  // Many times their size in a tick.
    desc.instruction_set = set;
    Dice dice(6);
    Crowd crowd(desc);
    for (int i = 0; i < 1500; ++i)
      crowd.spawn({.position = place_in(dice, {32, 32, 0}, 60),
                   .velocity = place_in(dice, {}, 500),
                   .radius = 0.1f + dice.below(0.2f)});
    std::vector<std::uint64_t> hashes;
    for (int tick = 0; tick < 20; ++tick) hashes.push_back(crowd.world().tick().state_hash);
    if (expected.empty()) expected = hashes;
    EXPECT_EQ(hashes, expected) << set;
  }
}

TEST(Contacts, B40_EachPairThatTouchesIsReportedOnce) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    WorldDesc desc = ground(2.4f, dimensions);
    desc.species.push_back(desc.species[0]);
    desc.species[1].body.collides = 2;  // Nobody's layer.
    Dice dice(9);
    Crowd crowd(desc);
    for (int i = 0; i < 300; ++i)
      crowd.spawn({.position = place_in(dice, {32, 32, 32}, dimensions == 2 ? 30.f : 12.f),
                   .species = static_cast<std::uint8_t>(dice.chance(20)),
                   .radius = 0.1f + dice.below(2.3f)});
    for (int tick = 0; tick < 3; ++tick) crowd.world().tick();
    const World& world = crowd.world();
    std::map<std::pair<AgentId, AgentId>, double> expected;
    for (std::uint32_t a = 0; a < world.count(); ++a)
      for (std::uint32_t b = a + 1; b < world.count(); ++b) {
        double distance2 = 0;
        for (std::uint32_t d = 0; d < dimensions; ++d)
          distance2 +=
              std::pow(static_cast<double>(world.positions(d)[a]) - static_cast<double>(world.positions(d)[b]), 2);
        const double together = static_cast<double>(world.radii()[a]) + static_cast<double>(world.radii()[b]);
        if (std::sqrt(distance2) - together < 0.01 * together && world.species()[a] == 0 && world.species()[b] == 0)
          expected[std::minmax({world.id_at(a), world.id_at(b)})] = together - std::sqrt(distance2);
      }
    std::vector<ContactPair> pairs{{}, {}};
    ASSERT_FALSE(world.contacts(pairs));
    ASSERT_GT(expected.size(), 100u);
    ASSERT_EQ(pairs.size(), expected.size());
    std::size_t i = 0;
    for (const auto& [ids, depth] : expected) {
      EXPECT_EQ(pairs[i].first, ids.first);
      EXPECT_EQ(pairs[i].second, ids.second);
      EXPECT_NEAR(pairs[i++].depth, depth, 1e-5);
    }
    EXPECT_EQ(world.overlaps().pairs, pairs.size());
    EXPECT_GT(world.overlaps().deep, 0u);
  }
}

}  // namespace
}  // namespace cardume::testing
