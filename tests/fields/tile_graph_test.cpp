#include "core/fields/tile_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cardume/scheduler.hpp>
#include <map>

#include "core/fields/flow_field.hpp"
#include "core/fields/integration_field.hpp"
#include "core/fields/tiled_route.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/maps.hpp"
#include "tests/support/queried_maps.hpp"

namespace cardume {
namespace {

constexpr std::uint32_t kMargin = TileWork::kMargin;

/// Ground with walls in clumps, as far as the dice like, and some of it slow.
CostGrid random_map(testing::Dice& dice, std::uint32_t width, std::uint32_t height, std::uint32_t highest_cost) {
  CostGrid grid{width, height, 1, std::vector<std::uint8_t>(std::size_t{width} * height, kOpenCost)};
  const auto stamp = [&](std::uint32_t most, std::uint8_t cost) {
    const Cell low{dice() % width, dice() % height};
    const Cell high{std::min(width, low.x + 1 + dice() % most), std::min(height, low.y + 1 + dice() % most)};
    for (std::uint32_t y = low.y; y < high.y; ++y)
      for (std::uint32_t x = low.x; x < high.x; ++x) grid.cost[grid.index({x, y})] = cost;
  };
  const std::uint32_t stamps = width * height / (30 + dice() % 200);
  for (std::uint32_t i = 0; i < stamps; ++i) {
    stamp(12, kWall);
    stamp(3, dice.chance(80) ? kWall : kUnfit);
    if (highest_cost > 1) stamp(20, static_cast<std::uint8_t>(1 + dice() % highest_cost));
  }
  return grid;
}

Cell random_ground(testing::Dice& dice, CostGrid& grid) {
  const Cell cell{dice() % grid.width, dice() % grid.height};
  if (!passable(grid.cost[grid.index(cell)])) grid.cost[grid.index(cell)] = kOpenCost;
  return cell;
}

/// Walks by the distances of tiles, each built when somebody first comes there.
class TileWalker {
 public:
  TileWalker(TileGraph& graph, Cell goal) : graph_(graph) { route_.plan(graph, goal, work_); }

  std::uint32_t distance(Cell cell) { return patch_at(cell).at(place(cell)); }

  /// False where no way leads, or where a step comes no nearer to the goal.
  bool walk(Cell from, Steps& steps) {
    steps = {};
    std::uint32_t last = kUnreachable;
    for (Cell cell = from; cell != route_.goal();) {
      const IntegrationField& patch = patch_at(cell);
      const std::uint32_t distance = patch.at(place(cell));
      const std::uint8_t cost = graph_.walk().cost[graph_.walk().index(cell)];
      const Step step = Neighbourhood(patch, place(cell)).best_step(Metric::kOctile, cost);
      if (step == Step{} || distance >= last) return false;
      last = distance;
      length_ += step_length(Metric::kOctile, step.diagonal()) * std::uint64_t{cost};
      ++(step.diagonal() ? steps.diagonal : steps.cardinal);
      cell = cell + step;
    }
    return true;
  }

  /// What the last walk was long, in the units of distances.
  std::uint64_t take_length() { return std::exchange(length_, 0); }

 private:
  Cell place(Cell cell) const { return {cell.x % kTileEdge + kMargin, cell.y % kTileEdge + kMargin}; }

  const IntegrationField& patch_at(Cell cell) {
    const auto [entry, fresh] = patches_.try_emplace(graph_.tile_at(cell));
    if (fresh) {
      route_.build_distances(graph_, entry->first, work_);
      entry->second = work_.distances();
    }
    return entry->second;
  }

