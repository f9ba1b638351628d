#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cardume/scheduler.hpp>
#include <map>
#include <numeric>
#include <ostream>

#include "core/fields/integration_field.hpp"
#include "core/fields/neighbourhood.hpp"
#include "tests/support/maps.hpp"
#include "tests/support/queried_maps.hpp"

namespace cardume {
namespace {

/// The steps from every cell as steps_to_goal counts them, each found from its best neighbour's, nearest cells first.
std::vector<Steps> all_steps(const CostGrid& grid, const IntegrationField& field) {
  std::vector<std::uint32_t> order(field.distance.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return field.distance[a] < field.distance[b]; });
  std::vector<Steps> steps(order.size());
  for (std::uint32_t i : order) {
    if (field.distance[i] == kUnreachable) break;
    const Cell cell{i % grid.width, i / grid.width};
    const Step step = Neighbourhood(field, cell).best_step(field.metric, grid.cost[i]);
    steps[i] = steps[grid.index(cell + step)];
    if (step.diagonal()) {
      ++steps[i].diagonal;
    } else if (step != Step{}) {
      ++steps[i].cardinal;
    }
  }
  return steps;
}

void hash_int32(std::uint64_t& hash, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) hash = (hash ^ (value >> shift & 0xFF)) * 0x100000001B3;
}

/// FNV-1a64 (G. Fowler, L. Noll, K.-P. Vo).
std::uint64_t hash_of(const IntegrationField& field, const std::vector<Steps>& steps) {
  std::uint64_t hash = 1469598103934665603;  // What oracle.csv starts from: FNV's offset basis without its last digit.
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool reachable = field.distance[i] != kUnreachable;
    hash_int32(hash, reachable ? steps[i].cardinal : ~0u);
    hash_int32(hash, reachable ? steps[i].diagonal : 0);
  }
  return hash;
}

TEST(RealMaps, WholeFieldsEqualTheOracle) {
  CARDUME_NEEDS_MAPS();
  for (const testing::FieldOracle& oracle : testing::load_oracles()) {
    SCOPED_TRACE(oracle.map);
    const CostGrid grid = testing::load_map(oracle.map);
    const auto field = build_integration_field(grid, std::span(&oracle.goal, 1));
    ASSERT_TRUE(field);
    const std::vector<Steps> steps = all_steps(grid, *field);
    std::uint64_t reachable = 0, cardinal = 0, diagonal = 0;
    double farthest = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      reachable += field->distance[i] != kUnreachable;
      cardinal += steps[i].cardinal;
      diagonal += steps[i].diagonal;
      farthest = std::max(farthest, steps[i].length());
    }
    EXPECT_EQ(reachable, oracle.reachable);
    EXPECT_EQ(cardinal, oracle.cardinal);
    EXPECT_EQ(diagonal, oracle.diagonal);
    EXPECT_NEAR(farthest, oracle.farthest, 1e-8);
    EXPECT_EQ(hash_of(*field, steps), oracle.hash);
  }
}

using RowsByGoal = std::vector<std::vector<ScenRow>>;

RowsByGoal rows_by_goal(const std::vector<ScenRow>& rows) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<ScenRow>> groups;
  for (const ScenRow& row : rows) groups[{row.goal.x, row.goal.y}].push_back(row);
  RowsByGoal result;
  for (auto& [goal, group] : groups) result.push_back(std::move(group));
  return result;
}

/// Answers one goal's queries; returns how many are wrong.
std::uint32_t wrong_answers(const CostGrid& grid, const std::vector<ScenRow>& rows, IntegrationBuilder& builder,
                            IntegrationField& field) {
  if (builder.build(grid, std::span(&rows.front().goal, 1), Metric::kOctile, field)) {
    return static_cast<std::uint32_t>(rows.size());
  }
  std::uint32_t wrong = 0;
  for (const ScenRow& row : rows) {
    const auto steps = steps_to_goal(grid, field, row.start);
    wrong += !steps || !matches(steps->length(), row);
  }
  return wrong;
}

class Queries : public ::testing::TestWithParam<QueriedMap> {};

TEST_P(Queries, AreAllAnsweredRightOnTbb) {
  CARDUME_NEEDS_MAPS();
  const auto [name, count] = GetParam();
  const CostGrid grid = testing::load_map(name);
  const std::vector<ScenRow> rows = testing::load_scen(std::string(name) + ".scen");
  ASSERT_EQ(rows.size(), count);
  for (const ScenRow& row : rows) ASSERT_TRUE(row.map_width == grid.width && row.map_height == grid.height);
  const RowsByGoal groups = rows_by_goal(rows);
  std::atomic<std::uint32_t> wrong = 0;
  make_tbb_scheduler()->parallel_for(static_cast<std::uint32_t>(groups.size()), 32, [&](Chunk chunk) {
    IntegrationBuilder builder;
    IntegrationField field;
    for (std::uint32_t i = chunk.first; i < chunk.last; ++i) wrong += wrong_answers(grid, groups[i], builder, field);
  });
  EXPECT_EQ(wrong, 0u);
}

INSTANTIATE_TEST_SUITE_P(RealMaps, Queries, queried_maps(), name_of);

}  // namespace
}  // namespace cardume
