#include <cardume/tiles.hpp>
#include <new>

#include "core/exact_float.hpp"
#include "core/fields/tiled_route.hpp"

namespace cardume {
namespace {

Error outside(const char* name) { return {Status::kInvalidArgument, std::string(name) + ": is outside the map"}; }

}  // namespace

struct TiledField::State {
  TileGraph graph;
  TiledRoute route;
  TileWork work;
  bool has_goal = false;
  std::vector<std::uint32_t> block;

  Result<std::vector<Cell>> walk(Cell from);
};

TiledField::TiledField(std::unique_ptr<State> state) : state_(std::move(state)) {}
TiledField::TiledField(TiledField&&) noexcept = default;
TiledField& TiledField::operator=(TiledField&&) noexcept = default;
TiledField::~TiledField() = default;

Result<TiledField> TiledField::create(CostGrid grid, const TilesDesc& desc) {
  try {
    if (Error error = validate(grid)) return error;
    if (grid.empty()) return Error{Status::kInvalidArgument, "grid: is empty"};
    auto state = std::make_unique<State>();
    state->graph.build(std::move(grid), desc.scheduler);
    return TiledField(std::move(state));
  } catch (const std::bad_alloc&) {
    return Error{Status::kOutOfMemory, {}};
  }
}

Error TiledField::set_goal(Cell goal) {
  const CostGrid& grid = state_->graph.walk();
  if (!grid.contains(goal)) return outside("goal");
  if (grid.blocked(goal)) return {Status::kGoalBlocked, "goal: is a wall"};
  try {
    state_->has_goal = false;
    state_->route.plan(state_->graph, goal, state_->work);
    state_->has_goal = true;
    return {};
  } catch (const std::bad_alloc&) {
    return {Status::kOutOfMemory, {}};
  }
}

Error TiledField::set_cost(Cell cell, std::uint8_t cost) {
  const CostGrid& grid = state_->graph.walk();
  if (!grid.contains(cell)) return outside("cell");
  if (cost == 0) return {Status::kInvalidArgument, "cost: is 0"};
  try {
    state_->has_goal = false;
    const CellEdit edit{grid.index(cell), cost};
    state_->graph.edit({&edit, 1});
    return {};
  } catch (const std::bad_alloc&) {
    return {Status::kOutOfMemory, {}};
  }
}

Result<std::vector<Cell>> TiledField::State::walk(Cell from) {
  std::vector<Cell> cells{from};
  for (Cell at = from; at != route.goal();) {
    const Cell low = graph.low_of(graph.tile_at(at));
    route.build_distances(graph, graph.tile_at(at), work);
    while (at != route.goal() && at.x - low.x < kTileEdge && at.y - low.y < kTileEdge) {
      const Cell place{at.x - low.x + TileWork::kMargin, at.y - low.y + TileWork::kMargin};
      const std::uint8_t cost = work.ground().cost[work.ground().index(place)];
      const Step step = Neighbourhood(work.distances(), place).best_step(Metric::kOctile, cost);
      if (step == Step{}) return Error{Status::kInvalidArgument, "from: no way leads to the goal"};
      at = at + step;
      cells.push_back(at);
    }
  }
  return cells;
}

Result<std::vector<Cell>> TiledField::path(Cell from) {
  if (!state_->graph.walk().contains(from)) return outside("from");
  if (!state_->has_goal) return Error{Status::kInvalidArgument, "goal: none has been set"};
  try {
    return state_->walk(from);
  } catch (const std::bad_alloc&) {
    return Error{Status::kOutOfMemory, {}};
  }
}

std::span<const std::uint32_t> TiledField::directions(Cell cell) {
  if (!state_->graph.walk().contains(cell) || !state_->has_goal) return {};
  const ExactFloat exact;
  try {
    state_->block.resize(std::size_t{kBlockEdge} * kBlockEdge);
    state_->route.build_tile(state_->graph, state_->graph.tile_at(cell), state_->work, state_->block.data());
    return state_->block;
  } catch (const std::bad_alloc&) {
    return {};
  }
}

Result<std::vector<Portal>> TiledField::portals() const {
  try {
    return state_->graph.portals();
  } catch (const std::bad_alloc&) {
    return Error{Status::kOutOfMemory, {}};
  }
}

std::uint32_t TiledField::tile_count() const { return state_->graph.tile_count(); }
std::uint32_t TiledField::node_count() const { return state_->graph.node_count(); }
std::uint64_t TiledField::memory_bytes() const {
  return state_->graph.memory_bytes() + state_->route.memory_bytes() + sizeof(State);
}

}  // namespace cardume
