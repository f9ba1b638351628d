// A. Rosenfeld, J. Pfaltz, "Sequential operations in digital picture processing", Journal of the ACM, 1966: chessboard
// distances in passes over the rows. Here one pass is enough, since squares are looked up by their far corners.
#include "core/fields/walk_grid.hpp"

#include <algorithm>
#include <array>
#include <cardume/limits.hpp>
#include <cardume/walk_grid.hpp>
#include <new>
#include <span>

namespace cardume {
namespace {

using Signed = std::int32_t;

/// Places of one row that are measured at a time: what is remembered of the rows before stays in the first cache, and
/// on the stack.
constexpr Signed kStrip = 1024;
constexpr Signed kMostCells = kStrip + limits::kMaxSize + 2 * limits::kMaxMargin;
/// Those that hold squares of every number of rings, and the one before.
constexpr Signed kRows = limits::kMaxMargin + 2;

using Row = std::array<std::uint8_t, kMostCells>;

Signed whole(std::uint32_t number) { return static_cast<Signed>(number); }

/// A way of moving by what matters to the walk grids of one size.
struct Needs {
  std::array<std::uint8_t, 256> cost;                        ///< kWall for what cannot be entered.
  std::array<std::uint8_t, limits::kMaxMargin + 1> added{};  ///< By rings of free cells.
  Signed size;
  Signed margin;  ///< 0 where it adds nothing.

  Needs(const MovementDesc& movement, std::uint8_t size_wanted)
      : cost(movement.cost), size(size_wanted), margin(movement.margin_cost == 0 ? 0 : movement.margin) {
    std::replace(cost.begin(), cost.end(), kUnfit, kWall);
    cost[kWall] = kWall;
    for (Signed rings = 0; rings < margin; ++rings) {
      added[static_cast<std::size_t>(rings)] =
          static_cast<std::uint8_t>((2 * movement.margin_cost * (margin - rings) + margin) / (2 * margin));
    }
  }

  /// The edge of the square around a place that it depends on, and how far that goes back and on from the place's cell.
  Signed reach() const { return size + 2 * margin; }
  Signed back() const { return (reach() - 1) / 2; }
  Signed on() const { return reach() / 2; }
};

// Loops over a row. What they go by comes as values, which no write to a byte can change behind the compiler's back.

void translate(const std::uint8_t* from, const std::array<std::uint8_t, 256>& cost, Signed count, std::uint8_t* to) {
  for (Signed i = 0; i < count; ++i) to[i] = cost[from[i]];
}

/// The edges of the free squares whose far corners a row's cells are, up to one more than `most`.
void grow(const std::uint8_t* above, const std::uint8_t* ground, std::uint8_t most, Signed count, std::uint8_t* edge) {
  edge[0] = ground[0] != kWall;
  for (Signed i = 1; i < count; ++i) {
    const std::uint8_t least = std::min(std::min(above[i - 1], above[i]), most);
    edge[i] = ground[i] == kWall ? std::uint8_t{0} : static_cast<std::uint8_t>(least + 1);
  }
  Signed before = edge[0];
  for (Signed i = 1; i < count; ++i) {
    before = std::min<Signed>(before + 1, edge[i]);
    edge[i] = static_cast<std::uint8_t>(before);
  }
}

/// Each to the highest of itself, the one beside it and the two of the next row.
void raise(const std::uint8_t* next, Signed count, std::uint8_t* row) {
  for (Signed i = 0; i < count; ++i) row[i] = std::max(row[i], next[i]);
  for (Signed i = 0; i + 1 < count; ++i) row[i] = std::max(row[i], row[i + 1]);
}

/// `less` where there are squares of so long an edge.
void take_off(const std::uint8_t* square, std::uint8_t edge, std::uint8_t less, Signed count, std::uint8_t* added) {
  for (Signed i = 0; i < count; ++i) {
    const std::uint8_t off = square[i] >= edge ? less : std::uint8_t{0};
    added[i] = static_cast<std::uint8_t>(added[i] - off);
  }
}

void add(const std::uint8_t* added, Signed count, std::uint8_t* cost) {
  for (Signed i = 0; i < count; ++i) {
    const std::uint8_t most = static_cast<std::uint8_t>(kWall - 1 - added[i]);
    cost[i] = static_cast<std::uint8_t>(std::min(cost[i], most) + added[i]);
  }
}

void fit(const std::uint8_t* square, std::uint8_t edge, const std::uint8_t* wall, Signed count, std::uint8_t* cost) {
  for (Signed i = 0; i < count; ++i) {
    const std::uint8_t fitting = square[i] >= edge ? cost[i] : kUnfit;
    cost[i] = wall[i] == kWall ? kWall : fitting;
  }
}

/// Measures a strip of places, row by row. Each cell is given the edge of the largest free square, up to `reach`, of
/// which it is the far corner; in a strip squares are cut off where no place needs them.
class Strip {
 public:
  Strip(const CostGrid& terrain, const Needs& needs, Signed first, Signed places)
      : terrain_(terrain),
        needs_(needs),
        left_(first - needs.back()),
        places_(places),
        cells_(places + needs.reach() - 1) {}

