#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"

namespace cardume::testing {
namespace {

constexpr std::uint32_t kEdge = 60;
constexpr double kMiddle = kEdge / 2.0;

/// Bodies on an open square that look ahead for about a second.
WorldDesc walkers(float radius, float speed = 4) {
  WorldDesc desc = body_desc(open_map(kEdge, kEdge), radius, speed);
  desc.species[0].avoidance.radius = 4 * radius + speed;
  return desc;
}

struct Point {
  double x = 0, y = 0;
};

Point at(const Crowd& crowd, AgentId id) {
  const Vec2 position = crowd.position(id);
  return {static_cast<double>(position.x), static_cast<double>(position.y)};
}

Vec2 to_vec2(Point point) { return {static_cast<float>(point.x), static_cast<float>(point.y)}; }

double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

Point from_middle(double angle, double far) {
  return {kMiddle + std::cos(angle) * far, kMiddle + std::sin(angle) * far};
}

/// Somebody on a straight way, and what has become of it.
struct Walk {
  Point from, to;
  std::uint8_t species = 0;
  AgentId id{};
  double arrived = 0;  ///< Seconds; 0 while it is on its way.
  double left = 0;     ///< How far to the left of the way it has been at most; negative for the right.
  double right = 0;    ///< The same for the right.

  Walk(Point start, Point end) : from(start), to(end) {}

