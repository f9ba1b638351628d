#include "core/fields/tile_graph.hpp"

#include <algorithm>
#include <cstdlib>

namespace cardume {
namespace {

constexpr std::uint8_t kNoNode = 0xFF;
constexpr std::uint32_t kLast = kTileEdge - 1;
/// Portals up to this long have one node, in the middle.
constexpr std::uint32_t kNarrow = 3;
/// Tiles that one chunk measures at load.
constexpr std::uint32_t kGrain = 16;

std::uint8_t number_of(Step step) {
  return static_cast<std::uint8_t>(std::find(kSteps.begin(), kSteps.end(), step) - kSteps.begin());
}

Step back(Step step) { return {-step.dx, -step.dy}; }

/// The common edge of two tiles: a row of cells on this side and one across.
class Border {
 public:
  Border(const CostGrid& walk, Cell first, Step along, Step across, std::uint32_t length)
      : walk_(walk), first_(first), along_(along), across_(across), length_(length) {}

  /// Calls visit(begin, end) for each portal, by places along the edge.
  template <class Visit>
  void for_portals(Visit visit) const {
    for (std::uint32_t end = 0; end < length_; ++end) {
      const std::uint32_t begin = end;
      while (end < length_ && dearness(end) != kClosed) ++end;
      if (end > begin) visit(begin, end);
    }
  }

  /// Calls visit(place) for each pair of nodes of a portal: evenly spaced from end to end, but each where it is
  /// cheapest to pass nearby, since a road may be narrower than the space between them.
  template <class Visit>
  void for_nodes(std::uint32_t begin, std::uint32_t end, Visit visit) const {
    const std::uint32_t length = end - begin, nodes = nodes_of(length);
    for (std::uint32_t i = 0; i < nodes; ++i) {
      const std::uint32_t wanted = begin + (nodes == 1 ? length / 2 : i * (length - 1) / (nodes - 1));
      visit(cheapest(begin + i * length / nodes, begin + (i + 1) * length / nodes, wanted));
    }
  }

  static std::uint32_t nodes_of(std::uint32_t length) {
    return length <= kNarrow ? 1 : 1 + (length - 1 + kNodeSpacing - 1) / kNodeSpacing;
  }

  Cell cell(std::uint32_t place) const {
    const auto far = static_cast<std::int32_t>(place);
    return first_ + Step{along_.dx * far, along_.dy * far};
  }

 private:
  static constexpr std::uint32_t kClosed = ~0u;

  /// What it costs to pass there and back.
  std::uint32_t dearness(std::uint32_t place) const {
    const std::uint8_t here = walk_.cost[walk_.index(cell(place))],
                       there = walk_.cost[walk_.index(cell(place) + across_)];
    return passable(here) && passable(there) ? std::uint32_t{here} + there : kClosed;
  }

  std::uint32_t cheapest(std::uint32_t begin, std::uint32_t end, std::uint32_t wanted) const {
    const auto rank = [&](std::uint32_t place) {
      return std::pair(dearness(place), place > wanted ? place - wanted : wanted - place);
    };
    std::uint32_t best = wanted;
    for (std::uint32_t place = begin; place < end; ++place)
      if (rank(place) < rank(best)) best = place;
    return best;
  }

  const CostGrid& walk_;
  Cell first_;
  Step along_, across_;
  std::uint32_t length_;
};

/// The edge that a tile, by its first cell, shares with the next one to the right or below.
Border edge_of(const CostGrid& walk, Cell low, Step across) {
  const bool level = across.dx != 0;
  const auto last = static_cast<std::int32_t>(kLast);
  return Border(walk, low + Step{across.dx * last, across.dy * last}, level ? Step{0, 1} : Step{1, 0}, across,
                std::min(kTileEdge, level ? walk.height - low.y : walk.width - low.x));
}

/// Gathers the nodes of one tile, of which several portals may share one.
class NodeList {
 public:
  NodeList(const CostGrid& walk, Cell low, std::vector<TileGraph::Node>& nodes)
      : walk_(walk), low_(low), nodes_(nodes) {
    number_.fill(kNoNode);
    nodes_.clear();
  }