  /// Calls take(row, costs) for each row of places.
  template <class Take>
  void measure(Signed first_row, Signed last_row, Take take) {
    squares_[slot(first_row - needs_.back() - 1)].fill(0);
    for (Signed row = first_row - needs_.back(); row <= last_row + needs_.on(); ++row) {
      grow_squares(row);
      const Signed place_row = row - needs_.on();
      if (place_row < first_row) continue;
      touch(place_row);
      add_margin(place_row);
      fit(far_corners(place_row, 0), static_cast<std::uint8_t>(needs_.size), wall_.data(), places_, cost_.data());
      take(place_row, std::span<const std::uint8_t>(cost_.data(), static_cast<std::size_t>(places_)));
    }
  }

 private:
  static std::size_t slot(Signed row) { return static_cast<std::size_t>(row + kMostCells) % kRows; }

  /// The map's cells of a row; walls outside.
  void load(Signed row, Row& out) const {
    const Signed begin = std::clamp(-left_, 0, cells_);
    const Signed end = std::clamp(whole(terrain_.width) - left_, begin, cells_);
    if (row < 0 || row >= whole(terrain_.height) || begin == end) {
      std::fill_n(out.begin(), cells_, kWall);
      return;
    }
    std::fill(out.begin(), out.begin() + begin, kWall);
    const std::size_t from = std::size_t{terrain_.width} * static_cast<std::size_t>(row);
    std::copy_n(terrain_.cost.data() + from + static_cast<std::size_t>(left_ + begin), end - begin,
                out.begin() + begin);
    std::fill(out.begin() + end, out.begin() + cells_, kWall);
  }

  void grow_squares(Signed row) {
    load(row, map_);
    translate(map_.data(), needs_.cost, cells_, ground_.data());
    grow(squares_[slot(row - 1)].data(), ground_.data(), static_cast<std::uint8_t>(needs_.reach() - 1), cells_,
         squares_[slot(row)].data());
  }

  /// The highest of the map's cells, and of their costs, that touch each place.
  void touch(Signed row) {
    load(row, map_);
    translate(map_.data(), needs_.cost, cells_, ground_.data());
    if (needs_.size % 2 == 0) {
      load(row + 1, next_map_);
      translate(next_map_.data(), needs_.cost, cells_, next_ground_.data());
      raise(next_map_.data(), cells_, map_.data());
      raise(next_ground_.data(), cells_, ground_.data());
    }
    const Signed from = needs_.back();
    std::copy_n(map_.begin() + from, places_, wall_.begin());
    std::copy_n(ground_.begin() + from, places_, cost_.begin());
  }

  /// The far corners of the squares with so many rings around the row's places.
  const std::uint8_t* far_corners(Signed row, Signed rings) const {
    const Signed on = needs_.size / 2 + rings;
    return squares_[slot(row + on)].data() + needs_.back() + on;
  }

  void add_margin(Signed row) {
    if (needs_.margin == 0) return;
    std::fill_n(added_.begin(), places_, needs_.added[0]);
    for (Signed rings = 1; rings <= needs_.margin; ++rings) {
      const auto i = static_cast<std::size_t>(rings);
      take_off(far_corners(row, rings), static_cast<std::uint8_t>(needs_.size + 2 * rings),
               static_cast<std::uint8_t>(needs_.added[i - 1] - needs_.added[i]), places_, added_.data());
    }
    add(added_.data(), places_, cost_.data());
  }

