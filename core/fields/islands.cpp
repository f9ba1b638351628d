// R. Tarjan, "Efficiency of a good but not linear set union algorithm", Journal of the ACM, 1975. Parts of a tile are
// labelled by runs of free cells: A. Rosenfeld, J. Pfaltz, "Sequential operations in digital picture processing", 1966.
#include "core/fields/islands.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/fields/walk_grid.hpp"

namespace cardume {
namespace {

/// Follows a set union forest to the root, halving the way.
template <class Number>
Number root_of(Number* parent, Number part) {
  while (parent[part] != part) part = parent[part] = parent[parent[part]];
  return part;
}

/// The lower root becomes the root of both, so roots do not depend on the order of joining.
template <class Number>
void join_roots(Number* parent, Number a, Number b) {
  a = root_of(parent, a);
  b = root_of(parent, b);
  parent[std::max(a, b)] = std::min(a, b);
}

/// The run of ones that begins at the lowest one.
std::uint64_t lowest_run(std::uint64_t bits) { return bits & ~(bits + (bits & (~bits + 1))); }

/// Which of 8 costs can be passed, as the low bits of a byte: those whose bits are not all equal.
std::uint64_t passable_bits(const std::uint8_t* costs) {
  constexpr std::uint64_t kLow7 = 0x7F7F7F7F7F7F7F7F, kLow1 = 0x0101010101010101, kGather = 0x0102040810204080;
  static_assert(kUnfit == 0 && kWall == 255);
  std::uint64_t eight = 0;
  for (unsigned i = 0; i < 8; ++i) eight |= std::uint64_t{costs[i]} << (8 * i);
  const std::uint64_t unlike = (eight ^ eight >> 1) & kLow7;
  return ((unlike + kLow7) >> 7 & kLow1) * kGather >> 56;
}

std::uint64_t passable_row(const std::uint8_t* costs, std::uint32_t count) {
  std::uint64_t bits = 0;
  std::uint32_t i = 0;
  for (; i + 8 <= count; i += 8) bits |= passable_bits(costs + i) << i;
  for (; i < count; ++i) bits |= std::uint64_t{passable(costs[i])} << i;
  return bits;
}

}  // namespace

/// Finds the parts of one tile. Outer ones are numbered before the others, and by where they first come to the edge:
/// the same edge cells connected in the same way have the same numbers, whatever is inside.
class Islands::Labeller {
 public:
  explicit Labeller(const Bits& rows) {
    std::uint32_t before = 0;
    for (std::uint32_t row = 0; row < kEdge; ++row) {
      const std::uint32_t first = begin_[row] = count_;
      for (std::uint64_t left = rows[row]; left != 0; left &= ~runs_[count_ - 1]) add(lowest_run(left));
      join_rows(before, first);
      before = first;
    }
    begin_[kEdge] = count_;
    for (std::uint32_t run = 0; run < count_; ++run) root_[run] = root_[root_[run]];
    std::fill_n(number_.begin(), count_, kNoNumber);
  }

  void number_parts(std::span<const LinkEnd> links, Tile& tile) {
    constexpr std::uint64_t kEnds = std::uint64_t{1} << (kEdge - 1) | 1;
    for (std::uint32_t run = 0; run < count_; ++run) {
      if (run < begin_[1] || run >= begin_[kEdge - 1] || (runs_[run] & kEnds) != 0) number(run);
    }
    for (const LinkEnd& end : links) {
      for (std::uint32_t run = begin_[end.y]; run < begin_[end.y + 1]; ++run) {
        if ((runs_[run] >> end.x & 1) != 0) number(run);
      }
    }
    tile.outer = parts_;
    for (std::uint32_t run = 0; run < count_; ++run) number(run);
    tile.parts = parts_;
  }

