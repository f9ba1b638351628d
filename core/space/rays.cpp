#include <cmath>
#include <limits>

#include "core/setup.hpp"
#include "core/space/queries.hpp"
#include "core/space/query_filter.hpp"
#include "core/space/query_loop.hpp"
#include "core/space/touch.hpp"
#include "core/space/whereabouts.hpp"

namespace cardume {
namespace {

/// Makes up for what rounds, in cells.
constexpr double kSlack = 1e-9;

/// The first of all that was touched so far.
struct First {
  double time = std::numeric_limits<double>::infinity();
  RayHit::What what = RayHit::What::kNothing;
  Place normal{};
  std::uint32_t slot = 0;  ///< Of an agent.
};

RayHit hit_of(const First& first, const Ids& ids) {
  if (first.what == RayHit::What::kNothing) return {};
  const Place& normal = first.normal;
  RayHit hit{first.what, static_cast<float>(first.time), {}, {}};
  hit.normal = {static_cast<float>(normal[0]), static_cast<float>(normal[1]), static_cast<float>(normal[2])};
  if (first.what == RayHit::What::kAgent) hit.agent = ids.at(first.slot);
  return hit;
}

/// Calls `visit(bounds)` for a way piece by piece, each with what a ball on it may touch, until something was touched
/// before the next piece begins. Only inside some bounds are pieces so short.
template <class Visit>
void walk(const Way& way, const Bounds& inside, double length, double reach, const First& first, Visit visit) {
  const Passage passage = pass(inside, way);
  const double longest = std::max({std::fabs(way.step[0]), std::fabs(way.step[1]), std::fabs(way.step[2])});
  const auto next = [&](double begin) {
    if (passage.enter > passage.leave || begin >= passage.leave) return 1.0;
    return begin < passage.enter ? passage.enter : std::min(begin + length / longest, passage.leave);
  };
  for (double begin = 0; begin <= first.time;) {
    const double end = next(begin);
    Bounds bounds;
    for (std::size_t d = 0; d < 3; ++d) {
      const double a = way.along(d, begin), b = way.along(d, end);
      bounds.low[d] = std::min(a, b) - reach;
      bounds.high[d] = std::max(a, b) + reach;
    }
    visit(bounds);
    if (end >= 1) break;
    begin = end;
  }
}

/// Who is on a way.
class AgentRay {
 public:
  AgentRay(const WorldState& state, const Whereabouts& where, const RayQuery& query, const Way& way)
      : agents_(state.agents),
        where_(where),
        filter_(state, query.filter),
        way_(way),
        radius_(static_cast<double>(query.radius)),
        farthest_(radius_ + static_cast<double>(largest_radius(state.setup.desc.species))),
        world_{{0, 0, 0}, place_of(state.setup.desc.size, state.agents.dimensions)} {}

  void touch_first(First& first) const {
    if (farthest_ == 0) return;
    walk(way_, world_, 2 * where_.cell_edge(), farthest_, first, [&](const Bounds& bounds) {
      where_.visit(where_.cells(bounds), [&](std::uint32_t row) { touch(row, first); });
    });
  }

 private:
  void touch(std::uint32_t row, First& first) const {
    const double body = agents_.has_bodies() ? static_cast<double>(agents_.body.radius[row]) : 0;
    if (body + radius_ == 0) return;
    const Touch touch = touch_ball(where_.at(row), body, way_, radius_);
    if (!touch.hit || touch.time > first.time) return;
    const std::uint32_t slot = agents_.slot[row];
    const bool sooner = touch.time < first.time || slot < first.slot;
    if (sooner && filter_.admits(row)) first = {touch.time, RayHit::What::kAgent, touch.normal, slot};
  }

  const AgentTable& agents_;
  const Whereabouts& where_;
  Filter filter_;
  const Way& way_;
  double radius_, farthest_;
  Bounds world_;
};

/// The walls of a map that are on a way: slice by slice of cells across its longer axis, until one is touched before
/// the next slice begins. A ring of walls surrounds the map.
class WallRay {
 public:
  WallRay(const CostGrid& grid, const Way& way, double reach)
      : grid_(grid),
        way_(way),
        reach_(reach),
        edge_(static_cast<double>(grid.cell_size)),
        major_(std::fabs(way.step[0]) >= std::fabs(way.step[1]) ? 0 : 1) {}

  void touch_first(First& first) {
    if (outside()) {
      if (first.time > 0) first = {0, RayHit::What::kTerrain, {}, 0};
      return;
    }
    const double from = way_.from[major_], to = from + way_.step[major_];
    const Range slices = cells(major_, std::min(from, to), std::max(from, to));
    const std::int64_t step = to < from ? -1 : 1;
    for (std::int64_t slice = step > 0 ? slices.first : slices.last; slices.first <= slice && slice <= slices.last;
         slice += step) {
      const Passage inside = pass_slice(slice);
      if (inside.enter > std::min(best_.time, first.time)) break;
      touch_slice(slice, inside);
    }
    if (best_.hit && best_.time < first.time) first = {best_.time, RayHit::What::kTerrain, best_.normal, 0};
  }

