#include "core/space/queries.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "core/space/query_filter.hpp"
#include "core/space/query_loop.hpp"
#include "core/space/whereabouts.hpp"
#include "core/trigonometry.hpp"

namespace cardume {
namespace {

/// Looks go farther by this share of their numbers, so that no rounding hides anyone.
constexpr double kRounding = 1e-14;

/// Cosines of the sides of a cone may be off by less than this.
constexpr double kSlack = 1e-7;

/// An area query, made ready.
class Area {
 public:
  Area(const AreaQuery& query, std::uint32_t dimensions)
      : shape_(query.shape),
        all_round_(query.angle >= kWholeTurn),
        low_(place_of(query.low, dimensions)),
        high_(place_of(query.high, dimensions)),
        centre_(place_of(query.centre, dimensions)),
        direction_(place_of(query.direction, dimensions)),
        direction2_(dot(direction_, direction_)),
        cosine_(detail::cosine(static_cast<double>(query.angle) / 2)),
        radius_(static_cast<double>(query.radius)) {
    if (shape_ == AreaQuery::Shape::kBox)
      for (std::size_t d = 0; d < 3; ++d) centre_[d] = (low_[d] + high_[d]) / 2;
  }

  const Place& centre() const { return centre_; }

  bool contains(const Place& at, double distance2) const {
    if (shape_ == AreaQuery::Shape::kBox) return in_box(at);
    return distance2 <= radius_ * radius_ && (shape_ == AreaQuery::Shape::kBall || in_view(at, distance2));
  }

  /// Within which all of it lies.
  Bounds bounds() const {
    if (shape_ == AreaQuery::Shape::kBox) return {low_, high_};
    const double reach = reach_around(radius_);
    if (shape_ == AreaQuery::Shape::kBall || all_round_) return around(centre_, reach);
    Bounds bounds;
    for (std::size_t d = 0; d < 3; ++d) {
      bounds.low[d] = centre_[d] - extent(-direction_[d], reach);
      bounds.high[d] = centre_[d] + extent(direction_[d], reach);
    }
    return bounds;
  }

  /// A distance, and what rounding at this place may add to it.
  double reach_around(double distance) const {
    const double farthest = std::max({std::fabs(centre_[0]), std::fabs(centre_[1]), std::fabs(centre_[2])});
    return distance + kRounding * (distance + farthest);
  }

 private:
  bool in_box(const Place& at) const {
    return low_[0] <= at[0] && at[0] <= high_[0] && low_[1] <= at[1] && at[1] <= high_[1] && low_[2] <= at[2] &&
           at[2] <= high_[2];
  }
  bool in_view(const Place& at, double distance2) const {
    return all_round_ || dot(at - centre_, direction_) >= cosine_ * std::sqrt(distance2 * direction2_);
  }
  /// How far a cone reaches along an axis that makes this part of its direction: all of the radius where the axis is in
  /// the cone, else as far as its side that is nearest to the axis.
  double extent(double along, double reach) const {
    const double cosine = along / std::sqrt(direction2_), sine = std::sqrt(std::max(0.0, 1 - cosine * cosine));
    if (cosine >= cosine_ - kSlack) return reach;
    const double side = cosine * cosine_ + sine * std::sqrt(std::max(0.0, 1 - cosine_ * cosine_)) + kSlack;
    return side > 0 ? reach * std::min(1.0, side) : 0;
  }

  AreaQuery::Shape shape_;
  bool all_round_;
  Place low_, high_, centre_, direction_;
  double direction2_, cosine_, radius_;
};

/// An agent that was found.
struct Found {
  double distance2;
  std::uint32_t slot;

  /// From the nearest to the farthest, ties by slot.
  friend bool operator<(const Found& a, const Found& b) {
    return a.distance2 != b.distance2 ? a.distance2 < b.distance2 : a.slot < b.slot;
  }
};

/// Calls `visit(row, squared distance)` for those in some cells who are in the area, whoever they are.
template <class Visit>
void visit_in(const Whereabouts& where, const Area& area, const CellRange& cells, const CellRange& seen, Visit visit) {
  where.visit(cells, seen, [&](std::uint32_t row) {
    const Place at = where.at(row), way = at - area.centre();
    const double distance2 = dot(way, way);
    if (area.contains(at, distance2)) visit(row, distance2);
  });
}

void find_every(const Whereabouts& where, const Area& area, const Filter& filter, std::vector<Found>& found) {
  visit_in(where, area, where.cells(area.bounds()), kNoCells, [&](std::uint32_t row, double distance2) {
    if (filter.admits(row)) found.push_back({distance2, where.agents().slot[row]});
  });
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.slot < b.slot; });
}

/// Keeps the nearest so many as a heap, the farthest of them on top.
void keep_nearest(Found one, std::uint32_t most, std::vector<Found>& heap) {
  if (heap.size() < most) {
    heap.push_back(one);
    std::push_heap(heap.begin(), heap.end());
  } else if (one < heap.front()) {
    std::pop_heap(heap.begin(), heap.end());
    heap.back() = one;
    std::push_heap(heap.begin(), heap.end());
  }
}