  TileGraph& graph_;
  TiledRoute route_;
  TileWork work_;
  std::map<std::uint32_t, IntegrationField> patches_;
  std::uint64_t length_ = 0;
};

CostGrid without_unfit(CostGrid grid) {
  std::replace(grid.cost.begin(), grid.cost.end(), kUnfit, kWall);
  return grid;
}

std::vector<std::uint32_t> all_blocks(const TileGraph& graph, const TiledRoute& route, TileWork& work) {
  constexpr std::size_t kEntries = std::size_t{kBlockEdge} * kBlockEdge;
  std::vector<std::uint32_t> blocks(kEntries * graph.tile_count());
  for (std::uint32_t tile = 0; tile < graph.tile_count(); ++tile)
    route.build_tile(graph, tile, work, blocks.data() + kEntries * tile);
  return blocks;
}

TEST(TileGraph, NodesKnowTheExactWaysInTheirTile) {
  testing::Dice dice(1);
  for (int round = 0; round < 10; ++round) {
    const CostGrid grid = random_map(dice, 64 + dice() % 100, 64 + dice() % 100, round % 3 == 0 ? 9 : 1);
    TileGraph graph;
    graph.build(grid, make_serial_scheduler().get());
    for (std::uint32_t tile = 0; tile < graph.tile_count(); ++tile) {
      const Cell low = graph.low_of(tile);
      CostGrid cut{std::min(kTileEdge, grid.width - low.x), std::min(kTileEdge, grid.height - low.y), 1, {}};
      for (std::uint32_t y = 0; y < cut.height; ++y)
        for (std::uint32_t x = 0; x < cut.width; ++x) cut.cost.push_back(grid.cost[grid.index({low.x + x, low.y + y})]);
      cut = without_unfit(std::move(cut));
      const std::vector<TileGraph::Node>& nodes = graph.tile(tile).nodes;
      for (std::size_t i = 0; i < nodes.size() && !graph.tile(tile).open; ++i) {
        const Cell goal{nodes[i].x, nodes[i].y};
        const auto field = build_integration_field(cut, std::span(&goal, 1));
        ASSERT_TRUE(field);
        for (std::size_t j = 0; j < nodes.size(); ++j)
          ASSERT_EQ(graph.tile(tile).ways[i * nodes.size() + j], field->at({nodes[j].x, nodes[j].y}));
      }
    }
  }
}

TEST(TileGraph, CrossingsLeadToTheNodeBesideAndBack) {
  testing::Dice dice(2);
  for (int round = 0; round < 20; ++round) {
    TileGraph graph;
    graph.build(random_map(dice, 1 + dice() % 300, 1 + dice() % 300, 5));
    for (std::uint32_t tile = 0; tile < graph.tile_count(); ++tile) {
      for (const TileGraph::Node& node : graph.tile(tile).nodes) {
        const Cell cell{graph.low_of(tile).x + node.x, graph.low_of(tile).y + node.y};
        ASSERT_GT(node.crossings, 0);
        for (std::uint32_t i = 0; i < node.crossings; ++i) {
          const Step step = kSteps[node.crossing[i].side];
          const std::uint32_t other = graph.neighbour(tile, step);
          ASSERT_LT(node.crossing[i].to, graph.tile(other).nodes.size());
          const TileGraph::Node& across = graph.tile(other).nodes[node.crossing[i].to];
          const Cell there{graph.low_of(other).x + across.x, graph.low_of(other).y + across.y};
          ASSERT_EQ(there, cell + step);
          ASSERT_EQ(node.crossing[i].back,
                    step_length(Metric::kOctile, step.diagonal()) * graph.walk().cost[graph.walk().index(there)]);
        }
      }
    }
  }
}

TEST(TileGraph, EditsEqualBuildingAnew) {
  testing::Dice dice(3);
  for (int round = 0; round < 6; ++round) {
    CostGrid grid = random_map(dice, 100 + dice() % 150, 100 + dice() % 150, round % 2 == 0 ? 1 : 7);
    const Cell goal = random_ground(dice, grid);
    TileGraph graph;
    graph.build(grid);
    TileWork work;
    TiledRoute route;
    for (int step = 0; step < 5; ++step) {
      std::vector<CellEdit> edits;
      for (std::uint32_t i = 0; i <= dice() % 40; ++i) {
        // Half of them beside the edges of tiles, where two graphs have to agree.
        Cell cell{dice() % grid.width, dice() % grid.height};
        if (dice.chance(50)) cell.x = std::min(grid.width - 1, (cell.x / kTileEdge + 1) * kTileEdge - dice() % 2);
        if (dice.chance(50)) cell.y = std::min(grid.height - 1, (cell.y / kTileEdge + 1) * kTileEdge - dice() % 2);
        if (cell == goal) continue;
        edits.push_back({grid.index(cell), dice.chance(40) ? kWall : static_cast<std::uint8_t>(dice() % 4)});
        grid.cost[edits.back().cell] = edits.back().cost;
      }
      graph.edit(edits);
      route.plan(graph, goal, work);
      TileGraph anew;
      anew.build(grid, make_serial_scheduler().get());
      ASSERT_TRUE(graph.equals(anew));
      TiledRoute planned;
      planned.plan(anew, goal, work);
      ASSERT_EQ(all_blocks(graph, route, work), all_blocks(anew, planned, work));
    }
  }
}

TEST(TileGraph, IsTheSameOnAnyScheduler) {
  testing::Dice dice(4);
  const CostGrid grid = random_map(dice, 600, 500, 3);
  TileGraph serial, parallel, lazy;
  serial.build(grid, make_serial_scheduler().get());
  parallel.build(grid, make_tbb_scheduler().get());
  lazy.build(grid);
  EXPECT_TRUE(serial.equals(parallel));
  EXPECT_TRUE(serial.equals(lazy));
}

/// On maps of any size and ground: whoever can come to the goal does, with each step nearer, no farther than promised.
TEST(TiledRoute, WalksComeNearerWithEachStepAndKeepTheirPromise) {
  testing::Dice dice(5);
  for (const Cell size : {Cell{1, 1}, Cell{63, 5}, Cell{64, 64}, Cell{65, 65}, Cell{1, 200}, Cell{200, 130},
                          Cell{330, 310}, Cell{450, 70}}) {
    for (const std::uint32_t highest_cost : {1u, 3u, 254u}) {
      CostGrid grid = random_map(dice, size.x, size.y, highest_cost);
      const Cell goal = random_ground(dice, grid);
      const auto flat = build_integration_field(without_unfit(grid), std::span(&goal, 1));
      ASSERT_TRUE(flat);
      TileGraph graph;
      graph.build(grid);
      TileWalker walker(graph, goal);
      for (std::uint32_t i = 0; i < 4000; ++i) {
        const Cell from{dice() % size.x, dice() % size.y};
        const std::uint32_t promised = walker.distance(from);
        ASSERT_EQ(promised == kUnreachable, flat->at(from) == kUnreachable);
        if (promised == kUnreachable) continue;
        Steps steps;
        ASSERT_TRUE(walker.walk(from, steps)) << from.x << ' ' << from.y;
        const std::uint64_t length = walker.take_length();
        ASSERT_LE(length, promised);
        ASSERT_GE(length, flat->at(from));
        ASSERT_LE(static_cast<double>(length), (highest_cost == 1 ? 1.04 : 1.5) * flat->at(from));
      }
    }
  }
}

TEST(TiledRoute, IsExactAroundTheGoal) {
  testing::Dice dice(6);
  for (int round = 0; round < 5; ++round) {
    CostGrid grid{500, 400, 1, std::vector<std::uint8_t>(500 * 400, kOpenCost)};
    const Cell goal = random_ground(dice, grid);
    TileGraph graph;
    graph.build(grid);
    TileWalker walker(graph, goal);
    for (int i = 0; i < 3000; ++i) {
      const Cell from{dice() % grid.width, dice() % grid.height};
      const std::uint32_t dx = std::max(from.x, goal.x) - std::min(from.x, goal.x);
      const std::uint32_t dy = std::max(from.y, goal.y) - std::min(from.y, goal.y);
      const double most = std::max(dx, dy) <= kGoalWindow ? 1 : 1.04;
      ASSERT_GE(walker.distance(from), octile(dx, dy));
      ASSERT_LE(walker.distance(from), octile(dx, dy) * most);
    }
  }
}

/// The blocks of neighbouring tiles overlap, and each may be sampled up to its edge.
TEST(TiledRoute, B13_DirectionsNeverPointIntoWalls) {
  testing::Dice dice(7);
  for (int round = 0; round < 6; ++round) {
    CostGrid grid = without_unfit(random_map(dice, 150 + dice() % 100, 130 + dice() % 100, round % 2 == 0 ? 1 : 6));
    const Cell goal = random_ground(dice, grid);
    TileGraph graph;
    graph.build(grid);
    TileWork work;
    TiledRoute route;
    route.plan(graph, goal, work);
    std::vector<std::uint32_t> block(std::size_t{kBlockEdge} * kBlockEdge);
    for (std::uint32_t tile = 0; tile < graph.tile_count(); ++tile) {
      route.build_tile(graph, tile, work, block.data());
      for (std::uint32_t i = 0; i < block.size(); ++i) {
        const Cell cell{graph.low_of(tile).x + i % kBlockEdge - 1, graph.low_of(tile).y + i / kBlockEdge - 1};
        const std::uint32_t distance = work.distances().at({i % kBlockEdge + 1, i / kBlockEdge + 1});
        if (grid.blocked(cell)) {
          ASSERT_EQ(block[i], FlowField::kNoDirection);
        } else if (distance == 0) {
          ASSERT_EQ(block[i], 0u);
        } else if (block[i] != FlowField::kNoDirection && block[i] != 0) {
          const Step step = nearest_step(block[i]);
          ASSERT_FALSE(grid.blocked(cell + step));
          ASSERT_FALSE(grid.blocked(cell + Step{step.dx, 0}));
          ASSERT_FALSE(grid.blocked(cell + Step{0, step.dy}));
        } else {
          ASSERT_TRUE(i % kBlockEdge % (kBlockEdge - 1) == 0 || i / kBlockEdge % (kBlockEdge - 1) == 0 ||
                      distance == kUnreachable);
        }
      }
    }
  }
}

class TiledQueries : public ::testing::TestWithParam<QueriedMap> {};

TEST_P(TiledQueries, AreAtMost4PercentLongerAnd1InTheMean) {
  CARDUME_NEEDS_MAPS();
  const CostGrid grid = testing::load_map(GetParam().name);
  const std::vector<ScenRow> rows = testing::load_scen(std::string(GetParam().name) + ".scen");
  ASSERT_EQ(rows.size(), GetParam().queries);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < rows.size(); ++i) groups[{rows[i].goal.x, rows[i].goal.y}].push_back(i);
  std::vector<std::vector<std::size_t>> goals;
  for (auto& [goal, group] : groups) goals.push_back(std::move(group));
  TileGraph graph;
  const std::unique_ptr<Scheduler> scheduler = make_tbb_scheduler();
  graph.build(grid, scheduler.get());
  std::vector<double> excess(rows.size(), 1);
  scheduler->parallel_for(static_cast<std::uint32_t>(goals.size()), 32, [&](Chunk chunk) {
    for (std::uint32_t i = chunk.first; i < chunk.last; ++i) {
      TileWalker walker(graph, rows[goals[i].front()].goal);
      for (const std::size_t row : goals[i]) {
        Steps steps;
        if (walker.walk(rows[row].start, steps)) excess[row] = steps.length() / std::max(rows[row].optimal, 1.0) - 1;
      }
    }
  });
  double sum = 0;
  for (const double each : excess) sum += std::max(each, 0.0);
  EXPECT_LE(*std::max_element(excess.begin(), excess.end()), 0.04);
  EXPECT_LE(sum / static_cast<double>(rows.size()), 0.01);
  RecordProperty("mean", std::to_string(sum / static_cast<double>(rows.size())));
}

INSTANTIATE_TEST_SUITE_P(RealMaps, TiledQueries, queried_maps(), name_of);

}  // namespace
}  // namespace cardume