 private:
  struct Range {
    std::int64_t first, last;
  };

  std::uint32_t count(std::size_t axis) const { return axis == 0 ? grid_.width : grid_.height; }

  bool outside() const {
    return way_.from[0] < 0 || way_.from[1] < 0 || way_.from[0] > grid_.width * edge_ ||
           way_.from[1] > grid_.height * edge_;
  }

  /// The cells along an axis, and of the ring, that a ball may touch whose centre is between two places.
  Range cells(std::size_t axis, double low, double high) const {
    const double last = count(axis);
    const auto cell = [&](double at) { return static_cast<std::int64_t>(std::clamp(std::floor(at), -1.0, last)); };
    return {cell((low - reach_) / edge_ - kSlack), cell((high + reach_) / edge_ + kSlack)};
  }

  /// When a ball may touch cells of a slice.
  Passage pass_slice(std::int64_t slice) const {
    const double step = way_.step[major_], cell = static_cast<double>(slice);
    if (step == 0) return {};
    const double low = (cell - kSlack) * edge_ - reach_, high = (cell + 1 + kSlack) * edge_ + reach_;
    const double a = (low - way_.from[major_]) / step, b = (high - way_.from[major_]) / step;
    return {std::clamp(std::min(a, b), 0.0, 1.0), std::clamp(std::max(a, b), 0.0, 1.0)};
  }

  void touch_slice(std::int64_t slice, const Passage& inside) {
    const std::size_t minor = 1 - major_;
    const double a = way_.along(minor, inside.enter), b = way_.along(minor, inside.leave);
    const Range range = cells(minor, std::min(a, b), std::max(a, b));
    for (std::int64_t cell = range.first; cell <= range.last; ++cell)
      if (major_ == 0)
        touch(slice, cell);
      else
        touch(cell, slice);
  }

  bool blocked(std::int64_t x, std::int64_t y) const {
    return grid_.blocked({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)});
  }

  /// Of walls touched at once the nearest says the normal, and of those one whose side or corner is not covered by
  /// another wall.
  void touch(std::int64_t x, std::int64_t y) {
    if (!blocked(x, y)) return;
    const auto left = static_cast<double>(x), low = static_cast<double>(y);
    const Touch touch =
        touch_box({{left * edge_, low * edge_, 0}, {(left + 1) * edge_, (low + 1) * edge_, 0}}, way_, reach_);
    if (!touch.hit || touch.time > best_.time) return;
    const bool covered = is_covered(x, y, touch.normal);
    if (best_.hit && touch.time == best_.time &&
        (touch.gap2 > best_.gap2 || (touch.gap2 == best_.gap2 && (covered || !covered_))))
      return;
    best_ = touch;
    covered_ = covered;
  }

  bool is_covered(std::int64_t x, std::int64_t y, const Place& normal) const {
    const int dx = (normal[0] > 0) - (normal[0] < 0), dy = (normal[1] > 0) - (normal[1] < 0);
    return (dx != 0 && blocked(x + dx, y)) || (dy != 0 && blocked(x, y + dy));
  }

  const CostGrid& grid_;
  const Way& way_;
  double reach_, edge_;
  std::size_t major_;
  Touch best_{false, std::numeric_limits<double>::infinity(), 0, {}};
  bool covered_ = false;
};

void touch_obstacles(const ObstacleMap& map, const Way& way, double reach, First& first) {
  if (map.empty()) return;
  walk(way, map.raster.covered, map.raster.cell_size + reach, reach, first, [&](const Bounds& bounds) {
    for_each_near(map, bounds, [&](const Obstacle& one) {
      const Touch touch =
          one.radius > 0 ? touch_ball(one.box.low, one.radius, way, reach) : touch_box(one.box, way, reach);
      if (touch.hit && touch.time < first.time) first = {touch.time, RayHit::What::kObstacle, touch.normal, 0};
    });
  });
}

RayHit cast_ray(const WorldState& state, const Whereabouts& where, const RayQuery& query) {
  const std::uint32_t dimensions = state.agents.dimensions;
  const Place from = place_of(query.from, dimensions);
  const Way way{from, place_of(query.to, dimensions) - from};
  const auto reach = static_cast<double>(query.radius);
  First first;
  if (query.walls && !state.terrain.empty()) WallRay(state.terrain.grid, way, reach).touch_first(first);
  if (query.walls) touch_obstacles(state.surroundings.obstacles, way, reach, first);
  First agent;
  agent.time = first.time;
  agent.slot = std::numeric_limits<std::uint32_t>::max();
  if (query.agents) AgentRay(state, where, query, way).touch_first(agent);
  return hit_of(agent.what == RayHit::What::kAgent ? agent : first, state.ids);
}

}  // namespace

void cast_rays(WorldState& state, std::span<const RayQuery> queries, std::span<RayHit> out) {
  const Whereabouts where(state);
  for_queries(*state.setup.scheduler, static_cast<std::uint32_t>(queries.size()), [&](Chunk chunk) {
    for (std::uint32_t i = chunk.first; i < chunk.last; ++i) out[i] = cast_ray(state, where, queries[i]);
  });
}

}  // namespace cardume
