#include "core/tick/turns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cardume/world.hpp>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/setup.hpp"
#include "core/tick/tick.hpp"
#include "tests/support/dice.hpp"

namespace cardume::testing {
namespace {

constexpr float kEdge = 120;

WorldDesc flock_desc(std::uint32_t dimensions = 2) {
  WorldDesc desc;
  desc.dimensions = dimensions;
  desc.size = dimensions == 2 ? Vec3{kEdge, kEdge} : Vec3{kEdge / 3, kEdge / 3, kEdge / 3};
  desc.capacity = 4000;
  desc.species[0].motion.min_speed = 1;
  return desc;
}

std::vector<AgentDesc> spread_out(const WorldDesc& desc, std::uint32_t seed, std::uint8_t species = 1) {
  Dice dice(seed);
  std::vector<AgentDesc> agents(desc.capacity);
  for (AgentDesc& agent : agents) {
    agent.position = {dice.below(desc.size.x), dice.below(desc.size.y),
                      desc.dimensions == 2 ? 0 : dice.below(desc.size.z)};
    agent.velocity = {dice.below(4) - 2, dice.below(4) - 2, desc.dimensions == 2 ? 0 : dice.below(4) - 2};
    agent.species = static_cast<std::uint8_t>(dice() % species);
  }
  return agents;
}

/// A state up to but without the stages that move agents, so that everybody stays in its tile.
struct Still {
  explicit Still(const WorldDesc& desc, std::uint8_t species = 1) : scheduler(make_serial_scheduler()) {
    state.setup = make_setup(desc, *scheduler, *simd::find_kernels(nullptr));
    reserve(state);
    for (const AgentDesc& agent : spread_out(desc, 3, species))
      state.commands.spawns.push_back({state.ids.create(), agent});
    tick::spawn(state.setup, state.commands, state.ids, state.agents, state.surroundings, state.published);
    tick::bucket(state.setup, state.agents, state.grid, state.ids, state.buffers.sort);
  }

  /// Who looks around in that tick, by row. Where nobody is near, and at the border, that would not show.
  std::vector<std::uint8_t> look(std::uint64_t tick) {
    tick::rules(state.setup, state.grid, state.surroundings, tick, state.agents, state.kinematics);
    const std::vector<std::uint8_t>& looks = state.kinematics.looks;
    const std::vector<float>& wanted = state.kinematics.acceleration.axis[0];
    for (std::uint32_t row = 0; row < state.agents.count; ++row) {
      if (looks[row] == 0) {
        EXPECT_EQ(wanted[row], 0);
      }
      acted += looks[row] != 0 && wanted[row] != 0;
    }
    return {looks.begin(), looks.begin() + state.agents.count};
  }

