// The slopes that are hidden are kept as in B. Bergström, "FOV using recursive shadowcasting", 2001.
#include "core/fields/sight_discs.hpp"

#include <algorithm>
#include <cardume/cost_grid.hpp>
#include <cstdlib>

#include "core/fields/walk_grid.hpp"
#include "core/fields/wave.hpp"

namespace cardume {
namespace {

/// In cells. The error of a front grows by 0.03 cell from each radius to e times that radius.
constexpr std::uint32_t kLargestRadius = 64, kLeastRadius = 4;
/// More sources than this are areas, whose fronts are straight but for their corners.
constexpr std::size_t kMostDiscs = 1024;

/// So that all discs together hold about as many cells as one.
std::uint32_t radius_for(std::size_t sources) {
  if (sources > kMostDiscs) return 0;
  std::uint32_t radius = kLargestRadius;
  while (radius > kLeastRadius && std::size_t{radius} * radius * sources > std::size_t{kLargestRadius} * kLargestRadius)
    radius /= 2;
  return radius;
}

bool clear_ground(const FramedMap& map, std::uint32_t cell) {
  return map.cost[cell] == kOpenCost && (map.passages.empty() || !map.passages.one_way(cell));
}

/// Whether a/b < c/d.
bool less(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) { return a * d < c * b; }

}  // namespace

/// An eighth of the disc of a source: cell (x, y) of it is `source` + x * `along` + y * `across`.
struct SightDiscs::Eighth {
  std::uint32_t source, along, across;
  std::uint32_t columns, rows;            ///< As far as the map's frame, and as the disc.
  std::uint32_t seen_along, seen_across;  ///< The same steps in SightDiscs::seen_.

  Eighth(std::uint32_t cell, unsigned number, std::uint32_t stride, std::uint32_t height, std::uint32_t radius)
      : source(cell) {
    const bool left = (number & 1) != 0, down = (number & 2) != 0, upright = (number & 4) != 0;
    const std::uint32_t wide = left ? cell % stride : stride - 1 - cell % stride;
    const std::uint32_t high = down ? cell / stride : height - 1 - cell / stride;
    const std::uint32_t step_x = left ? ~0u : 1, step_y = down ? 0 - stride : stride;
    along = upright ? step_y : step_x;
    across = upright ? step_x : step_y;
    const std::uint32_t edge = radius * 2 + 1, seen_y = down ? 0 - edge : edge;
    seen_along = upright ? seen_y : step_x;
    seen_across = upright ? step_x : seen_y;
    columns = std::min(upright ? high : wide, radius);
    rows = std::min(upright ? wide : high, radius);
  }

  std::uint32_t at(std::uint32_t x, std::uint32_t y) const { return source + x * along + y * across; }
  std::uint32_t seen_at(std::uint32_t x, std::uint32_t y) const { return x * seen_along + y * seen_across; }

  /// Whether what a cell at this offset from the source hides may lie in here.
  static bool concerns(std::int32_t dx, std::int32_t dy, unsigned number) {
    const std::int32_t x = (number & 1) != 0 ? -dx : dx, y = (number & 2) != 0 ? -dy : dy;
    const std::int32_t ahead = (number & 4) != 0 ? y : x, aside = (number & 4) != 0 ? x : y;
    return ahead >= 0 && aside >= 0 && aside <= ahead + 1;
  }
};

void SightDiscs::clear() {
  sources_.clear();
  seen_.clear();
  seed_.clear();
}

void SightDiscs::load(std::span<const FramedSource> sources, const FramedMap& map) {
  stride_ = map.stride;
  radius_ = radius_for(sources.size());
  sources_.assign(sources.begin(), sources.end());
  const std::size_t edge = std::size_t{radius_} * 2 + 1;
  seen_.assign(sources.size() * edge * edge, 0);
  seed_.assign(map.cost.size(), kUnreachable);
  std::vector<std::uint32_t> changed;
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    see({i, sources_[i].cell, 0, 0}, passable(map.cost[sources_[i].cell]), changed);
    for (unsigned eighth = 0; eighth < 8; ++eighth) scan(i, eighth, map, changed);
  }
}

void SightDiscs::update(std::span<const std::uint32_t> cells, const FramedMap& map,
                        std::vector<std::uint32_t>& changed) {
  const auto reach = static_cast<std::int32_t>(radius_), stride = static_cast<std::int32_t>(stride_);
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const auto source = static_cast<std::int32_t>(sources_[i].cell);
    unsigned eighths = 0;
    for (const std::uint32_t cell : cells) {
      const auto at = static_cast<std::int32_t>(cell);
      const std::int32_t dx = at % stride - source % stride, dy = at / stride - source / stride;
      if (std::max(std::abs(dx), std::abs(dy)) > reach) continue;
      if (dx == 0 && dy == 0) see({i, cell, 0, 0}, passable(map.cost[cell]), changed);
      for (unsigned eighth = 0; eighth < 8; ++eighth) eighths |= unsigned{Eighth::concerns(dx, dy, eighth)} << eighth;
    }
    for (unsigned eighth = 0; eighth < 8; ++eighth)
      if ((eighths >> eighth & 1) != 0) scan(i, eighth, map, changed);
  }
}

