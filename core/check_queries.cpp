#include "core/checker.hpp"
#include "core/space/queries.hpp"

namespace cardume {
namespace {

/// Names are bare for a query that is asked alone, as for other calls.
Checker checker_of(std::size_t index) { return index == kAlone ? Checker() : Checker("queries[", index, "]."); }

/// In two dimensions z says nothing.
void require_place(Checker& checker, Vec3 place, bool flat, const char* x, const char* y, const char* z) {
  checker.bounded(place.x, x).bounded(place.y, y).bounded(flat ? 0 : place.z, z);
}

void require_radius(Checker& checker, float radius) {
  checker.require(radius >= 0, "radius", "a number from 0 on, or infinite");
}

void require_box(Checker& checker, const AreaQuery& query, bool flat) {
  require_place(checker, query.low, flat, "low.x", "low.y", "low.z");
  require_place(checker, query.high, flat, "high.x", "high.y", "high.z");
  checker.require(query.low.x <= query.high.x, "high.x", "at least low.x")
      .require(query.low.y <= query.high.y, "high.y", "at least low.y")
      .require(flat || query.low.z <= query.high.z, "high.z", "at least low.z");
}

void require_cone(Checker& checker, const AreaQuery& query, bool flat) {
  const Vec3 direction = query.direction;
  require_place(checker, direction, flat, "direction.x", "direction.y", "direction.z");
  checker
      .require(direction.x != 0 || direction.y != 0 || (!flat && direction.z != 0), "direction", "of any length but 0")
      .require(query.angle >= 0 && query.angle <= kWholeTurn, "angle", "a number from 0 to 2 pi");
}

/// As many cells of that size as it takes.
double cells_along(float size, float cell) { return std::ceil(static_cast<double>(size) / static_cast<double>(cell)); }

}  // namespace

Error check(const AreaQuery& query, const WorldDesc& desc, std::size_t index) {
  const bool flat = desc.dimensions == 2;
  Checker checker = checker_of(index);
  checker.require(query.shape <= AreaQuery::Shape::kCone, "shape", "one of AreaQuery::Shape");
  if (query.shape == AreaQuery::Shape::kBox) {
    require_box(checker, query, flat);
    return checker.result();
  }
  require_place(checker, query.centre, flat, "centre.x", "centre.y", "centre.z");
  require_radius(checker, query.radius);
  if (query.shape == AreaQuery::Shape::kCone) require_cone(checker, query, flat);
  return checker.result();
}

Error check(const RayQuery& query, const WorldDesc& desc, std::size_t index) {
  const bool flat = desc.dimensions == 2;
  Checker checker = checker_of(index);
  require_place(checker, query.from, flat, "from.x", "from.y", "from.z");
  require_place(checker, query.to, flat, "to.x", "to.y", "to.z");
  return checker.at_least_zero(query.radius, "radius").result();
}

Error check(const DensityMap& map, const WorldDesc& desc) {
  Checker checker;
  checker.extent(map.cell_size, "cell_size");
  if (Error error = checker.result()) return error;
  const double layers = desc.dimensions == 3 ? cells_along(desc.size.z, map.cell_size) : 1;
  const double cells = cells_along(desc.size.x, map.cell_size) * cells_along(desc.size.y, map.cell_size) * layers;
  return checker
      .within(cells <= limits::kMaxDensityCells, "cell_size",
              "so large that there are at most 67108864 cells (limits::kMaxDensityCells)")
      .result();
}

}  // namespace cardume
