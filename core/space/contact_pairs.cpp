#include "core/space/contact_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <new>

namespace cardume {
namespace {

/// Overlaps deeper than this share of the smaller radius count as deep.
constexpr float kDeep = 0.05f;

constexpr std::uint32_t kMostCellsAlong = 1024;

/// Bodies by square or cubic cells as wide as two of the largest bodies that touch, in a table of their own: agents
/// have moved since the grid of the last tick was filled.
class BodyCells {
 public:
  BodyCells(const Setup& setup, const AgentTable& agents) : agents_(agents) {
    const auto [x, y, z] = setup.desc.size;
    const float extent = std::max({x, y, agents.dimensions == 3 ? z : 0.f});
    const std::uint32_t most = agents.dimensions == 3 ? 64 : kMostCellsAlong;
    float radius = 0;
    for (std::uint32_t row = 0; row < agents.count; ++row) radius = std::max(radius, agents.body.radius[row]);
    edge_ = std::max(static_cast<double>(radius) * 2 * (1 + 2 * kTouching), static_cast<double>(extent) / most);
    for (std::uint32_t d = 0; d < agents.dimensions; ++d)
      cells_[d] = static_cast<std::uint32_t>(static_cast<double>(d == 0 ? x : d == 1 ? y : z) / edge_) + 1;
    sort();
  }

  /// Calls `visit(row, other row)` for all pairs in the same and in neighbouring cells, each pair once.
  template <class Visit>
  void for_each_pair(Visit visit) const {
    for (std::uint32_t row = 0; row < agents_.count; ++row) {
      const auto [x, y, z] = cell_of(row);
      for (std::uint32_t layer = z > 0 ? z - 1 : 0; layer <= std::min(z + 1, cells_[2] - 1); ++layer)
        for (std::uint32_t line = y > 0 ? y - 1 : 0; line <= std::min(y + 1, cells_[1] - 1); ++line) {
          const std::uint32_t cells = (layer * cells_[1] + line) * cells_[0];
          const std::uint32_t last = start_[cells + std::min(x + 1, cells_[0] - 1) + 1];
          for (std::uint32_t i = start_[cells + (x > 0 ? x - 1 : 0)]; i < last; ++i)
            if (row < rows_[i]) visit(row, rows_[i]);
        }
    }
  }

 private:
  std::uint32_t at(std::uint32_t axis, float position) const {
    return std::min(static_cast<std::uint32_t>(static_cast<double>(position) / edge_), cells_[axis] - 1);
  }
  std::array<std::uint32_t, 3> cell_of(std::uint32_t row) const {
    std::array<std::uint32_t, 3> cell{};
    for (std::uint32_t d = 0; d < agents_.dimensions; ++d) cell[d] = at(d, agents_.position.axis[d][row]);
    return cell;
  }
  std::uint32_t number_of(std::uint32_t row) const {
    const auto [x, y, z] = cell_of(row);
    return (z * cells_[1] + y) * cells_[0] + x;
  }

  void sort() {
    start_.assign(std::size_t{cells_[0]} * cells_[1] * cells_[2] + 1, 0);
    rows_.resize(agents_.count);
    for (std::uint32_t row = 0; row < agents_.count; ++row) ++start_[number_of(row)];
    std::uint32_t end = 0;
    for (std::uint32_t& start : start_) start = end += start;
    for (std::uint32_t row = agents_.count; row-- > 0;) rows_[--start_[number_of(row)]] = row;
  }

  const AgentTable& agents_;
  double edge_ = 1;
  std::array<std::uint32_t, 3> cells_{1, 1, 1};
  std::vector<std::uint32_t> start_, rows_;
};

/// Calls `visit(row, other row)` for every pair there is: takes no memory, but long.
template <class Visit>
void for_each_pair_of_all(const AgentTable& agents, Visit visit) {
  for (std::uint32_t row = 0; row < agents.count; ++row)
    for (std::uint32_t other = row + 1; other < agents.count; ++other) visit(row, other);
}

bool collide(const simd::ProfileTable& table, std::uint8_t a, std::uint8_t b) {
  return (table.body.collides[a] & table.body.layers[b]) != 0 && (table.body.collides[b] & table.body.layers[a]) != 0;
}

}  // namespace

bool touch(const Setup& setup, const AgentTable& agents, std::uint32_t row, std::uint32_t other, float& depth) {
  const auto radius = static_cast<double>(agents.body.radius[row]),
             other_radius = static_cast<double>(agents.body.radius[other]);
  double distance2 = 0;
  for (std::uint32_t d = 0; d < agents.dimensions; ++d) {
    const double way =
        static_cast<double>(agents.position.axis[d][row]) - static_cast<double>(agents.position.axis[d][other]);
    distance2 += way * way;
  }
  const double farthest = (radius + other_radius) * (1 + kTouching);
  if (distance2 >= farthest * farthest || radius == 0 || other_radius == 0) return false;
  depth = static_cast<float>(radius + other_radius - std::sqrt(distance2));
  return collide(setup.table, agents.profile()[row], agents.profile()[other]);
}

void find_pairs(const Setup& setup, const AgentTable& agents, const Ids& ids, std::vector<ContactPair>& out) {
  out.clear();
  if (!agents.has_bodies()) return;
  BodyCells(setup, agents).for_each_pair([&](std::uint32_t row, std::uint32_t other) {
    float depth = 0;
    if (!touch(setup, agents, row, other, depth)) return;
    const auto [first, second] = std::minmax({ids.at(agents.slot[row]), ids.at(agents.slot[other])});
    out.push_back({first, second, depth});
  });
  std::sort(out.begin(), out.end(), [](const ContactPair& a, const ContactPair& b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  });
}

OverlapReport measure_overlaps(const Setup& setup, const AgentTable& agents) {
  OverlapReport report;
  if (!agents.has_bodies()) return report;
  const auto add = [&](std::uint32_t row, std::uint32_t other) {
    float depth = 0;
    if (!touch(setup, agents, row, other, depth)) return;
    const float share = depth / std::min(agents.body.radius[row], agents.body.radius[other]);
    ++report.pairs;
    report.deep += share > kDeep ? 1 : 0;
    report.deepest = std::max(report.deepest, share);
  };
  try {
    BodyCells(setup, agents).for_each_pair(add);
  } catch (const std::bad_alloc&) {  // Before the first pair was looked at.
    for_each_pair_of_all(agents, add);
  }
  return report;
}

}  // namespace cardume