  /// How far a place is to the left of the way.
  double left_of_way(Point place) const {
    const Point way{to.x - from.x, to.y - from.y}, off{place.x - from.x, place.y - from.y};
    return (way.x * off.y - way.y * off.x) / distance(from, to);
  }
  void watch(Point place, double seconds) {
    if (arrived != 0) return;
    left = std::max(left, left_of_way(place));
    right = std::max(right, -left_of_way(place));
    if (distance(place, to) < 0.75) arrived = seconds;
  }
};

/// Walks from one point of a circle to the opposite one.
std::vector<Walk> across(int count, double radius, double turn = 0) {
  std::vector<Walk> walks;
  for (int i = 0; i < count; ++i) {
    const double angle = turn + 2 * std::numbers::pi * i / count;
    walks.emplace_back(from_middle(angle, radius), from_middle(angle + std::numbers::pi, radius));
  }
  return walks;
}

void send(Crowd& crowd, std::vector<Walk>& walks) {
  for (Walk& walk : walks) {
    const Vec2 from = to_vec2(walk.from);
    walk.id = crowd.spawn(
        {.position = {from.x, from.y, 0}, .species = walk.species, .goal = crowd.add_goal(to_vec2(walk.to))});
  }
}

/// Ticks until all are there, at most so many seconds. Returns the seconds it took, or infinity.
double seconds_until_there(Crowd& crowd, std::vector<Walk>& walks, double most) {
  for (int tick = 1; tick <= most * 60; ++tick) {
    crowd.run(1.0 / 60);
    bool there = true;
    for (Walk& walk : walks) {
      walk.watch(at(crowd, walk.id), tick / 60.0);
      there = there && walk.arrived != 0;
    }
    if (there) return tick / 60.0;
  }
  return std::numeric_limits<double>::infinity();
}

TEST(Avoid, B2_TwoWhoSwapTheEndsOfALinePassOnTheRight) {
  for (int turn = 0; turn < 8; ++turn)
    for (const float radius : {0.2f, 0.5f, 1.f})
      for (const float speed : {1.f, 4.f, 8.f}) {
        Crowd crowd(walkers(radius, speed));
        auto walks = across(2, 12, turn * std::numbers::pi / 4);
        send(crowd, walks);
        const double free = 24 / static_cast<double>(speed);
        EXPECT_LE(seconds_until_there(crowd, walks, 2 * free), 1.5 * free) << turn << " " << radius << " " << speed;
        for (const Walk& walk : walks) {
          EXPECT_GT(walk.right, 0.9 * static_cast<double>(radius)) << turn << " " << radius << " " << speed;
          EXPECT_LT(walk.left, walk.right / 2) << turn << " " << radius << " " << speed;
        }
      }
}

/// Two without goals who fly at each other, both to the right by `offset` of the exact line, along `angle`.
struct Flight {
  double nearest = std::numeric_limits<double>::infinity();  ///< Gap between the two, as a share of their radii.
  std::array<double, 2> right{};                             ///< How far to the right of its line each ends up.
};

Flight fly(const WorldDesc& desc, double angle, float radius, float other_radius, double offset) {
  const auto speed = static_cast<double>(desc.species[0].motion.max_speed);
  Crowd crowd(desc);
  std::array<Walk, 2> walks{Walk{from_middle(angle, 12), from_middle(angle + std::numbers::pi, 12)},
                            Walk{from_middle(angle + std::numbers::pi, 12), from_middle(angle, 12)}};
  for (Walk& walk : walks) {
    const Point way{(walk.to.x - walk.from.x) / 24, (walk.to.y - walk.from.y) / 24};
    const Vec2 start = to_vec2({walk.from.x + way.y * offset, walk.from.y - way.x * offset});
    const Vec2 velocity = to_vec2({way.x * speed, way.y * speed});
    walk.id = crowd.spawn({.position = {start.x, start.y, 0},
                           .velocity = {velocity.x, velocity.y, 0},
                           .radius = &walk == &walks[0] ? radius : other_radius});
  }
  Flight flight;
  const double room = static_cast<double>(radius + other_radius);
  for (int tick = 0; tick < 20 / speed * 60; ++tick) {
    crowd.run(1.0 / 60);
    const double gap = distance(at(crowd, walks[0].id), at(crowd, walks[1].id)) - room;
    flight.nearest = std::min(flight.nearest, gap / room);
  }
  for (std::size_t i = 0; i < 2; ++i) flight.right[i] = -walks[i].left_of_way(at(crowd, walks[i].id));
  return flight;
}

TEST(Avoid, B2_ExactlyHeadOnBothStepToTheirRightAlikeAtAnyAngle) {
  Dice dice(1);
  for (int trial = 0; trial < 60; ++trial) {
    const float radius = 0.2f + dice.below(0.8f), other = dice.chance(50) ? radius : 0.2f + dice.below(radius - 0.2f);
    const auto angle = static_cast<double>(dice.below(7));
    const Flight flight = fly(walkers(radius, 1 + dice.below(7)), angle, radius, other, 0);
    EXPECT_GT(flight.nearest, 0) << trial;
    for (const double right : flight.right) EXPECT_GT(right, 0.4 * static_cast<double>(radius + other)) << trial;
    EXPECT_NEAR(flight.right[0], flight.right[1], 0.01) << trial;
  }
}

TEST(Avoid, WithoutABiasEachKeepsToTheSideOnWhichItIs) {
  for (const double offset : {-0.1, 0.1, -0.02, 0.02}) {
    WorldDesc desc = walkers(0.5f);
    desc.species[0].avoidance.right_bias = 0;
    const Flight flight = fly(desc, 0.3, 0.5f, 0.5f, offset);
    EXPECT_GT(flight.nearest, 0) << offset;
    for (const double right : flight.right) EXPECT_GT(right * (offset > 0 ? 1 : -1), 0.4) << offset;
  }
}

TEST(Avoid, TheBiasSendsThoseToTheRightWhoAreALittleToTheLeft) {
  WorldDesc desc = walkers(0.5f);
  desc.species[0].avoidance.right_bias = 0.3f;
  for (const double right : fly(desc, 0.3, 0.5f, 0.5f, -0.1).right) EXPECT_GT(right, 0.4);
  for (const double right : fly(desc, 0.3, 0.5f, 0.5f, -0.3).right) EXPECT_LT(right, -0.4);
}

TEST(Avoid, ACrowdThatSwapsPlacesOnACircleGetsThrough) {
  for (const int count : {4, 8, 30})
    for (const float radius : {0.3f, 0.5f}) {
      Crowd crowd(walkers(radius));
      auto walks = across(count, 12);
      send(crowd, walks);
      EXPECT_LT(seconds_until_there(crowd, walks, 30), count == 30 ? 15 : 9) << count << " r " << radius;
      EXPECT_LT(deepest_overlap(crowd.world()), 0.05) << count << " r " << radius;
    }
}

/// The velocity of a body that flies along x past or at another one, after a tick.
Vec2 velocity_beside(const WorldDesc& desc, Vec2 other_way, Vec2 other_velocity, std::uint8_t species = 0) {
  Crowd crowd(desc);
  const AgentId id = crowd.spawn({.position = {30, 30, 0}, .velocity = {2, 0, 0}});
  crowd.spawn({.position = {30 + other_way.x, 30 + other_way.y, 0},
               .velocity = {other_velocity.x, other_velocity.y, 0},
               .species = species});
  crowd.run(1.0 / 60);
  return crowd.velocity(id);
}

TEST(Avoid, WhoeverIsOnNobodysCourseIsLeftAlone) {
  const WorldDesc desc = walkers(0.5f);
  const Vec2 kept{2, 0};
  EXPECT_EQ(velocity_beside(desc, {20, 0}, {-2, 0}), kept) << "far away";
  EXPECT_EQ(velocity_beside(desc, {3, 0}, {2, 0}), kept) << "ahead, no slower";
  EXPECT_EQ(velocity_beside(desc, {3, 0}, {3, 0}), kept) << "ahead, faster";
  EXPECT_EQ(velocity_beside(desc, {-3, 0}, {-2, 0}), kept) << "behind, moving away";
  EXPECT_EQ(velocity_beside(desc, {-3, 0}, {4, 0}), kept) << "behind, catching up";
  EXPECT_EQ(velocity_beside(desc, {0, 1.5f}, {2, 0}), kept) << "side by side";
  EXPECT_EQ(velocity_beside(desc, {3, 1.5f}, {-2, 0}), kept) << "passing at a distance";
  EXPECT_NE(velocity_beside(desc, {3, 1}, {-2, 0}), kept) << "passing close by";
  EXPECT_NE(velocity_beside(desc, {3, 0}, {}), kept) << "standing in the way";
}

TEST(Avoid, NobodyStepsAsideForLayersThatItDoesNotAvoidNorForPoints) {
  WorldDesc desc = walkers(0.5f);
  desc.species.resize(2, desc.species[0]);
  desc.species[1].body.layers = 4;
  EXPECT_NE(velocity_beside(desc, {3, 0}, {-2, 0}, 1), (Vec2{2, 0}));
  desc.species[0].avoidance.layers = ~4u;
  EXPECT_EQ(velocity_beside(desc, {3, 0}, {-2, 0}, 1), (Vec2{2, 0}));
  desc.species[0].avoidance.layers = ~0u;
  desc.species[1].body.radius = 0;
  EXPECT_EQ(velocity_beside(desc, {3, 0}, {-2, 0}, 1), (Vec2{2, 0}));
}

TEST(Avoid, TheLowerPriorityGoesRoundTheHigherOne) {
  for (const float speed : {1.f, 4.f}) {
    WorldDesc desc = walkers(0.5f, speed);
    desc.species.resize(2, desc.species[0]);
    desc.species[1].body.priority = 3;
    Crowd crowd(desc);
    auto walks = across(2, 12);
    walks[1].species = 1;
    send(crowd, walks);
    EXPECT_LT(seconds_until_there(crowd, walks, 60), 36 / static_cast<double>(speed));
    EXPECT_LT(std::max(walks[1].left, walks[1].right), 0.05);
    EXPECT_GT(walks[0].right, 0.9);
  }
}

TEST(Avoid, WhoeverIsLockedIsWalkedRoundEvenByHigherPriorities) {
  for (const std::uint8_t priority : {std::uint8_t{0}, std::uint8_t{5}}) {
    WorldDesc desc = walkers(0.5f);
    desc.species.resize(2, desc.species[0]);
    desc.species[0].body.priority = priority;
    Crowd crowd(desc);
    auto walks = across(1, 12);
    send(crowd, walks);
    const AgentId post = crowd.spawn({.position = {30, 30, 0}, .species = 1, .locked = true});
    EXPECT_LT(seconds_until_there(crowd, walks, 9), 9);
    EXPECT_GT(std::max(walks[0].right, walks[0].left), 0.9);
    EXPECT_EQ(crowd.position(post), (Vec2{30, 30}));
  }
}

TEST(Avoid, WhoeverHasArrivedStaysWhereItIs) {
  WorldDesc desc = walkers(0.4f);
  desc.species.resize(2, desc.species[0]);
  desc.species[1].body.priority = 1;
  Crowd crowd(desc);
  const AgentId settled = crowd.spawn({.position = {30, 30, 0}, .goal = crowd.add_goal({30, 30})});
  crowd.run(2);
  ASSERT_EQ(crowd.state(settled), AgentState::kArrived);
  const Point post = at(crowd, settled);
  std::vector<Walk> walks{Walk({20, 30.95}, {40, 30.95})};
  walks[0].species = 1;
  send(crowd, walks);
  EXPECT_LT(seconds_until_there(crowd, walks, 9), 9);
  EXPECT_LT(distance(at(crowd, settled), post), 1e-3);
}

TEST(Avoid, InSpaceBothStepToTheirRightAndStraightUpTooSomewhere) {
  for (const bool upright : {false, true}) {
    WorldDesc desc = walkers(0.5f);
    desc.terrain = {};
    desc.dimensions = 3;
    desc.size = {60, 60, 60};
    Crowd crowd(desc);
    const float way = upright ? 0 : 10, up = upright ? 10 : 0;
    const AgentId one = crowd.spawn({.position = {30 - way, 30, 30 - up}, .velocity = {way * 0.3f, 0, up * 0.3f}});
    const AgentId two = crowd.spawn({.position = {30 + way, 30, 30 + up}, .velocity = {-way * 0.3f, 0, -up * 0.3f}});
    double deepest = -1;
    for (int tick = 0; tick < 300; ++tick) {
      crowd.run(1.0 / 60);
      deepest = std::max(deepest, deepest_overlap(crowd.world()));
    }
    EXPECT_LT(deepest, 0);
    const Vec2 right = upright ? Vec2{1, 0} : Vec2{0, -1};  // Of the first one's way.
    for (const auto& [id, sign] : {std::pair{one, 1.0}, std::pair{two, -1.0}}) {
      const Point place = at(crowd, id);
      const double off = static_cast<double>(right.x) * (place.x - 30) + static_cast<double>(right.y) * (place.y - 30);
      EXPECT_GT(off * sign, 0.4) << upright;
    }
  }
}

TEST(Avoid, B20_NobodyCirclesRoundThoseWhoRestAtItsGoal) {
  for (std::uint32_t count : {2u, 3u, 12u})
    for (float sight : {1.f, 2.f, 4.f}) {
      WorldDesc desc = body_desc(open_map(70, 40), 0.25f);
      desc.species[0].avoidance.radius = sight;
      Crowd crowd(desc);
      const GoalId goal = crowd.add_goal({35, 20});
      Dice dice(3);
      for (std::uint32_t i = 0; i < count; ++i)
        crowd.spawn({.position = {1 + dice.below(68), 1 + dice.below(38), 0}, .goal = goal});
      crowd.run(30);
      EXPECT_EQ(crowd.count(AgentState::kArrived), count) << sight;
    }
}

TEST(Avoid, WhoWalksSideBySideKeepsItsSpeed) {
  // Their ways are at right angles to the line between them but for roundings, so neither closes the gap.
  WorldDesc desc = body_desc(open_map(20, 20), 0.4f, 6);
  desc.species[0].avoidance = {.radius = 4};
  desc.species[0].arrival.fill = 0;
  Crowd crowd(desc);
  const Vec2 first{-2.50049067f, 2.22228527f}, second{-1.09748054f, 0.97537440f};
  const AgentId one = crowd.spawn({.position = {10, 10, 0}, .velocity = {first.x, first.y, 0}});
  const AgentId other =
      crowd.spawn({.position = {10 + 0.70032692f, 10 + 0.78800011f, 0}, .velocity = {second.x, second.y, 0}});
  crowd.run(1 / 60.0);
  EXPECT_GT(std::hypot(crowd.velocity(one).x, crowd.velocity(one).y), 3);
  EXPECT_GT(std::hypot(crowd.velocity(other).x, crowd.velocity(other).y), 1.3);
}

}  // namespace
}  // namespace cardume::testing