  void store(std::vector<std::uint16_t>& labels) const {
    labels.resize(kEdge * (kEdge + 2));
    for (std::uint32_t row = 0; row < kEdge; ++row) {
      for (std::uint32_t run = begin_[row]; run < begin_[row + 1]; ++run) {
        std::fill_n(labels.begin() + row * kEdge + std::countr_zero(runs_[run]), std::popcount(runs_[run]),
                    number_[root_[run]]);
      }
      labels[kEdge * kEdge + row] = labels[row * kEdge];
      labels[kEdge * (kEdge + 1) + row] = labels[row * kEdge + kEdge - 1];
    }
  }

 private:
  static constexpr std::uint16_t kNoNumber = 0xFFFF;

  void add(std::uint64_t run) {
    root_[count_] = static_cast<std::uint16_t>(count_);
    runs_[count_++] = run;
  }

  /// Joins the runs of a row to those of the row before that they lie beside, both from left to right.
  void join_rows(std::uint32_t above, std::uint32_t own) {
    const std::uint32_t end_above = own;
    while (above < end_above && own < count_) {
      if ((runs_[above] & runs_[own]) != 0) {
        join_roots(root_.data(), static_cast<std::uint16_t>(above), static_cast<std::uint16_t>(own));
      }
      ++(runs_[above] < runs_[own] ? above : own);
    }
  }

  void number(std::uint32_t run) {
    std::uint16_t& number = number_[root_[run]];
    if (number == kNoNumber) number = static_cast<std::uint16_t>(parts_++);
  }

  std::uint32_t count_ = 0, parts_ = 0;
  std::array<std::uint32_t, kEdge + 1> begin_;  ///< Of each row, its first run.
  std::array<std::uint64_t, kMostParts> runs_;
  std::array<std::uint16_t, kMostParts> root_;    ///< Of each run: the first one of its part.
  std::array<std::uint16_t, kMostParts> number_;  ///< Of parts, by their first runs.
};

/// What the neighbours of a tile see of it.
struct Islands::Outline {
  static constexpr std::uint32_t kBlocked = ~0u;

  std::uint32_t outer;
  std::array<std::uint32_t, 4 * kEdge> parts;  ///< Of the cells along the four edges.

  explicit Outline(const Tile& tile) : outer(tile.outer) {
    const auto part = [&tile](std::uint32_t x, std::uint32_t y) {
      return tile.free(x, y) ? tile.part(x, y) : kBlocked;
    };
    for (std::uint32_t i = 0; i < kEdge; ++i) {
      parts[i] = part(i, 0);
      parts[kEdge + i] = part(i, kEdge - 1);
      parts[2 * kEdge + i] = part(0, i);
      parts[3 * kEdge + i] = part(kEdge - 1, i);
    }
  }

