#include "core/fields/tiled_route.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/fields/flow_field.hpp"

namespace cardume {
namespace {

constexpr std::uint32_t kMargin = TileWork::kMargin, kEdge = TileWork::kEdge;
/// A bucket of the queue is narrower than the shortest way between two nodes, so whatever is taken out of it is final.
constexpr std::uint32_t kBucketWidth = 64;
static_assert(kBucketWidth < kStraightStep);

constexpr std::size_t index_of(std::uint32_t x, std::uint32_t y) { return std::size_t{y} * kEdge + x; }

bool in_tile(std::uint32_t x, std::uint32_t y) { return x - kMargin < kTileEdge && y - kMargin < kTileEdge; }

std::uint32_t plus(std::uint32_t distance, std::uint32_t more) {
  return more < kUnreachable - distance ? distance + more : kUnreachable;
}

void lower(std::uint32_t& distance, std::uint32_t other) { distance = std::min(distance, other); }

/// Calls visit(place around the tile, number) for the nodes of a neighbour that touch a tile.
template <class Visit>
void for_border_nodes(const TileGraph& graph, std::uint32_t tile, Step side, Visit visit) {
  const std::uint32_t other = graph.neighbour(tile, side);
  if (other == graph.tile_count()) return;
  const std::uint32_t first = graph.first_node(other);
  const std::vector<TileGraph::Node>& nodes = graph.tile(other).nodes;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const Cell at = Cell{nodes[i].x + kMargin + kTileEdge, nodes[i].y + kMargin + kTileEdge} +
                    Step{(side.dx - 1) * static_cast<int>(kTileEdge), (side.dy - 1) * static_cast<int>(kTileEdge)};
    if (at.x - 1 < kBlockEdge && at.y - 1 < kBlockEdge) visit(at, first + i);
  }
}

}  // namespace

void TiledRoute::plan(TileGraph& graph, Cell goal, TileWork& work) {
  begin(graph, goal, work);
  // A map of one tile has no nodes, but the plan has to find that out.
  while (!finished_) go_on(graph, graph.node_count() + 1, work);
}

void TiledRoute::begin(const TileGraph& graph, Cell goal, TileWork& work) {
  goal_ = goal;
  bucket_ = 0;
  finished_ = false;
  ring_.clear();
  measure_window(graph, work);
  start(graph);
}

std::uint32_t TiledRoute::go_on(TileGraph& graph, std::uint32_t most, TileWork& work) {
  std::uint32_t done = 0;
  for (; done < most && !finished_; ++bucket_) {
    finished_ = !ring_.advance(bucket_);
    if (finished_) break;
    std::uint32_t next = 0;
    for (std::uint32_t node = ring_.take(bucket_); node != MovableRing::kEnd; node = next, ++done) {
      next = ring_.next(node);
      spread(graph, node, work);
    }
  }
  return done;
}

bool TiledRoute::knows(const TileGraph& graph, std::uint32_t tile) const {
  const auto known = [&](Step side) {
    bool all = true;
    for_border_nodes(graph, tile, side,
                     [&](Cell, std::uint32_t node) { all = all && distance_[node] / kBucketWidth < bucket_; });
    return all;
  };
  return finished_ || std::all_of(kSteps.begin(), kSteps.end(), known);
}

void TiledRoute::measure_window(const TileGraph& graph, TileWork& work) {
  const CostGrid& walk = graph.walk();
  window_low_ = {goal_.x - std::min(goal_.x, kGoalWindow), goal_.y - std::min(goal_.y, kGoalWindow)};
  const Cell high{std::min(walk.width, goal_.x + kGoalWindow + 1), std::min(walk.height, goal_.y + kGoalWindow + 1)};
  CostGrid& ground = work.ground_;
  ground.width = high.x - window_low_.x;
  ground.height = high.y - window_low_.y;
  ground.cost.resize(std::size_t{ground.width} * ground.height);
  for (std::uint32_t y = 0; y < ground.height; ++y)
    std::copy_n(walk.cost.begin() + walk.index({window_low_.x, window_low_.y + y}), ground.width,
                ground.cost.begin() + y * ground.width);
  const Cell goal{goal_.x - window_low_.x, goal_.y - window_low_.y};
  if (work.builder_.build(ground, {&goal, 1}, Metric::kOctile, window_)) window_ = {};
}

