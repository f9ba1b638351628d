#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/setup.hpp"
#include "core/tick/tick.hpp"
#include "tests/support/scenes.hpp"

namespace cardume::testing {
namespace {

/// A state with the scene's agents in it, up to but without the bucket stage.
struct Sorting {
  explicit Sorting(const Scene& scene) : scheduler(make_serial_scheduler()) {
    state.setup = make_setup(scene.desc, *scheduler, *simd::find_kernels(nullptr));
    reserve(state);
    for (const AgentDesc& agent : scene.agents) state.commands.spawns.push_back({state.ids.create(), agent});
    tick::spawn(state.setup, state.commands, state.ids, state.agents, state.surroundings, state.published);
  }
  void sort() { tick::bucket(state.setup, state.agents, state.grid, state.ids, state.buffers.sort); }

  std::unique_ptr<Scheduler> scheduler;
  WorldState state;
};

TEST(Bucket, CellsAreRunsOfAgentsThatStandInThem) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    Sorting sorting(flock_scene(dimensions));
    sorting.sort();
    const WorldState& state = sorting.state;
    const Grid& grid = state.grid;
    EXPECT_EQ(grid.start.front(), 0u);
    EXPECT_EQ(grid.start.back(), state.agents.count);
    for (std::uint32_t cell = 0; cell + 1 < grid.start.size(); ++cell)
      for (std::uint32_t agent = grid.start[cell]; agent < grid.start[cell + 1]; ++agent) {
        const auto& position = state.agents.position.axis;
        // Within rounding of the cell's borders.
        EXPECT_NEAR(position[0][agent] * grid.inverse_column, cell % grid.columns + 0.5, 0.501);
        EXPECT_NEAR(position[1][agent] * grid.inverse_row, cell / grid.columns % grid.rows + 0.5, 0.501);
        if (dimensions == 3) {
          EXPECT_NEAR(position[2][agent] * grid.inverse_row, cell / grid.columns / grid.rows + 0.5, 0.501);
        }
      }
  }
}

TEST(Bucket, AgentsKeepEverythingTheyHaveAndTheirIdsFindThem) {
  const Scene scene = mixed_scene();
  Sorting sorting(scene);
  sorting.sort();
  const WorldState& state = sorting.state;
  for (std::uint32_t row = 0; row < state.agents.count; ++row) {
    const std::uint32_t slot = state.agents.slot[row];  // Slots were given out in the order of the scene.
    EXPECT_EQ(state.ids.row(state.ids.at(slot)), row);
    EXPECT_EQ(state.agents.position.axis[0][row], scene.agents[slot].position.x);
    EXPECT_EQ(state.agents.position.axis[1][row], scene.agents[slot].position.y);
    EXPECT_EQ(state.agents.velocity.axis[0][row], scene.agents[slot].velocity.x);
    EXPECT_EQ(state.agents.velocity.axis[1][row], scene.agents[slot].velocity.y);
    EXPECT_EQ(state.agents.species[row], scene.agents[slot].species);
    EXPECT_EQ(state.agents.goal[row], scene.agents[slot].goal.value);
  }
}

TEST(Bucket, SortingIsStableAndSortingAgainChangesNothing) {
  Sorting sorting(crowd_scene());
  sorting.sort();
  const Grid& grid = sorting.state.grid;
  const std::vector<std::uint32_t> slots = sorting.state.agents.slot;
  for (std::uint32_t cell = 0; cell + 1 < grid.start.size(); ++cell)
    EXPECT_TRUE(std::is_sorted(slots.begin() + grid.start[cell], slots.begin() + grid.start[cell + 1]));
  sorting.sort();
  EXPECT_EQ(sorting.state.agents.slot, slots);
}

TEST(Bucket, RowsKnowWhetherTheyAreCrowded) {
  Sorting sorting(crowd_scene());
  sorting.sort();
  const Grid& grid = sorting.state.grid;
  ASSERT_GT(grid.crowd_limit, 0u);
  for (std::uint32_t row = 0; row < grid.row_count(); ++row) {
    std::uint32_t most = 0;
    for (std::uint32_t cell = row * grid.columns; cell < (row + 1) * grid.columns; ++cell)
      most = std::max(most, grid.start[cell + 1] - grid.start[cell]);
    EXPECT_EQ(grid.crowded[row] != 0, most > grid.crowd_limit);
  }
}

TEST(Bucket, AnEmptyWorldHasEmptyCells) {
  Scene scene = flock_scene(2);
  scene.agents.clear();
  Sorting sorting(scene);
  sorting.sort();
  EXPECT_TRUE(std::all_of(sorting.state.grid.start.begin(), sorting.state.grid.start.end(),
                          [](std::uint32_t start) { return start == 0; }));
}

}  // namespace
}  // namespace cardume::testing