  std::uint32_t acted = 0;  ///< Times that somebody looked around, and wanted something.
  std::unique_ptr<Scheduler> scheduler;
  WorldState state;
};

std::uint32_t count(const std::vector<std::uint8_t>& looked) {
  return static_cast<std::uint32_t>(std::count(looked.begin(), looked.end(), 1));
}

TEST(Turns, EverybodyLooksAroundOnceInAPeriod) {
  for (const std::uint32_t dimensions : {2u, 3u})
    for (const std::uint32_t period : {2u, 3u, 5u, 8u}) {
      WorldDesc desc = flock_desc(dimensions);
      desc.species[0].perception.period = period;
      Still still(desc);
      std::vector<std::uint32_t> looks(desc.capacity);
      for (std::uint32_t tick = 100; tick < 100 + period; ++tick) {
        const std::vector<std::uint8_t> looked = still.look(tick);
        for (std::size_t row = 0; row < looked.size(); ++row) looks[row] += looked[row];
        EXPECT_NEAR(count(looked), desc.capacity / period, 0.35 * desc.capacity / period) << period;
      }
      EXPECT_EQ(looks, std::vector<std::uint32_t>(desc.capacity, 1)) << dimensions << " " << period;
      EXPECT_GT(still.acted, desc.capacity * 4 / 5);
    }
}

TEST(Turns, EachSpeciesHasItsOwnPeriod) {
  WorldDesc desc = flock_desc();
  desc.species.resize(3);
  desc.species[1].perception.period = 2;
  desc.species[2].perception.period = 6;
  Still still(desc, 3);
  std::vector<std::uint32_t> looks(desc.capacity);
  for (std::uint32_t tick = 7; tick < 7 + 6; ++tick) {
    const std::vector<std::uint8_t> looked = still.look(tick);
    for (std::size_t row = 0; row < looked.size(); ++row) looks[row] += looked[row];
  }
  for (std::uint32_t row = 0; row < desc.capacity; ++row)
    EXPECT_EQ(looks[row], (std::array{6u, 3u, 1u})[still.state.agents.species[row]]);
}

TEST(Turns, TheFartherFromAllPointsOfInterestTheRarer) {
  WorldDesc desc = flock_desc();
  desc.species[0].perception.detail_distance = 25;
  Still still(desc);
  EXPECT_EQ(count(still.look(1)), desc.capacity);  // No points of interest: all is in detail.
  const Vec2 focuses[] = {{20, 20}, {60, 10}};
  still.state.surroundings.focus = {focuses[0], focuses[1]};
  std::vector<std::uint32_t> looks(desc.capacity);
  for (std::uint32_t tick = 16; tick < 20; ++tick) {
    const std::vector<std::uint8_t> looked = still.look(tick);
    for (std::size_t row = 0; row < looked.size(); ++row) looks[row] += looked[row];
  }
  // A tile counts by its middle, so whoever is near the limit may count as on either side of it.
  const float tile = 17 / still.state.grid.inverse_column + 1 / still.state.grid.inverse_row;
  std::uint32_t told[3] = {};
  for (std::uint32_t row = 0; row < desc.capacity; ++row) {
    float nearest = 1e9f;
    for (const Vec2 focus : focuses)
      nearest = std::min(nearest, std::hypot(still.state.agents.position.axis[0][row] - focus.x,
                                             still.state.agents.position.axis[1][row] - focus.y));
    const std::uint32_t least = nearest + tile < 25 ? 4 : nearest + tile < 50 ? 2 : 1;
    const std::uint32_t most = nearest - tile > 50 ? 1 : nearest - tile > 25 ? 2 : 4;
    EXPECT_GE(looks[row], least);
    EXPECT_LE(looks[row], most);
    if (least == most) ++told[least / 2];
  }
  for (const std::uint32_t known : told) EXPECT_GT(known, 50u);
}

/// A world of that flock after some seconds.
World flown(const WorldDesc& desc, Scheduler& scheduler, std::uint32_t ticks, std::optional<Vec3> focus = {}) {
  Result<World> world = World::create(desc, scheduler);
  EXPECT_TRUE(world);
  EXPECT_FALSE(world->spawn_all(spread_out(desc, 5)));
  if (focus) {
    EXPECT_FALSE(world->set_focus({&*focus, 1}));
  }
  for (std::uint32_t tick = 0; tick < ticks; ++tick) world->tick();
  return std::move(*world);
}

TEST(Turns, LookingOnEveryTickByTurnsIsLookingOnEveryTick) {
  const auto scheduler = make_serial_scheduler();
  WorldDesc desc = flock_desc(3);
  const World always = flown(desc, *scheduler, 30);
  desc.species[0].perception.detail_distance = 10;  // Without points of interest.
  const World by_turns = flown(desc, *scheduler, 30);
  for (std::uint32_t axis = 0; axis < 3; ++axis)
    for (std::uint32_t row = 0; row < desc.capacity; ++row)
      ASSERT_EQ(always.positions(axis)[row], by_turns.positions(axis)[row]);
}

/// What one sees of a flock.
struct Look {
  double order = 0;  ///< Mean cosine between the headings of neighbours.
  double speed = 0;  ///< Mean, in world units a second.
  double gap = 0;    ///< Mean distance to the nearest other one.
};

Look look_at(const World& world) {
  const std::span<const float> x = world.positions(0), y = world.positions(1);
  const std::span<const float> vx = world.velocities(0), vy = world.velocities(1);
  Look look;
  double pairs = 0;
  for (std::uint32_t i = 0; i < world.count(); ++i) {
    const double speed = std::hypot(vx[i], vy[i]);
    double nearest = 1e9;
    for (std::uint32_t j = 0; j < world.count(); ++j) {
      const double distance = std::hypot(x[i] - x[j], y[i] - y[j]);
      if (i == j || distance > 4) continue;
      nearest = std::min(nearest, distance);
      if (distance > 2) continue;
      look.order += static_cast<double>(vx[i] * vx[j] + vy[i] * vy[j]) / (speed * std::hypot(vx[j], vy[j]));
      ++pairs;
    }
    look.speed += speed / world.count();
    look.gap += std::min(nearest, 4.0) / world.count();
  }
  look.order /= pairs;
  return look;
}

TEST(Turns, WhatOneSeesStaysTheSame) {
  const auto scheduler = make_serial_scheduler();
  WorldDesc desc = flock_desc();
  desc.capacity = 2500;
  desc.species[0].border.margin = 6;
  const Look always = look_at(flown(desc, *scheduler, 600));
  EXPECT_GT(always.order, 0.9);
  const auto expect_alike = [&](const Look& look, const std::string& what) {
    EXPECT_NEAR(look.order, always.order, 0.02) << what;
    EXPECT_NEAR(look.speed / always.speed, 1, 0.03) << what;
    EXPECT_NEAR(look.gap / always.gap, 1, 0.08) << what;
  };
  for (const std::uint32_t period : {2u, 4u}) {
    desc.species[0].perception.period = period;
    expect_alike(look_at(flown(desc, *scheduler, 600)), "period " + std::to_string(period));
  }
  desc.species[0].perception.period = 1;
  for (const float distance : {15.f, 30.f}) {
    desc.species[0].perception.detail_distance = distance;
    expect_alike(look_at(flown(desc, *scheduler, 600, Vec3{kEdge / 2, kEdge / 2})),
                 "in detail within " + std::to_string(distance));
  }
}

}  // namespace
}  // namespace cardume::testing