std::uint32_t TiledRoute::in_window(Cell cell) const {
  const Cell place{cell.x - window_low_.x, cell.y - window_low_.y};
  return place.x < window_.width && place.y < window_.height ? window_.at(place) : kUnreachable;
}

/// Queues the nodes around the goal.
void TiledRoute::start(const TileGraph& graph) {
  distance_.assign(graph.node_count(), kUnreachable);
  arrived_.assign(graph.node_count(), 1);
  std::uint64_t longest = std::uint64_t{kTileEdge} * kTileEdge * kDiagonalStep * graph.highest_cost();
  for (const std::uint32_t distance : window_.distance)
    if (distance != kUnreachable) longest = std::max<std::uint64_t>(longest, distance);
  ring_.reserve(graph.node_count(), static_cast<std::uint32_t>(longest / kBucketWidth + 2));
  const std::uint32_t first = graph.tile_at(window_low_);
  const std::uint32_t across = (window_low_.x % kTileEdge + window_.width + kTileEdge - 1) / kTileEdge;
  const std::uint32_t down = (window_low_.y % kTileEdge + window_.height + kTileEdge - 1) / kTileEdge;
  for (std::uint32_t i = 0; i < across * down; ++i) {
    const std::uint32_t tile = first + i / across * graph.tiles_across() + i % across;
    const Cell low = graph.low_of(tile);
    std::uint32_t node = graph.first_node(tile);
    for (const TileGraph::Node& place : graph.tile(tile).nodes)
      improve(node++, in_window({low.x + place.x, low.y + place.y}), true);
  }
}

/// From a node to those across and, if the way from there goes on in another tile, to all others in its own one: within
/// a tile no way needs two rows of the table.
void TiledRoute::spread(TileGraph& graph, std::uint32_t node, TileWork& work) {
  const std::uint32_t tile = graph.tile_of(node);
  if (arrived_[node] != 0) {
    graph.measure(tile, work.table_);
    spread_in_tile(graph, node);
  }
  const TileGraph::Node& from = graph.tile(tile).nodes[node - graph.first_node(tile)];
  for (std::uint32_t i = 0; i < from.crossings; ++i) {
    const TileGraph::Crossing& crossing = from.crossing[i];
    const std::uint32_t other = graph.first_node(graph.neighbour(tile, kSteps[crossing.side])) + crossing.to;
    improve(other, plus(distance_[node], crossing.back), true);
  }
}

void TiledRoute::spread_in_tile(const TileGraph& graph, std::uint32_t node) {
  const std::uint32_t number = graph.tile_of(node), first = graph.first_node(number), distance = distance_[node];
  const TileGraph::Tile& tile = graph.tile(number);
  const auto count = static_cast<std::uint32_t>(tile.nodes.size());
  const std::uint32_t* known = distance_.data() + first;
  const auto try_way = [&](std::uint32_t i, std::uint32_t way) {
    // 64 bits: a sum that would wrap is no improvement.
    if (const std::uint64_t sum = std::uint64_t{distance} + way; sum < known[i])
      improve(first + i, static_cast<std::uint32_t>(sum), false);
  };
  if (!tile.open) {
    const std::uint32_t* way = tile.ways.data() + std::size_t{node - first} * count;
    for (std::uint32_t i = 0; i < count; ++i) try_way(i, way[i]);
    return;
  }
  const auto apart = [](int a, int b) { return static_cast<std::uint32_t>(std::abs(a - b)); };
  const TileGraph::Node& from = tile.nodes[node - first];
  for (std::uint32_t i = 0; i < count; ++i)
    try_way(i, octile(apart(tile.nodes[i].x, from.x), apart(tile.nodes[i].y, from.y)));
}

void TiledRoute::improve(std::uint32_t node, std::uint32_t distance, bool arrives) {
  std::uint32_t& known = distance_[node];
  if (distance >= known) return;
  if (known != kUnreachable) ring_.remove(node, known / kBucketWidth);
  known = distance;
  arrived_[node] = arrives;
  ring_.push(node, distance / kBucketWidth);
}