  /// A node in a cell of the map, and that a step leads on from it.
  void add(Cell cell, Step step) {
    const auto x = static_cast<std::uint8_t>(cell.x - low_.x), y = static_cast<std::uint8_t>(cell.y - low_.y);
    std::uint8_t& number = number_[y * kTileEdge + x];
    if (number == kNoNode) {
      number = static_cast<std::uint8_t>(nodes_.size());
      nodes_.push_back({.x = x, .y = y});
    }
    TileGraph::Node& node = nodes_[number];
    const std::uint32_t cost = walk_.cost[walk_.index(cell + step)];
    TileGraph::Crossing& crossing = node.crossing[node.crossings++];
    crossing.back = static_cast<std::uint16_t>(step_length(Metric::kOctile, step.diagonal()) * cost);
    crossing.side = number_of(step);
  }

 private:
  const CostGrid& walk_;
  Cell low_;
  std::vector<TileGraph::Node>& nodes_;
  std::array<std::uint8_t, std::size_t{kTileEdge} * kTileEdge> number_;
};

}  // namespace

void TileGraph::build(CostGrid walk, Scheduler* for_load) {
  walk_ = std::move(walk);
  across_ = (walk_.width + kTileEdge - 1) / kTileEdge;
  down_ = (walk_.height + kTileEdge - 1) / kTileEdge;
  tiles_.assign(tile_count(), {});
  highest_cost_ = kOpenCost;
  for (const std::uint8_t cost : walk_.cost)
    highest_cost_ = passable(cost) ? std::max(highest_cost_, cost) : highest_cost_;
  for (std::uint32_t tile = 0; tile < tile_count(); ++tile) find_nodes(tile);
  for (std::uint32_t tile = 0; tile < tile_count(); ++tile) link(tile);
  number_nodes();
  if (for_load != nullptr) measure_all(*for_load);
}

void TileGraph::edit(std::span<const CellEdit> edits) {
  std::vector<std::uint32_t> touched, beside;
  for (const CellEdit& edit : edits) {
    if (walk_.cost[edit.cell] == edit.cost) continue;
    walk_.cost[edit.cell] = edit.cost;
    if (passable(edit.cost)) highest_cost_ = std::max(highest_cost_, edit.cost);
    const Cell cell{edit.cell % walk_.width, edit.cell / walk_.width};
    touched.push_back(tile_at(cell));
    for (const Step step : kSteps)
      if (walk_.contains(cell + step)) touched.push_back(tile_at(cell + step));
  }
  const auto unique = [](std::vector<std::uint32_t>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  };
  unique(touched);
  beside = touched;
  for (const std::uint32_t tile : touched) {
    find_nodes(tile);
    for (const Step step : kSteps)
      if (const std::uint32_t near = neighbour(tile, step); near != tile_count()) beside.push_back(near);
  }
  unique(beside);
  for (const std::uint32_t tile : beside) link(tile);
  number_nodes();
}

std::uint32_t TileGraph::neighbour(std::uint32_t tile, Step step) const {
  const Cell at = Cell{tile % across_, tile / across_} + step;
  return at.x < across_ && at.y < down_ ? at.y * across_ + at.x : tile_count();
}

void TileGraph::find_nodes(std::uint32_t number) {
  Tile& tile = tiles_[number];
  tile.ways.clear();
  tile.measured = false;
  const Cell low = low_of(number);
  const std::uint32_t width = std::min(kTileEdge, walk_.width - low.x),
                      height = std::min(kTileEdge, walk_.height - low.y);
  tile.open = width == kTileEdge && height == kTileEdge;
  for (std::uint32_t y = 0; y < height && tile.open; ++y) {
    const auto row = walk_.cost.begin() + walk_.index({low.x, low.y + y});
    tile.open = std::all_of(row, row + width, [](std::uint8_t cost) { return cost == kOpenCost; });
  }
  NodeList nodes(walk_, low, tile.nodes);
  // Both tiles at an edge must look at it from the same side, to find the same places.
  for (const Step step : {Step{1, 0}, Step{-1, 0}, Step{0, 1}, Step{0, -1}}) {
    const std::uint32_t other = neighbour(number, step);
    if (other == tile_count()) continue;
    const bool ahead = step.dx + step.dy > 0;
    const Border edge = edge_of(walk_, low_of(ahead ? number : other), ahead ? step : back(step));
    edge.for_portals([&](std::uint32_t begin, std::uint32_t end) {
      edge.for_nodes(begin, end, [&](std::uint32_t place) {
        nodes.add(ahead ? edge.cell(place) : edge.cell(place) + back(step), step);
      });
    });
  }
  for (const Step step : {Step{1, 1}, Step{-1, 1}, Step{1, -1}, Step{-1, -1}}) {
    const Cell corner{step.dx > 0 ? low.x + kLast : low.x, step.dy > 0 ? low.y + kLast : low.y};
    const bool free = free_at(corner) && free_at(corner + Step{step.dx, 0}) && free_at(corner + Step{0, step.dy});
    if (free && free_at(corner + step)) nodes.add(corner, step);
  }
}

std::vector<Portal> TileGraph::portals() const {
  std::vector<Portal> portals;
  for (std::uint32_t tile = 0; tile < tile_count(); ++tile) {
    for (const Step step : {Step{1, 0}, Step{0, 1}}) {
      if (neighbour(tile, step) == tile_count()) continue;
      const Border edge = edge_of(walk_, low_of(tile), step);
      edge.for_portals([&](std::uint32_t begin, std::uint32_t end) {
        portals.push_back({edge.cell(begin), edge.cell(end - 1), step.dx != 0, Border::nodes_of(end - begin)});
      });
    }
  }
  return portals;
}

void TileGraph::link(std::uint32_t number) {
  for (Node& node : tiles_[number].nodes) {
    for (std::uint32_t i = 0; i < node.crossings; ++i) {
      Crossing& crossing = node.crossing[i];
      const Step step = kSteps[crossing.side];
      const std::vector<Node>& others = tiles_[neighbour(number, step)].nodes;
      const auto x = static_cast<std::uint8_t>((node.x + kTileEdge + static_cast<std::uint32_t>(step.dx)) % kTileEdge);
      const auto y = static_cast<std::uint8_t>((node.y + kTileEdge + static_cast<std::uint32_t>(step.dy)) % kTileEdge);
      const auto other =
          std::find_if(others.begin(), others.end(), [&](const Node& o) { return o.x == x && o.y == y; });
      crossing.to = static_cast<std::uint8_t>(other - others.begin());
    }
  }
}

void TileGraph::number_nodes() {
  first_node_.resize(tiles_.size() + 1);
  first_node_[0] = 0;
  tile_of_.clear();
  for (std::size_t tile = 0; tile < tiles_.size(); ++tile) {
    first_node_[tile + 1] = first_node_[tile] + static_cast<std::uint32_t>(tiles_[tile].nodes.size());
    tile_of_.resize(first_node_[tile + 1], static_cast<std::uint16_t>(tile));
  }
}

void TileGraph::measure(std::uint32_t number, WayTable& table) {
  Tile& tile = tiles_[number];
  if (measured(number)) return;
  std::vector<WayTable::Place> places;
  for (const Node& node : tile.nodes) places.push_back({node.x, node.y});
  tile.ways.clear();
  tile.ways.reserve(places.size() * places.size());
  table.measure(walk_, low_of(number), places, tile.ways);
  tile.measured = true;
}

void TileGraph::measure_all(Scheduler& scheduler) {
  scheduler.parallel_for(tile_count(), kGrain, [&](Chunk chunk) {
    WayTable table;
    for (std::uint32_t tile = chunk.first; tile < chunk.last; ++tile) measure(tile, table);
  });
}

bool TileGraph::equals(TileGraph& other) {
  WayTable table;
  for (TileGraph* graph : {this, &other})
    for (std::uint32_t tile = 0; tile < graph->tile_count(); ++tile) graph->measure(tile, table);
  return across_ == other.across_ && first_node_ == other.first_node_ && tiles_ == other.tiles_ &&
         walk_.cost == other.walk_.cost;
}

std::uint64_t TileGraph::memory_bytes() const {
  std::uint64_t bytes = walk_.cost.capacity() + first_node_.capacity() * sizeof(std::uint32_t) +
                        tile_of_.capacity() * sizeof(std::uint16_t);
  for (const Tile& tile : tiles_)
    bytes += sizeof(Tile) + tile.nodes.capacity() * sizeof(Node) + tile.ways.capacity() * sizeof(std::uint32_t);
  return bytes;
}

}  // namespace cardume
