#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "simd/kernels.hpp"
#include "tests/support/bits.hpp"
#include "tests/support/dice.hpp"

// What agents do by themselves and how they move: every instruction set on the same random, and partly hostile, crowds.
namespace cardume::simd {
namespace {

using testing::all_finite;
using testing::bits;

constexpr std::uint32_t kAgents = 32;
constexpr std::uint32_t kCrowds = 10'000;
constexpr int kProfiles = 4;
constexpr float kSize = 32;

/// Columns of random agents, and what they do.
struct Crowd {
  std::array<std::vector<float>, 3> position, velocity, acceleration, home;
  std::vector<float> speed;
  std::vector<std::uint8_t> profile, goal;
  std::vector<std::uint32_t> slot;
  std::array<std::array<float, 3>, 3> goal_place{};
  std::array<std::uint32_t, kProfiles> key{};
  std::array<float, kProfiles> share{};
  ProfileTable table{};
};

float hostile(testing::Dice& dice, float most) {
  const float choices[] = {0.f, most, most / 2, 1e-20f, std::nextafter(most, 0.f)};
  const float size = dice.chance(20) ? choices[dice() % std::size(choices)] : dice.below(most);
  return dice.chance(50) ? size : -size;
}

float up_to(testing::Dice& dice, float most) { return std::fabs(hostile(dice, most)); }

float any_weight(testing::Dice& dice) { return dice.chance(30) ? 0 : dice.below(3); }

void draw_steering(testing::Dice& dice, std::size_t p, SteerColumns& steer) {
  steer.seek_weight[p] = any_weight(dice);
  steer.inverse_slow[p] = dice.chance(50) ? 0 : dice.below(1);
  steer.flee.radius2[p] = dice.below(1000);
  steer.flee.weight[p] = any_weight(dice);
  steer.orbit_radius[p] = dice.below(20);
  steer.inverse_orbit_radius[p] = dice.chance(30) ? 0 : 1 / steer.orbit_radius[p];
  steer.orbit_weight[p] = any_weight(dice);
  steer.wander_weight[p] = any_weight(dice);
  steer.wander_spread[p] = dice.below(3);
  steer.hold.radius2[p] = dice.below(20);
  steer.hold.weight[p] = any_weight(dice);
  steer.zone.border[p] = static_cast<Border>(dice() % 3);
  for (int d = 0; d < 3; ++d) steer.zone.centre[d][p] = dice.below(kSize);
  for (int d = 0; d < 3; ++d) steer.zone.half[d][p] = d == 0 ? 5 + dice.below(10) : steer.zone.half[0][p];
  steer.zone.margin[p] = 1 + dice.below(8);
  steer.zone.inverse_margin[p] = 1 / steer.zone.margin[p];
  steer.zone.weight[p] = any_weight(dice);
}

void draw_motion(testing::Dice& dice, std::size_t p, ProfileTable& table) {
  MotionColumns& motion = table.motion;
  motion.max_speed[p] = 2.f * static_cast<float>(p + 1);
  motion.min_speed[p] = static_cast<float>(p) * 0.7f;
  motion.response[p] = 3;
  motion.rule_limit[p] = p == 0 ? 1e18f : 6.f;
  motion.total_limit[p] = p == 0 ? 9.f : 1e18f;
  const float turn = dice.below(std::numbers::pi_v<float>);
  const bool free = dice.chance(40);
  motion.turn_cosine[p] = free ? -2 : std::cos(turn);
  motion.turn_sine[p] = free ? 0 : std::sin(turn);
  motion.noise[p] = dice.chance(40) ? 0 : dice.below(2 * std::numbers::pi_v<float>);
  motion.keeps_speed[p] = dice.chance(50) ? 0.f : 1.f;
  table.rules.sense.shares_speed[p] = motion.keeps_speed[p] != 0 && dice.chance(50) ? 1.f : 0.f;
}

Crowd draw_crowd(std::uint32_t seed) {
  testing::Dice dice(seed);
  Crowd crowd;
  for (std::size_t d = 0; d < 3; ++d) {
    for (std::uint32_t i = 0; i < kAgents; ++i) {
      crowd.position[d].push_back(up_to(dice, kSize));
      crowd.velocity[d].push_back(hostile(dice, 5));
      crowd.acceleration[d].push_back(hostile(dice, 200));
      crowd.home[d].push_back(dice.chance(5) ? crowd.position[d].back() : up_to(dice, kSize));
    }
    for (float& place : crowd.goal_place[d]) place = dice.chance(10) ? crowd.position[d][3] : up_to(dice, kSize);
  }
  for (std::uint32_t i = 0; i < kAgents; ++i) {
    crowd.profile.push_back(static_cast<std::uint8_t>(dice() % kProfiles));
    crowd.goal.push_back(static_cast<std::uint8_t>(dice() % 3));
    crowd.slot.push_back(dice());
    crowd.speed.push_back(up_to(dice, 8));
  }
  crowd.table.count = kProfiles;
  for (std::size_t p = 0; p < kProfiles; ++p) {
    draw_steering(dice, p, crowd.table.steer);
    draw_motion(dice, p, crowd.table);
    crowd.key[p] = dice.chance(10) ? ~0u : dice();
    crowd.share[p] = dice.below(1);
  }
  SteerColumns& steer = crowd.table.steer;
  steer.uses = {true, true, true, true, true, true};
  return crowd;
}

SteerArgs steer_args(Crowd& crowd) {
  SteerArgs args{};
  for (std::size_t d = 0; d < 3; ++d) {
    args.motion.position[d] = crowd.position[d].data();
    args.motion.velocity[d] = crowd.velocity[d].data();
    args.motion.acceleration[d] = crowd.acceleration[d].data();
    args.goal_place[d] = crowd.goal_place[d].data();
    args.home[d] = crowd.home[d].data();
  }
  args.profile = crowd.profile.data();
  args.goal = crowd.goal.data();
  args.slot = crowd.slot.data();
  args.table = &crowd.table;
  args.wander = {crowd.key.data(), crowd.share.data()};
  args.seed = 5;
  args.agents = {0, kAgents};
  return args;
}

IntegrateArgs integrate_args(Crowd& crowd, Edge edge) {
  IntegrateArgs args{};
  for (std::size_t d = 0; d < 3; ++d) {
    args.position[d] = crowd.position[d].data();
    args.velocity[d] = crowd.velocity[d].data();
    args.acceleration[d] = crowd.acceleration[d].data();
    args.size[d] = kSize;
  }
  args.profile = crowd.profile.data();
  args.table = &crowd.table;
  args.turning = {crowd.slot.data(), crowd.speed.data(), 11};
  args.edge = edge;
  args.dt = 1.f / 60;
  args.agents = {0, kAgents};
  return args;
}

void expect_same(const Crowd& crowd, const Crowd& expected, const std::string& where) {
  for (const auto columns : {&Crowd::position, &Crowd::velocity, &Crowd::acceleration})
    for (std::size_t d = 0; d < 3; ++d) {
      ASSERT_EQ(bits((crowd.*columns)[d]), bits((expected.*columns)[d])) << where;
      ASSERT_TRUE(all_finite((crowd.*columns)[d])) << where;
    }
}

/// Runs `kernel(table, crowd)` with each instruction set and expects the same bits from all.
template <class Kernel>
void expect_same_bits(std::uint32_t seed, Kernel kernel) {
  const KernelTable* tables[kMaxKernelTables];
  const std::uint32_t count = available_kernels(tables);
  const Crowd start = draw_crowd(seed);
  Crowd expected = start;
  kernel(*find_kernels("scalar"), expected);
  for (std::uint32_t i = 0; i < count; ++i) {
    Crowd crowd = start;
    kernel(*tables[i], crowd);
    expect_same(crowd, expected, tables[i]->name + (" seed " + std::to_string(seed)));
  }
}

TEST(SteerKernel, EverySetGivesTheSameBits) {
  for (std::uint32_t seed = 0; seed < kCrowds && !::testing::Test::HasFatalFailure(); ++seed)
    expect_same_bits(seed, [&](const KernelTable& table, Crowd& crowd) { table.steer[seed % 2](steer_args(crowd)); });
}

TEST(IntegrateKernel, EverySetTurnsShakesAndTreatsEdgesAlike) {
  for (std::uint32_t seed = 0; seed < kCrowds && !::testing::Test::HasFatalFailure(); ++seed)
    expect_same_bits(seed, [&](const KernelTable& table, Crowd& crowd) {
      table.integrate[seed % 2](integrate_args(crowd, static_cast<Edge>(seed / 2 % 4)));
    });
}

TEST(SteerKernel, WhoHasNoWeightAndNoZoneKeepsEveryBit) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    Crowd crowd = draw_crowd(seed);
    SteerColumns& steer = crowd.table.steer;
    steer.seek_weight[1] = steer.flee.weight[1] = steer.orbit_weight[1] = steer.wander_weight[1] =
        steer.hold.weight[1] = 0;
    steer.zone.weight[1] = 0;
    const Crowd before = crowd;
    find_kernels(nullptr)->steer[seed % 2](steer_args(crowd));
    for (std::uint32_t i = 0; i < kAgents; ++i)
      for (std::size_t d = 0; d < 3; ++d)
        if (crowd.profile[i] == 1) {
          EXPECT_EQ(crowd.acceleration[d][i], before.acceleration[d][i]);
        }
  }
}

TEST(IntegrateKernel, WhoTurnsFreelyMovesAsInACrowdWhereAllDo) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    Crowd crowd = draw_crowd(seed), free = crowd;
    MotionColumns& motion = crowd.table.motion;
    motion.turn_cosine[1] = -2;
    motion.noise[1] = motion.keeps_speed[1] = crowd.table.rules.sense.shares_speed[1] = 0;
    free.table = crowd.table;
    free.table.motion.free = true;
    find_kernels(nullptr)->integrate[seed % 2](integrate_args(crowd, Edge::kStop));
    find_kernels(nullptr)->integrate[seed % 2](integrate_args(free, Edge::kStop));
    for (std::uint32_t i = 0; i < kAgents; ++i)
      for (std::size_t d = 0; d < 3; ++d)
        if (crowd.profile[i] == 1) {
          EXPECT_EQ(crowd.velocity[d][i], free.velocity[d][i]);
        }
  }
}

}  // namespace
}  // namespace cardume::simd