void TiledRoute::copy_ground(const TileGraph& graph, std::uint32_t tile, TileWork& work) {
  const CostGrid& walk = graph.walk();
  const Cell low = graph.low_of(tile);
  CostGrid& ground = work.ground_;
  ground.width = ground.height = kEdge;
  ground.cost.assign(std::size_t{kEdge} * kEdge, kWall);
  const std::uint32_t skip = std::min(low.x, kMargin);
  const std::uint32_t width = std::min(walk.width - low.x, kTileEdge + kMargin) + skip;
  for (std::uint32_t y = 0; y < kEdge; ++y) {
    const std::uint32_t row = low.y + y - kMargin;
    if (row >= walk.height) continue;
    std::copy_n(walk.cost.begin() + walk.index({low.x - skip, row}), width,
                ground.cost.begin() + static_cast<std::ptrdiff_t>(index_of(kMargin - skip, y)));
  }
}

/// What the neighbours can do at least, for each of their cells along the tile's edge.
void TiledRoute::fill_border(const TileGraph& graph, std::uint32_t tile, Step side, TileWork& work) const {
  std::vector<std::uint32_t>& field = work.field_.distance;
  for_border_nodes(graph, tile, side,
                   [&](Cell at, std::uint32_t node) { lower(field[index_of(at.x, at.y)], distance_[node]); });
}

/// Lowers what lies around a tile by a way along its edge, in the neighbour: `start` is the first cell of 64.
void TiledRoute::smooth_border(std::size_t start, std::size_t stride, TileWork& work) {
  std::uint32_t* distance = work.field_.distance.data() + start;
  const std::uint8_t* cost = work.ground_.cost.data() + start;
  const auto pass = [&](std::size_t to, std::size_t from) {
    if (passable(cost[to]) && passable(cost[from])) lower(distance[to], plus(distance[from], kStraightStep * cost[to]));
  };
  for (std::size_t i = 1; i < kTileEdge; ++i) pass(i * stride, (i - 1) * stride);
  for (std::size_t i = kTileEdge - 1; i > 0; --i) pass((i - 1) * stride, i * stride);
}

/// The goal's window knows better for cells that lie in it.
void TiledRoute::lower_to_window(Cell low, TileWork& work) const {
  for (std::uint32_t i = 0; i < kBlockEdge; ++i) {
    for (const auto& [x, y] :
         {std::pair(i, 0u), std::pair(i, kBlockEdge - 1), std::pair(0u, i), std::pair(kBlockEdge - 1, i)})
      lower(work.field_.distance[index_of(x + 1, y + 1)], in_window({low.x + x - 1, low.y + y - 1}));
  }
}

void TiledRoute::build_distances(const TileGraph& graph, std::uint32_t tile, TileWork& work) const {
  copy_ground(graph, tile, work);
  IntegrationField& field = work.field_;
  field.width = field.height = kEdge;
  field.distance.assign(std::size_t{kEdge} * kEdge, kUnreachable);
  for (const Step side : kSteps) fill_border(graph, tile, side, work);
  lower_to_window(graph.low_of(tile), work);
  smooth_border(index_of(kMargin, kMargin - 1), 1, work);
  smooth_border(index_of(kMargin, kMargin + kTileEdge), 1, work);
  smooth_border(index_of(kMargin - 1, kMargin), kEdge, work);
  smooth_border(index_of(kMargin + kTileEdge, kMargin), kEdge, work);
  find_seeds(graph, tile, work);
  work.flood_.load(graph.walk(), graph.low_of(tile));
  work.flood_.run(work.seeds_);
  for (std::uint32_t y = 0; y < kTileEdge; ++y)
    for (std::uint32_t x = 0; x < kTileEdge; ++x)
      field.distance[index_of(x + kMargin, y + kMargin)] = work.flood_.at(x, y);
  fill_margin(work);
}