  friend bool operator==(const Outline&, const Outline&) = default;
};

void Islands::build(const CostGrid& walk, const Passages& passages) {
  width_ = walk.width;
  height_ = walk.height;
  columns_ = (width_ + kEdge - 1) / kEdge;
  links_ = passages.links;
  list_link_ends();
  tiles_.assign(std::size_t{columns_} * ((height_ + kEdge - 1) / kEdge), {});
  for (std::uint32_t tile = 0; tile < tiles_.size(); ++tile) {
    tiles_[tile].rows = measure(walk, tile);
    label(tile);
  }
  join_all();
}

void Islands::edit(const CostGrid& walk, std::span<const CellBox> boxes) {
  bool others = false;
  for (const CellBox& box : boxes) {
    for (std::uint32_t row = box.low.y / kEdge; row <= box.high.y / kEdge; ++row) {
      for (std::uint32_t column = box.low.x / kEdge; column <= box.high.x / kEdge; ++column) {
        others |= refresh(walk, row * columns_ + column);
      }
    }
  }
  if (others) join_all();
}

std::uint64_t Islands::memory_bytes() const {
  std::uint64_t labels = 0;
  for (const Tile& tile : tiles_) labels += tile.labels.capacity();
  return tiles_.capacity() * sizeof(Tile) + labels * sizeof(std::uint16_t) +
         island_.capacity() * sizeof(std::uint32_t) + links_.capacity() * sizeof(Link) +
         link_ends_.capacity() * sizeof(LinkEnd);
}

void Islands::list_link_ends() {
  link_ends_.clear();
  for (const Link& link : links_) {
    for (const Cell cell : {link.from, link.to}) {
      if (cell.x >= width_ || cell.y >= height_) continue;
      link_ends_.push_back({tile_of(cell), cell.x % kEdge, cell.y % kEdge});
    }
  }
  std::sort(link_ends_.begin(), link_ends_.end());
}

std::span<const Islands::LinkEnd> Islands::link_ends(std::uint32_t tile) const {
  return {std::lower_bound(link_ends_.begin(), link_ends_.end(), LinkEnd{tile, 0, 0}),
          std::lower_bound(link_ends_.begin(), link_ends_.end(), LinkEnd{tile + 1, 0, 0})};
}

Islands::Bits Islands::measure(const CostGrid& walk, std::uint32_t tile) const {
  const Cell low{tile % columns_ * kEdge, tile / columns_ * kEdge};
  const std::uint32_t width = std::min(kEdge, width_ - low.x), height = std::min(kEdge, height_ - low.y);
  Bits rows{};
  for (std::uint32_t y = 0; y < height; ++y) {
    rows[y] = passable_row(walk.cost.data() + walk.index({low.x, low.y + y}), width);
  }
  return rows;
}

void Islands::label(std::uint32_t index) {
  Tile& tile = tiles_[index];
  tile.left = tile.right = 0;
  for (std::uint32_t y = 0; y < kEdge; ++y) {
    tile.left |= std::uint64_t{tile.free(0, y)} << y;
    tile.right |= std::uint64_t{tile.free(kEdge - 1, y)} << y;
  }
  Labeller labeller(tile.rows);
  labeller.number_parts(link_ends(index), tile);
  if (tile.parts > 1) labeller.store(tile.labels);
}

/// Whether the tile's outer parts may be others, or joined to others, than they were.
bool Islands::refresh(const CostGrid& walk, std::uint32_t index) {
  Tile& tile = tiles_[index];
  const Bits rows = measure(walk, index);
  if (rows == tile.rows) return false;
  const Outline before(tile);
  tile.rows = rows;
  label(index);
  return !link_ends(index).empty() || Outline(tile) != before;
}

void Islands::number_parts() {
  std::uint32_t parts = 0;
  for (Tile& tile : tiles_) {
    tile.first = parts;
    parts += tile.outer;
  }
  island_.resize(parts);
  std::iota(island_.begin(), island_.end(), 0u);
}

void Islands::join_all() {
  number_parts();
  for (std::uint32_t i = 0; i < tiles_.size(); ++i) {
    if ((i + 1) % columns_ != 0) join_right(tiles_[i], tiles_[i + 1]);
    if (i + columns_ < tiles_.size()) join_below(tiles_[i], tiles_[i + columns_]);
  }
  join_links();
  for (std::uint32_t& island : island_) island = island_[island];
}

void Islands::join_right(const Tile& tile, const Tile& other) {
  std::uint64_t run = 0;
  for (std::uint64_t left = tile.right & other.left; left != 0; left &= ~run) {
    run = lowest_run(left);
    const auto y = static_cast<std::uint32_t>(std::countr_zero(run));
    join_roots(island_.data(), tile.first + tile.right_part(y), other.first + other.left_part(y));
  }
}

void Islands::join_below(const Tile& tile, const Tile& other) {
  std::uint64_t run = 0;
  for (std::uint64_t left = tile.rows[kEdge - 1] & other.rows[0]; left != 0; left &= ~run) {
    run = lowest_run(left);
    const auto x = static_cast<std::uint32_t>(std::countr_zero(run));
    join_roots(island_.data(), tile.first + tile.part(x, kEdge - 1), other.first + other.part(x, 0));
  }
}

void Islands::join_links() {
  for (const Link& link : links_) {
    const std::uint32_t from = at(link.from), to = at(link.to);
    if (from != kNone && to != kNone) join_roots(island_.data(), from, to);
  }
}

}  // namespace cardume
