#include "core/space/distance_transform.hpp"

#include <algorithm>
#include <cmath>

namespace cardume {
namespace {

constexpr std::int64_t kNone = -1;

std::int32_t whole(std::uint32_t number) { return static_cast<std::int32_t>(number); }

bool is_wall(const CostGrid& grid, std::int32_t column, std::int32_t row) {
  return grid.cost[grid.index({static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row)})] == kWall;
}

/// Half cells from the centre of a cell to the square of another one so many cells away in the same column.
std::int64_t to_square(std::int32_t cells) { return std::max(2 * cells - 1, 0); }

}  // namespace

DistanceTransform::DistanceTransform(std::uint32_t width, std::uint32_t limit)
    : limit_(limit), above_(width), below_(width), distance2_(2 * width + 1), lowest_(2 * width + 1) {}

std::uint64_t DistanceTransform::memory_bytes() const {
  return (above_.capacity() + below_.capacity()) * sizeof(std::int32_t) + distance2_.capacity() * sizeof(std::int64_t) +
         lowest_.capacity() * sizeof(Lowest);
}

void DistanceTransform::start_columns(const CostGrid& grid, std::int32_t row) {
  for (std::int32_t column = left_; column < right_; ++column) {
    std::int32_t above = row - 1;
    while (above >= 0 && row - above <= whole(limit_) && !is_wall(grid, column, above)) --above;
    above_[static_cast<std::size_t>(column)] = above;
    below_[static_cast<std::size_t>(column)] = row - 1;
  }
}

/// Every cell is looked at once as what is above and once as what is below.
void DistanceTransform::advance_columns(const CostGrid& grid, std::int32_t row) {
  const std::int32_t farthest = std::min(whole(grid.height), row + whole(limit_) + 1);
  for (std::int32_t column = left_; column < right_; ++column) {
    if (is_wall(grid, column, row)) above_[static_cast<std::size_t>(column)] = row;
    std::int32_t& below = below_[static_cast<std::size_t>(column)];
    const bool found = below >= row && below < whole(grid.height) && is_wall(grid, column, below);
    if (found) continue;
    below = std::max(below, row);
    while (below < farthest && !is_wall(grid, column, below)) ++below;
  }
}

/// A half column between two columns belongs to the squares of both, one in the middle of a column to its own.
void DistanceTransform::fill_half_columns(const CostGrid& grid, std::int32_t row) {
  const std::int64_t most = 2 * std::int64_t{limit_};
  std::int64_t before = left_ == 0 ? 0 : most + 1;
  for (std::int32_t column = left_; column < right_; ++column) {
    const auto i = static_cast<std::size_t>(column);
    const std::int64_t own = std::min(to_square(row - above_[i]), to_square(below_[i] - row));
    const std::int64_t nearer = std::min(before, own);
    distance2_[2 * i] = nearer > most ? kNone : nearer * nearer;
    distance2_[2 * i + 1] = own > most ? kNone : own * own;
    before = own;
  }
  const std::int64_t last = right_ == whole(grid.width) ? 0 : before;
  distance2_[2 * static_cast<std::size_t>(right_)] = last > most ? kNone : last * last;
}

std::int64_t DistanceTransform::height(std::int32_t column, std::int32_t at) const {
  const std::int64_t way = column - at;
  return distance2_[static_cast<std::size_t>(column)] + way * way;
}

/// The lower envelope of the parabolas over all half columns that have a wall; returns of how many it consists.
std::size_t DistanceTransform::find_lowest() {
  std::size_t count = 0;
  const std::int32_t begin = 2 * left_, end = 2 * right_ + 1;
  for (std::int32_t column = begin; column < end; ++column) {
    const std::int64_t own = distance2_[static_cast<std::size_t>(column)];
    if (own == kNone) continue;
    while (count > 0 &&
           height(lowest_[count - 1].column, lowest_[count - 1].first) > height(column, lowest_[count - 1].first))
      --count;
    std::int32_t first = begin;
    if (count > 0) {
      const std::int64_t other = lowest_[count - 1].column;
      const std::int64_t rise =
          std::int64_t{column} * column - other * other + own - distance2_[static_cast<std::size_t>(other)];
      first = static_cast<std::int32_t>(std::min<std::int64_t>(rise / (2 * (column - other)) + 1, end));
    }
    if (first < end) lowest_[count++] = {column, first};
  }
  return count;
}

void DistanceTransform::measure(const CostGrid& grid, CellBox box, std::vector<float>& out) {
  left_ = std::max(whole(box.low.x) - whole(limit_), 0);
  right_ = std::min(whole(box.high.x) + whole(limit_) + 1, whole(grid.width));
  start_columns(grid, whole(box.low.y));
  const double half_cell = static_cast<double>(grid.cell_size) / 2;
  const float farthest = static_cast<float>(limit_) * grid.cell_size;
  for (std::uint32_t y = box.low.y; y <= box.high.y; ++y) {
    advance_columns(grid, whole(y));
    fill_half_columns(grid, whole(y));
    const std::size_t count = find_lowest();
    std::size_t part = 0;
    for (std::uint32_t x = box.low.x; x <= box.high.x; ++x) {
      const std::int32_t at = 2 * whole(x) + 1;
      while (part + 1 < count && lowest_[part + 1].first <= at) ++part;
      float& distance = out[grid.index({x, y})];
      distance = farthest;
      if (count == 0) continue;
      const auto halves2 = static_cast<double>(height(lowest_[part].column, at));
      distance = std::min(static_cast<float>(std::sqrt(halves2) * half_cell), farthest);
    }
  }
}

}  // namespace cardume
