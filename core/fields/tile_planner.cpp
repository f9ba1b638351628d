#include "core/fields/tile_planner.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "core/exact_float.hpp"
#include "core/fields/route.hpp"

namespace cardume {
namespace {

constexpr std::size_t kBlockEntries = std::size_t{kBlockEdge} * kBlockEdge;
/// Nodes that a plan goes on by at a time.
constexpr std::uint32_t kNodesAtOnce = 1024;

/// The ground around a goal as a map of its own, for all that bodies ask about their goal.
void crop(const TileGraph& graph, Cell goal, RouteBuild& build) {
  const CostGrid& walk = graph.walk();
  const Cell low{goal.x - std::min(goal.x, kGoalWindow), goal.y - std::min(goal.y, kGoalWindow)};
  CostGrid& ground = build.ground.walk;
  ground.width = std::min(walk.width, goal.x + kGoalWindow + 1) - low.x;
  ground.height = std::min(walk.height, goal.y + kGoalWindow + 1) - low.y;
  ground.cell_size = walk.cell_size;
  ground.cost.resize(std::size_t{ground.width} * ground.height);
  for (std::uint32_t y = 0; y < ground.height; ++y)
    std::copy_n(walk.cost.data() + walk.index({low.x, low.y + y}), ground.width,
                ground.cost.data() + std::size_t{y} * ground.width);
  build.chart.low = low;
  build.ground.anew = true;
  ++build.ground.version;
  build.aim.parts.resize(1);
  build.aim.parts[0].sources.assign(1, {{goal.x - low.x, goal.y - low.y}, 0});
}

/// What a batch does at most, in nodes of plans: some 20 ms of work. A block takes as long as so many nodes.
constexpr std::uint32_t kBatchWork = 100'000, kBlockWork = 1500;

std::uint32_t* take_block(TilePlanner& planner) {
  if (planner.spare.empty()) {
    planner.pool.push_back(std::make_unique<std::uint32_t[]>(kBlockEntries));
    return planner.pool.back().get();
  }
  std::uint32_t* block = planner.spare.back();
  planner.spare.pop_back();
  return block;
}

/// Begins a plan, and measures what bodies need to know about the goal.
void begin_plan(TilePlanner& planner, const TileOrder& order) {
  Route& route = *order.route;
  route.tiled->route.begin(planner.graph, order.goal, planner.work);
  if (route.build.manner.room_cells == 0) return;
  crop(planner.graph, order.goal, route.build);
  route.build.run();
}

/// A plan goes on only as far as somebody wants its blocks.
void carry_out(TilePlanner& planner, TileOrder& order, std::uint32_t& left) {
  TiledRoute& route = order.route->tiled->route;
  if (order.plan) begin_plan(planner, order);
  order.blocks.assign(order.tiles.size(), nullptr);
  for (std::size_t i = 0; i < order.tiles.size() && left > 0; ++i) {
    const std::uint32_t tile = order.tiles[i];
    while (left > 0 && !route.knows(planner.graph, tile))
      left -= std::min(left, 1 + route.go_on(planner.graph, kNodesAtOnce, planner.work));
    if (!route.knows(planner.graph, tile)) return;
    order.blocks[i] = take_block(planner);
    route.build_tile(planner.graph, tile, planner.work, order.blocks[i]);
    left -= std::min(left, kBlockWork);
  }
}

void bring_up_to_date(TilePlanner& planner) {
  if (!planner.built) planner.graph.build(std::move(planner.ground));
  planner.built = true;
  if (!planner.edits.empty()) planner.graph.edit(planner.edits);
  planner.edits.clear();
}

}  // namespace

void TilePlanner::run_batch(void* context) {
  const ExactFloat exact;
  auto& planner = *static_cast<TilePlanner*>(context);
  planner.failed = false;
  try {
    bring_up_to_date(planner);
    std::uint32_t left = kBatchWork;
    for (std::size_t i = 0; i < planner.order_count; ++i) carry_out(planner, planner.orders[i], left);
  } catch (const std::bad_alloc&) {
    planner.failed = true;
  }
}

void reserve(const TileGraph& graph, TileCover& field) {
  field.blocks.assign(graph.tile_count(), nullptr);
  field.plan.assign(graph.tile_count(), 0);
  field.wanted.assign(graph.tile_count(), kUnwanted);
}

TileOrder& add_order(TilePlanner& planner, Route& route) {
  if (planner.order_count == planner.orders.size()) planner.orders.emplace_back();
  TileOrder& order = planner.orders[planner.order_count++];
  order.route = &route;
  order.plan = false;
  order.tiles.clear();
  order.blocks.clear();
  return order;
}

void give_back(TilePlanner& planner, const std::uint32_t*& block) {
  if (block != nullptr) planner.returned.push_back(const_cast<std::uint32_t*>(block));
  block = nullptr;
}

void give_back(TilePlanner& planner, TileCover& field) {
  for (const std::uint32_t*& block : field.blocks) give_back(planner, block);
}

void note_memory(TilePlanner& planner) {
  planner.held_bytes = planner.graph.memory_bytes() + planner.pool.size() * kBlockEntries * sizeof(std::uint32_t);
}

std::uint64_t memory_bytes(const TileCover& field) {
  return field.held_bytes + field.blocks.capacity() * sizeof(std::uint32_t*) +
         field.plan.capacity() * sizeof(std::uint32_t) + field.wanted.capacity();
}

}  // namespace cardume