void SightDiscs::collect(std::vector<std::uint32_t>& cells) const {
  const std::uint32_t edge = radius_ * 2 + 1;
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    if (seen_[i] == 0) continue;
    const auto within = static_cast<std::uint32_t>(i % (std::size_t{edge} * edge));
    const std::uint32_t source = sources_[i / (std::size_t{edge} * edge)].cell;
    cells.push_back(source + (within / edge - radius_) * stride_ + within % edge - radius_);
  }
}

void SightDiscs::scan(std::size_t source, unsigned number, const FramedMap& map, std::vector<std::uint32_t>& changed) {
  const auto height = static_cast<std::uint32_t>(map.cost.size() / stride_);
  const Eighth eighth(sources_[source].cell, number, stride_, height, radius_);
  hidden_.clear();
  if (!passable(map.cost[eighth.source]) || (!map.passages.empty() && map.passages.one_way(eighth.source))) {
    hidden_.push_back({0, 1, 2, 1});
  } else if (eighth.rows >= 1 && !clear_ground(map, eighth.at(0, 1))) {
    hidden_.push_back({1, 1, 1, 1});
  }
  for (std::uint32_t x = 1; x <= eighth.columns; ++x) {
    scan_column(source, eighth, x, map, changed);
    hide_behind(eighth, x, map);
  }
}

void SightDiscs::scan_column(std::size_t source, const Eighth& eighth, std::uint32_t x, const FramedMap& map,
                             std::vector<std::uint32_t>& changed) {
  std::size_t next = 0;
  for (std::uint32_t y = 0; y <= std::min(x, eighth.rows) && x * x + y * y <= radius_ * radius_; ++y) {
    while (next < hidden_.size() && less(hidden_[next].high, hidden_[next].high_unit, y, x)) ++next;
    const bool hidden = next < hidden_.size() && !less(y, x, hidden_[next].low, hidden_[next].low_unit);
    const std::uint32_t cell = eighth.at(x, y);
    const bool open = clear_ground(map, cell) && (y < x || clear_ground(map, cell - eighth.across));
    see({source, cell, eighth.seen_at(x, y), x * x + y * y}, open && !hidden, changed);
  }
}

void SightDiscs::hide_behind(const Eighth& eighth, std::uint32_t x, const FramedMap& map) {
  const std::size_t old_spans = hidden_.size();
  for (std::uint32_t y = 0; y <= std::min(x + 1, eighth.rows); ++y) {
    if (clear_ground(map, eighth.at(x, y))) continue;
    hidden_.push_back({y == 0 ? 0 : 2 * y - 1, 2 * x + 1, 2 * y + 1, 2 * x - 1});
  }
  if (hidden_.size() != old_spans) merge_hidden(old_spans);
}

void SightDiscs::merge_hidden(std::size_t old_spans) {
  const auto middle = hidden_.begin() + static_cast<std::ptrdiff_t>(old_spans);
  std::inplace_merge(hidden_.begin(), middle, hidden_.end(),
                     [](const Span& a, const Span& b) { return less(a.low, a.low_unit, b.low, b.low_unit); });
  std::size_t last = 0;
  for (std::size_t i = 1; i < hidden_.size(); ++i) {
    Span& open = hidden_[last];
    const Span& span = hidden_[i];
    if (less(open.high, open.high_unit, span.low, span.low_unit)) {
      hidden_[++last] = span;
    } else if (less(open.high, open.high_unit, span.high, span.high_unit)) {
      open.high = span.high;
      open.high_unit = span.high_unit;
    }
  }
  hidden_.resize(last + 1);
}

void SightDiscs::see(const Sight& sight, bool seen, std::vector<std::uint32_t>& changed) {
  const std::uint32_t edge = radius_ * 2 + 1;
  std::uint8_t& known = seen_[sight.source * edge * edge + (edge * edge / 2 + sight.place)];
  if (known == std::uint8_t{seen}) return;
  known = seen;
  const std::uint32_t own = seed_of(sight.source, sight.distance2), before = seed_[sight.cell];
  if (own > before) return;
  seed_[sight.cell] = seen ? own : seed_of(sight.cell);
  if (seed_[sight.cell] != before) changed.push_back(sight.cell);
}

std::uint32_t SightDiscs::seed_of(std::size_t source, std::uint32_t distance2) const {
  const auto straight = static_cast<std::uint64_t>(root(std::uint64_t{distance2} * kEikonalStep * kEikonalStep) + 0.5);
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(sources_[source].distance + straight, kUnreachable));
}

std::uint32_t SightDiscs::seed_of(std::uint32_t cell) const {
  std::uint32_t least = kUnreachable;
  const std::uint32_t edge = radius_ * 2 + 1;
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const std::uint32_t source = sources_[i].cell;
    const std::uint32_t dx = cell % stride_ - source % stride_, dy = cell / stride_ - source / stride_;
    if (dx + radius_ >= edge || dy + radius_ >= edge) continue;
    if (seen_[i * edge * edge + ((dy + radius_) * edge + (dx + radius_))] == 0) continue;
    least = std::min(least, seed_of(i, dx * dx + dy * dy));
  }
  return least;
}

}  // namespace cardume
