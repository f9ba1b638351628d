#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/loners.hpp"

namespace cardume::testing {
namespace {

enum : std::uint8_t { kPrey, kShark };

/// Prey that keep to their places and to each other, and flee from sharks; a shark that goes straight on.
WorldDesc shoal_desc(std::uint32_t dimensions, float fear) {
  WorldDesc desc = lone_desc(dimensions, 2);
  desc.scenery.edge = Edge::kOpen;
  SpeciesDesc& prey = desc.species[kPrey];
  prey.separation = {1, 1, Falloff::kLinear};
  prey.alignment = {1.5f, 0.3f};
  prey.motion = {.max_speed = 6, .max_acceleration = 40, .response = 5};
  prey.steering.hold = {1, 0.5f};
  prey.relations = {{.species = kShark, .separation = RuleDesc{}, .evade = {fear, 4}, .prediction = 0.5f}};
  return desc;
}

std::uint32_t prey_near(const World& world, const Triple& place, double radius) {
  std::uint32_t count = 0;
  for (std::uint32_t row = 0; row < world.count(); ++row)
    count += world.species()[row] == kPrey && length(position_at(world, row) - place) < radius;
  return count;
}

/// Fills a square or a cube around the middle of the world.
void fill_shoal(Crowd& crowd, std::uint32_t dimensions) {
  Dice dice(dimensions);
  const int edge = dimensions == 2 ? 40 : 12;
  const float first = 50 - static_cast<float>(edge) / 2;
  for (int z = 0; z < (dimensions == 3 ? edge : 1); ++z)
    for (int y = 0; y < edge; ++y)
      for (int x = 0; x < edge; ++x)
        crowd.spawn({.position = {first + static_cast<float>(x) + dice.below(0.5f),
                                  first + static_cast<float>(y) + dice.below(0.5f),
                                  first + static_cast<float>(z) + dice.below(0.5f)}});
}

struct Passage {
  std::uint32_t before = 0, during = 0, after = 0;  ///< Prey near the middle.
  double nearest = 1e9;                             ///< Anybody to the shark.
};

/// A shark goes through the middle of the shoal. What is near there is counted before, when it is there and after.
Passage pass_through(std::uint32_t dimensions, float fear, float speed) {
  Crowd crowd(shoal_desc(dimensions, fear));
  fill_shoal(crowd, dimensions);
  crowd.run(3);
  const Triple middle = triple({50, 50, 50}, dimensions);
  const double radius = 0.5 * static_cast<double>(fear);
  Passage passage;
  passage.before = prey_near(crowd.world(), middle, radius);
  const AgentId shark = crowd.spawn({.position = {22, 50, 50}, .velocity = {speed, 0, 0}, .species = kShark});
  for (int tick = 0; tick < static_cast<int>(56 * 60 / speed); ++tick) {
    crowd.world().tick();
    const Triple at = position_of(crowd.world(), shark);
    for (std::uint32_t row = 0; row < crowd.world().count(); ++row)
      if (crowd.world().species()[row] == kPrey)
        passage.nearest = std::min(passage.nearest, length(position_at(crowd.world(), row) - at));
    if (std::fabs(at[0] - 50) <= 0.5 * static_cast<double>(speed) / 60)
      passage.during = prey_near(crowd.world(), middle, radius);
  }
  EXPECT_FALSE(crowd.world().despawn(shark));
  crowd.run(15);
  passage.after = prey_near(crowd.world(), middle, radius);
  return passage;
}

TEST(Predator, PreyOpensAroundASharkAndClosesAgainOnceItHasPassed) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (const auto& [fear, speed] : {std::pair{4.f, 5.f}, std::pair{6.f, 3.f}}) {
      const Passage passage = pass_through(dimensions, fear, speed);
      EXPECT_GT(passage.before, 10u);
      EXPECT_LE(passage.during * 10, passage.before) << dimensions << "D, " << fear << " at " << speed;
      EXPECT_GT(passage.nearest, 0.3 * static_cast<double>(fear)) << dimensions << "D, " << fear << " at " << speed;
      // Each comes back to within half a unit of its place: outward, so the shoal is a little looser.
      EXPECT_GE(passage.after * 10, passage.before * 6) << dimensions << "D, " << fear << " at " << speed;
    }
}

}  // namespace
}  // namespace cardume::testing
