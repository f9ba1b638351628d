#include "core/space/quarry.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/dice.hpp"

namespace cardume {
namespace {

using testing::Dice;

struct Herd {
  WorldDesc desc;
  AgentTable agents;
  Quarry quarry;

  Herd(std::uint32_t dimensions, std::uint32_t capacity, Edge edge = Edge::kOpen) {
    desc.dimensions = dimensions;
    desc.capacity = capacity;
    desc.size = {40, 30, 20};
    desc.scenery.edge = edge;
    reserve(agents, {.capacity = capacity, .dimensions = dimensions});
    quarry = make_quarry(1, desc);
  }
  void add(Vec3 place, std::uint8_t species, std::uint32_t slot) {
    AgentDesc agent;
    agent.position = place;
    agent.species = species;
    append(agents, agent, slot);
  }
};

float way_along(float a, float b, float period) {
  const float straight = std::fabs(a - b);
  return period > 0 ? std::min(straight, period - straight) : straight;
}

/// Everybody, one after the other.
std::optional<QuarryHit> brute_force(const Herd& herd, Vec3 place, float radius, std::uint32_t self) {
  std::optional<QuarryHit> best;
  const bool wrapped = herd.desc.scenery.edge == Edge::kWrap;
  const float from[] = {place.x, place.y, place.z};
  const float period[] = {herd.desc.size.x, herd.desc.size.y, herd.desc.size.z};
  for (std::uint32_t row = 0; row < herd.agents.count; ++row) {
    if (herd.agents.species[row] != 1 || row == self) continue;
    float distance2 = 0;
    for (std::uint32_t d = 0; d < herd.desc.dimensions; ++d) {
      const float way = way_along(herd.agents.position.axis[d][row], from[d], wrapped ? period[d] : 0);
      distance2 += way * way;
    }
    const bool nearer = !best || distance2 < best->distance2 ||
                        (distance2 == best->distance2 && herd.agents.slot[row] < herd.agents.slot[best->row]);
    if (distance2 <= radius * radius && nearer) best = QuarryHit{row, distance2};
  }
  return best;
}

/// Spread out, on a lattice where many are equally far, in one heap with some far out, or all on one spot.
Vec3 draw_place(Dice& dice, std::uint32_t manner) {
  if (manner == 0) return {dice.below(40), dice.below(30), dice.below(20)};
  if (manner == 1)
    return {static_cast<float>(dice() % 8), static_cast<float>(dice() % 6), static_cast<float>(dice() % 5)};
  if (manner == 2) return {7, 5, 3};
  const bool out = dice.chance(3);
  return {dice.below(out ? 1e6f : 0.01f), dice.below(out ? -1e6f : 0.01f), dice.below(out ? 1e5f : 0.01f)};
}

void expect_nearest(const Herd& herd, Vec3 place, float radius, std::uint32_t self) {
  const auto expected = brute_force(herd, place, radius, self);
  const auto found = nearest_of(herd.quarry, place, radius, self);
  ASSERT_EQ(found.has_value(), expected.has_value());
  if (!found) return;
  EXPECT_EQ(found->row, expected->row);
  EXPECT_EQ(found->distance2, expected->distance2);
}

constexpr float kRadii[] = {0.001f, 0.5f, 1, 3, 12, 1000, 1e6f};

void ask(const Herd& herd, Dice& dice, std::uint32_t manner) {
  for (int question = 0; question < 12; ++question) {
    const float radius = kRadii[dice() % 7];
    expect_nearest(herd, draw_place(dice, manner), radius, 0xFFFFFFFFu);
    if (herd.agents.count == 0) continue;
    const std::uint32_t self = dice() % herd.agents.count;
    const auto& axis = herd.agents.position.axis;
    expect_nearest(herd, {axis[0][self], axis[1][self], axis[2].empty() ? 0 : axis[2][self]}, radius, self);
  }
}

void try_crowds(std::uint32_t dimensions, Edge edge, std::uint32_t seed) {
  Dice dice(seed);
  for (int crowd = 0; crowd < 700; ++crowd) {
    constexpr std::uint32_t kMost = 700;
    Herd herd(dimensions, kMost, edge);
    const std::uint32_t manner = dice() % (edge == Edge::kOpen ? 4 : 3);
    const std::uint32_t count = dice.chance(50) ? dice() % 20 : dice() % kMost, sought = dice() % 101;
    const std::uint32_t turn = dice() % kMost;
    for (std::uint32_t i = 0; i < count; ++i)
      herd.add(draw_place(dice, manner), dice.chance(sought) ? 1 : 0, (i * 11 + turn) % kMost);
    fill(herd.quarry, herd.agents);
    ask(herd, dice, manner);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Quarry, TheNearestIsTheOneThatALookAtEverybodyFinds) {
  for (std::uint32_t dimensions : {2u, 3u}) try_crowds(dimensions, Edge::kOpen, 1 + dimensions);
}

TEST(Quarry, OnATorusTheNearestIsTheOneWithTheNearestImage) {
  for (std::uint32_t dimensions : {2u, 3u}) try_crowds(dimensions, Edge::kWrap, 5 + dimensions);
}

TEST(Quarry, WhatWasThereBeforeIsForgotten) {
  for (std::uint32_t first : {0u, 1u, 8u, 9u, 64u, 65u, 600u})
    for (std::uint32_t second : {0u, 1u, 7u, 8u, 9u, 64u, 65u, 513u}) {
      Herd herd(2, 700);
      Dice dice(first * 1000 + second);
      for (std::uint32_t i = 0; i < first; ++i) herd.add(draw_place(dice, 0), 1, i);
      fill(herd.quarry, herd.agents);
      herd.agents.count = 0;
      for (std::uint32_t i = 0; i < second; ++i) herd.add(draw_place(dice, 0), 1, i);
      fill(herd.quarry, herd.agents);
      for (int question = 0; question < 50; ++question) expect_nearest(herd, draw_place(dice, 0), 20, 0xFFFFFFFFu);
    }
}

TEST(Quarry, TheEdgeOfTheRadiusIsWithin) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    Herd herd(dimensions, 4);
    herd.add({3, 4, 0}, 1, 0);
    fill(herd.quarry, herd.agents);
    EXPECT_TRUE(nearest_of(herd.quarry, {}, 5, 1));
    EXPECT_FALSE(nearest_of(herd.quarry, {}, std::nextafter(5.f, 0.f), 1));
  }
}

TEST(Quarry, ManyOfThemAreFoundAlike) {
  for (std::uint32_t manner : {0u, 3u}) {
    Herd herd(2, 100'000);
    Dice dice(9);
    for (std::uint32_t i = 0; i < 100'000; ++i) herd.add(draw_place(dice, manner), 1, i);
    fill(herd.quarry, herd.agents);
    for (int question = 0; question < 100; ++question) expect_nearest(herd, draw_place(dice, manner), 15, 0xFFFFFFFFu);
  }
}

TEST(Quarry, WaysOnATorusAreTheShorterOnes) {
  const Herd herd(3, 4, Edge::kWrap), open(3, 4);
  EXPECT_EQ(way_to(herd.quarry, {39, 1, 10}, {1, 29, 12}), (Vec3{2, -2, 2}));
  EXPECT_EQ(way_to(open.quarry, {39, 1, 10}, {1, 29, 12}), (Vec3{-38, 28, 2}));
}

}  // namespace
}  // namespace cardume