/// Looks around the centre, then farther, each time only where it has not looked yet: twice as far as long as there
/// are too few, then as far as the farthest of them, for nobody beyond is nearer.
void find_nearest(const Whereabouts& where, const Area& area, const Filter& filter, std::uint32_t most,
                  std::vector<Found>& found) {
  const CellRange all = where.cells(area.bounds());
  CellRange seen = kNoCells;
  for (double reach = where.cell_edge() / 8;;) {
    const CellRange cells = common(all, where.cells(around(area.centre(), area.reach_around(reach))));
    visit_in(where, area, cells, seen, [&](std::uint32_t row, double distance2) {
      if (found.size() == most && distance2 > found.front().distance2) return;
      if (filter.admits(row)) keep_nearest({distance2, where.agents().slot[row]}, most, found);
    });
    seen = cells;
    if (cells == all) break;
    if (found.size() < most) {
      reach *= 2;
      continue;
    }
    if (found.front().distance2 <= reach * reach) break;
    reach = std::sqrt(found.front().distance2) * (1 + kRounding);
  }
  std::sort_heap(found.begin(), found.end());
}

/// The answers to a run of queries.
struct Answers {
  std::vector<AreaHit> hits;
  std::vector<std::size_t> end;  ///< Of each query's hits.
};

void answer(const WorldState& state, const Whereabouts& where, std::span<const AreaQuery> queries, Answers& answers) {
  std::vector<Found> found;
  for (const AreaQuery& query : queries) {
    const Area area(query, state.agents.dimensions);
    const Filter filter(state, query.filter);
    found.clear();
    if (query.nearest == 0)
      find_every(where, area, filter, found);
    else
      find_nearest(where, area, filter, query.nearest, found);
    for (const Found& one : found)
      answers.hits.push_back({state.ids.at(one.slot), static_cast<float>(std::sqrt(one.distance2))});
    answers.end.push_back(answers.hits.size());
  }
}

/// Puts runs of answers one after the other.
void join(std::vector<Answers>& parts, AreaHits& out) {
  out.start.assign(1, 0);
  std::size_t begin = 0;
  for (const Answers& part : parts) {
    for (const std::size_t end : part.end) out.start.push_back(static_cast<std::uint32_t>(begin + end));
    begin += part.hits.size();
  }
  if (begin > std::numeric_limits<std::uint32_t>::max()) throw std::bad_alloc();
  out.hits.swap(parts[0].hits);
  out.hits.reserve(begin);
  for (std::size_t i = 1; i < parts.size(); ++i)
    out.hits.insert(out.hits.end(), parts[i].hits.begin(), parts[i].hits.end());
}

}  // namespace

void find_in(WorldState& state, std::span<const AreaQuery> queries, AreaHits& out) {
  const Whereabouts where(state);
  const auto count = static_cast<std::uint32_t>(queries.size());
  std::vector<Answers> parts(std::max(1u, chunk_count(count, kQueryGrain)));
  parts[0].hits.swap(out.hits);
  parts[0].hits.clear();
  for_queries(*state.setup.scheduler, count, [&](Chunk chunk) {
    answer(state, where, queries.subspan(chunk.first, chunk.last - chunk.first), parts[chunk.number]);
  });
  join(parts, out);
}

std::uint32_t count_in(WorldState& state, const AreaQuery& query) {
  const Whereabouts where(state);
  const Area area(query, state.agents.dimensions);
  const Filter filter(state, query.filter);
  std::uint32_t count = 0;
  visit_in(where, area, where.cells(area.bounds()), kNoCells,
           [&](std::uint32_t row, double) { count += filter.admits(row) ? 1u : 0u; });
  return query.nearest == 0 ? count : std::min(count, query.nearest);
}

AreaQuery within(Vec3 centre, float radius, AgentFilter filter) {
  AreaQuery query;
  query.centre = centre;
  query.radius = radius;
  query.filter = filter;
  return query;
}

AreaQuery nearest(Vec3 centre, std::uint32_t count, AgentFilter filter, float radius) {
  AreaQuery query = within(centre, radius, filter);
  query.nearest = count;
  return query;
}

AreaQuery in_box(Vec3 low, Vec3 high, AgentFilter filter) {
  AreaQuery query;
  query.shape = AreaQuery::Shape::kBox;
  query.low = low;
  query.high = high;
  query.filter = filter;
  return query;
}

AreaQuery in_cone(Vec3 apex, Vec3 direction, float radius, float angle, AgentFilter filter) {
  AreaQuery query = within(apex, radius, filter);
  query.shape = AreaQuery::Shape::kCone;
  query.direction = direction;
  query.angle = angle;
  return query;
}

}  // namespace cardume