  const CostGrid& terrain_;
  const Needs& needs_;
  Signed left_, places_, cells_;
  std::array<Row, kRows> squares_;
  Row map_, ground_, next_map_, next_ground_;
  std::array<std::uint8_t, kStrip> wall_, cost_, added_;
};

/// Calls take(first cell, costs) for each stretch of places.
template <class Take>
void measure(const CostGrid& terrain, const Needs& needs, CellBox places, Take take) {
  for (std::uint32_t left = places.low.x; left <= places.high.x; left += kStrip) {
    const Signed count = std::min(kStrip, whole(places.high.x - left) + 1);
    Strip strip(terrain, needs, whole(left), count);
    strip.measure(whole(places.low.y), whole(places.high.y), [&](Signed row, std::span<const std::uint8_t> costs) {
      take(terrain.index({left, static_cast<std::uint32_t>(row)}), costs);
    });
  }
}

/// All places whose squares, with the margin, reach into a box.
CellBox places_near(const CostGrid& grid, const Needs& needs, CellBox box) {
  const auto before = [&](std::uint32_t at) { return at - std::min(at, static_cast<std::uint32_t>(needs.on())); };
  const auto after = [&](std::uint32_t at, std::uint32_t edge) {
    return std::min(at + static_cast<std::uint32_t>(needs.back()), edge - 1);
  };
  return {{before(box.low.x), before(box.low.y)}, {after(box.high.x, grid.width), after(box.high.y, grid.height)}};
}

Error check(const CostGrid& terrain, const MovementDesc& movement, float radius) {
  const auto refusal = [](const char* what) { return Error{Status::kInvalidArgument, what}; };
  if (Error error = validate(terrain)) return error;
  if (movement.margin > limits::kMaxMargin) return refusal("margin: must be a number from 0 to 8");
  if (movement.margin_cost >= kWall) return refusal("margin_cost: must be a number from 0 to 254");
  if (!(radius >= 0)) return refusal("radius: must be a number from 0");
  if (2 * radius <= limits::kMaxSize * terrain.cell_size) return {};
  return {Status::kLimit, "radius: at most 64 cells across (limits::kMaxSize)"};
}

}  // namespace

std::uint8_t size_of(float radius, float cell_size) {
  constexpr float kTolerance = 1e-3f, kLargest = limits::kMaxSize;
  const float across = std::min(2 * radius / cell_size, kLargest);
  const auto whole_cells = static_cast<std::uint8_t>(across);
  const bool more = across - static_cast<float>(whole_cells) > kTolerance;
  return std::max<std::uint8_t>(static_cast<std::uint8_t>(whole_cells + more), 1);
}

CostGrid make_walk_grid(const CostGrid& terrain, const MovementDesc& movement, std::uint8_t size) {
  CostGrid walk{terrain.width, terrain.height, terrain.cell_size, {}};
  if (terrain.empty()) return walk;
  walk.cost.resize(terrain.cost.size());
  const Needs needs(movement, size);
  measure(terrain, needs, {{0, 0}, {terrain.width - 1, terrain.height - 1}},
          [&](std::uint32_t first, std::span<const std::uint8_t> costs) {
            std::copy(costs.begin(), costs.end(), walk.cost.data() + first);
          });
  return walk;
}

void update_walk_grid(const CostGrid& terrain, const MovementDesc& movement, std::uint8_t size, CellBox edited,
                      CostGrid& walk, std::vector<CellEdit>& changes) {
  const Needs needs(movement, size);
  measure(terrain, needs, places_near(terrain, needs, edited),
          [&](std::uint32_t first, std::span<const std::uint8_t> costs) {
            for (std::uint32_t i = 0; i < costs.size(); ++i) {
              std::uint8_t& known = walk.cost[first + i];
              if (known == costs[i]) continue;
              known = costs[i];
              changes.push_back({first + i, known});
            }
          });
}

Result<WalkGrid> build_walk_grid(const CostGrid& terrain, const MovementDesc& movement, float radius) {
  try {
    if (Error error = check(terrain, movement, radius)) return error;
    const std::uint8_t size = size_of(radius, terrain.cell_size);
    WalkGrid walk{make_walk_grid(terrain, movement, size), origin_of(size)};
    std::replace(walk.grid.cost.begin(), walk.grid.cost.end(), kUnfit, kWall);
    return walk;
  } catch (const std::bad_alloc&) {
    return Error{Status::kOutOfMemory, {}};
  }
}

}  // namespace cardume
