#include "core/fields/lead_back.hpp"

#include <gtest/gtest.h>

#include "core/fields/flow_field.hpp"
#include "core/fields/integration_field.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/maps.hpp"

namespace cardume {
namespace {

constexpr int kNever = 1000;

/// Steps from each cell without walls to ground from which a way leads on, by relaxing until nothing changes.
std::vector<int> steps_back(const CostGrid& grid, const IntegrationField& field) {
  std::vector<int> steps(grid.cost.size(), kNever);
  const auto relax = [&](Cell cell, Step step) {
    const Cell to = cell + step;
    if (grid.blocked(to) || grid.blocked({to.x, cell.y}) || grid.blocked({cell.x, to.y})) return false;
    if (steps[grid.index(to)] + 1 >= steps[grid.index(cell)]) return false;
    steps[grid.index(cell)] = steps[grid.index(to)] + 1;
    return true;
  };
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (field.distance[i] != kUnreachable) steps[i] = 0;
  for (bool changes = true; changes;) {
    changes = false;
    for (std::uint32_t i = 0; i < steps.size(); ++i)
      for (const Step step : kSteps) changes |= grid.cost[i] == 0 && relax({i % grid.width, i / grid.width}, step);
  }
  return steps;
}

TEST(LeadBack, ByTheFewestStepsToGoodGround) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    testing::Dice random(seed);
    CostGrid grid{random() % 60 + 2, random() % 60 + 2, 1, {}};
    const std::uint32_t walls = random() % 30, unfit = random() % 70 + 20;
    for (std::uint32_t i = 0; i < grid.width * grid.height; ++i)
      grid.cost.push_back(random.chance(walls) ? kWall : std::uint8_t{!random.chance(unfit)});
    grid.cost[0] = 1;
    const Cell goal{0, 0};
    IntegrationField field;
    FlowField flow;
    ASSERT_FALSE(IntegrationBuilder().build(grid, std::span(&goal, 1), Metric::kOctile, field));
    build_flow_field(grid, field, DirectionMode::kGradient, {}, flow);
    const std::vector<int> steps = steps_back(grid, field);
    for (std::uint32_t i = 0; i < grid.cost.size(); ++i) {
      if (grid.cost[i] != 0) continue;
      const Cell cell{i % grid.width, i / grid.width};
      const std::uint32_t packed = flow.packed(cell);
      ASSERT_EQ(packed == FlowField::kNoDirection, steps[i] > 8) << "seed " << seed << " cell " << i;
      if (steps[i] > 8) continue;
      const Step step = nearest_step(packed);
      ASSERT_EQ(steps[grid.index(cell + step)], steps[i] - 1) << "seed " << seed << " cell " << i;
      ASSERT_FALSE(grid.blocked(cell + Step{step.dx, 0}) || grid.blocked(cell + Step{0, step.dy}));
    }
  }
}

}  // namespace
}  // namespace cardume