/// The steps that lead out of the tile, and the goal if it is in it.
void TiledRoute::find_seeds(const TileGraph& graph, std::uint32_t tile, TileWork& work) const {
  work.seeds_.clear();
  const Cell low = graph.low_of(tile), goal{goal_.x - low.x, goal_.y - low.y};
  if (goal.x < kTileEdge && goal.y < kTileEdge)
    work.seeds_.push_back({0, static_cast<std::uint8_t>(goal.x), static_cast<std::uint8_t>(goal.y)});
  constexpr std::uint32_t kFirst = kMargin, kLast = kMargin + kTileEdge - 1;
  // Ground in the tile is no obstacle to a diagonal step out of it.
  for (std::uint32_t i = kFirst; i <= kLast; ++i)
    for (const Cell at : {Cell{i, kFirst}, Cell{i, kLast}, Cell{kFirst, i}, Cell{kLast, i}})
      if (passable(work.ground_.cost[index_of(at.x, at.y)])) work.field_.distance[index_of(at.x, at.y)] = 0;
  for (std::uint32_t i = kFirst; i <= kLast; ++i) {
    add_seed({i, kFirst}, work);
    add_seed({i, kLast}, work);
    if (i == kFirst || i == kLast) continue;
    add_seed({kFirst, i}, work);
    add_seed({kLast, i}, work);
  }
  std::sort(work.seeds_.begin(), work.seeds_.end());
}

void TiledRoute::add_seed(Cell at, TileWork& work) {
  const std::uint32_t cost = work.ground_.cost[index_of(at.x, at.y)];
  if (!passable(static_cast<std::uint8_t>(cost))) return;
  const Neighbourhood near(work.field_, at);
  std::uint32_t nearest = kUnreachable;
  for (const Step step : kSteps) {
    const Cell to = at + step;
    if (in_tile(to.x, to.y) || !near.enterable(step)) continue;
    lower(nearest, plus(near.at(step), step_length(Metric::kOctile, step.diagonal()) * cost));
  }
  if (nearest == kUnreachable) return;
  work.seeds_.push_back(
      {nearest, static_cast<std::uint8_t>(at.x - kMargin), static_cast<std::uint8_t>(at.y - kMargin)});
}

/// Goes on outside as the ways across the edge do, so that directions there lead on as well.
void TiledRoute::fill_margin(TileWork& work) {
  std::vector<std::uint32_t>& field = work.field_.distance;
  const auto fill = [&](std::size_t inside, std::size_t border, std::size_t outside) {
    const std::uint32_t cost = work.ground_.cost[outside], from = field[border];
    if (!passable(static_cast<std::uint8_t>(cost)) || from == kUnreachable) return;
    const std::uint32_t step = kStraightStep * cost;
    field[outside] = from < field[inside] ? from - std::min(from, step) : plus(from, step);
  };
  for (std::uint32_t i = kMargin; i < kMargin + kTileEdge; ++i) {
    fill(index_of(i, 2), index_of(i, 1), index_of(i, 0));
    fill(index_of(i, kEdge - 3), index_of(i, kEdge - 2), index_of(i, kEdge - 1));
    fill(index_of(2, i), index_of(1, i), index_of(0, i));
    fill(index_of(kEdge - 3, i), index_of(kEdge - 2, i), index_of(kEdge - 1, i));
  }
}

bool TiledRoute::reaches(const TileGraph& graph, Cell cell, TileWork& work) const {
  const std::uint32_t tile = graph.tile_at(cell);
  const Cell low = graph.low_of(tile);
  build_distances(graph, tile, work);
  return work.field_.at({cell.x - low.x + kMargin, cell.y - low.y + kMargin}) != kUnreachable;
}

void TiledRoute::build_tile(const TileGraph& graph, std::uint32_t tile, TileWork& work, std::uint32_t* block) const {
  build_distances(graph, tile, work);
  build_flow_field(work.ground_, work.field_, DirectionMode::kGradient, {}, work.flow_);
  for (std::uint32_t y = 0; y < kBlockEdge; ++y)
    std::copy_n(work.flow_.direction.data() + std::size_t{y + 2} * work.flow_.stride + 2, kBlockEdge,
                block + std::size_t{y} * kBlockEdge);
}

std::uint64_t TiledRoute::memory_bytes() const {
  return sizeof(*this) + (window_.distance.capacity() + distance_.capacity()) * sizeof(std::uint32_t) +
         arrived_.capacity() + ring_.memory_bytes();
}

}  // namespace cardume
