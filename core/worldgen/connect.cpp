#include <algorithm>
#include <numeric>

#include "core/worldgen/caves.hpp"

namespace cardume {
namespace {

constexpr std::uint32_t kNobody = ~0u;

/// The cells that may become floor: all but the edge, unless the map is too thin to have anything else.
struct Interior {
  std::uint32_t left, top, right, bottom;  ///< Half open.

  explicit Interior(const CostGrid& grid)
      : left(grid.width > 2),
        top(grid.height > 2),
        right(grid.width - (grid.width > 2)),
        bottom(grid.height - (grid.height > 2)) {}

  bool contains(std::uint32_t x, std::uint32_t y) const { return x >= left && x < right && y >= top && y < bottom; }
};

/// Grows all caves through the rock at one speed. Where two meet is the middle of a tunnel; the shortest tunnels that
/// join everything are a minimum spanning tree (J. Kruskal, "On the shortest spanning subtree of a graph", 1956).
class Tunneller {
 public:
  explicit Tunneller(CostGrid& grid) : grid_(grid), interior_(grid) {}

  void run() {
    wall_up_edge();
    ensure_floor();
    label_caves();
    grow();
    find_meetings();
    dig();
  }

 private:
  struct Meeting {
    std::uint32_t length, a, b;

    friend auto operator<=>(const Meeting&, const Meeting&) = default;
  };

  void wall_up_edge() {
    for (std::uint32_t y = 0; y < grid_.height; ++y) {
      for (std::uint32_t x = 0; x < grid_.width; ++x) {
        if (!interior_.contains(x, y)) grid_.cost[grid_.index({x, y})] = kWall;
      }
    }
  }

  void ensure_floor() {
    const bool none = std::count(grid_.cost.begin(), grid_.cost.end(), kWall) == std::ssize(grid_.cost);
    if (none) open(grid_.index({grid_.width / 2, grid_.height / 2}));
  }

  template <class Visit>
  void for_each_neighbour(std::uint32_t cell, Visit visit) const {
    const std::uint32_t x = cell % grid_.width, y = cell / grid_.width;
    if (x > interior_.left) visit(cell - 1);
    if (x + 1 < interior_.right) visit(cell + 1);
    if (y > interior_.top) visit(cell - grid_.width);
    if (y + 1 < interior_.bottom) visit(cell + grid_.width);
  }

  void claim(std::uint32_t cell, std::uint32_t cave, std::uint32_t depth) {
    cave_[cell] = cave;
    depth_[cell] = depth;
    queue_.push_back(cell);
  }

  void label_caves() {
    cave_.assign(grid_.cost.size(), kNobody);
    depth_.assign(grid_.cost.size(), 0);
    queue_.reserve(grid_.cost.size());
    for (std::uint32_t seed = 0; seed < grid_.cost.size(); ++seed) {
      if (grid_.cost[seed] == kWall || cave_[seed] != kNobody) continue;
      const auto first = queue_.size();
      claim(seed, caves_, 0);
      for (std::size_t i = first; i < queue_.size(); ++i) {
        for_each_neighbour(queue_[i], [&](std::uint32_t next) {
          if (grid_.cost[next] != kWall && cave_[next] == kNobody) claim(next, caves_, 0);
        });
      }
      ++caves_;
    }
  }

  void grow() {
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      const std::uint32_t cell = queue_[i];
      for_each_neighbour(cell, [&](std::uint32_t next) {
        if (cave_[next] == kNobody) claim(next, cave_[cell], depth_[cell] + 1);
      });
    }
  }

  void find_meetings() {
    for (std::uint32_t cell : queue_) {
      for_each_neighbour(cell, [&](std::uint32_t next) {
        if (next > cell && cave_[next] != cave_[cell]) meetings_.push_back({depth_[cell] + depth_[next], cell, next});
      });
    }
    std::sort(meetings_.begin(), meetings_.end());
  }

  std::uint32_t root(std::uint32_t cave) {
    while (joined_[cave] != cave) cave = joined_[cave] = joined_[joined_[cave]];
    return cave;
  }

  void dig() {
    joined_.resize(caves_);
    std::iota(joined_.begin(), joined_.end(), 0u);
    for (const Meeting& meeting : meetings_) {
      const std::uint32_t a = root(cave_[meeting.a]), b = root(cave_[meeting.b]);
      if (a == b) continue;
      joined_[std::max(a, b)] = std::min(a, b);
      dig_back(meeting.a);
      dig_back(meeting.b);
    }
  }

  /// From a meeting point back to the cave that grew there.
  void dig_back(std::uint32_t cell) {
    open(cell);
    while (depth_[cell] > 0) {
      std::uint32_t back = cell;
      for_each_neighbour(cell, [&](std::uint32_t next) {
        if (back == cell && cave_[next] == cave_[cell] && depth_[next] + 1 == depth_[cell]) back = next;
      });
      cell = back;
      open(cell);
    }
  }

  /// Opens two by two cells, so that agents can pass each other.
  void open(std::uint32_t cell) {
    const auto first = [](std::uint32_t at, std::uint32_t low, std::uint32_t high) {
      return std::max(low, std::min(at, std::max(high, 2u) - 2));
    };
    const std::uint32_t left = first(cell % grid_.width, interior_.left, interior_.right);
    const std::uint32_t top = first(cell / grid_.width, interior_.top, interior_.bottom);
    for (std::uint32_t y = top; y < std::min(top + 2, interior_.bottom); ++y) {
      for (std::uint32_t x = left; x < std::min(left + 2, interior_.right); ++x) {
        grid_.cost[grid_.index({x, y})] = kOpenCost;
      }
    }
  }

  CostGrid& grid_;
  Interior interior_;
  std::uint32_t caves_ = 0;
  std::vector<std::uint32_t> cave_, depth_, queue_, joined_;
  std::vector<Meeting> meetings_;
};

}  // namespace

void connect_caves(CostGrid& grid) { Tunneller(grid).run(); }

}  // namespace cardume
