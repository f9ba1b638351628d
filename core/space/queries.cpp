#include "core/space/queries.hpp"

namespace cardume {

Error check(const AreaQuery&, const WorldDesc&, std::size_t) { return {}; }
Error check(const RayQuery&, const WorldDesc&, std::size_t) { return {}; }
Error check(const DensityMap&, const WorldDesc&) { return {}; }
void find_in(WorldState&, std::span<const AreaQuery>, AreaHits&) {}
std::uint32_t count_in(WorldState&, const AreaQuery&) { return 0; }
void cast_rays(WorldState&, std::span<const RayQuery>, std::span<RayHit>) {}
void count_cells(const WorldState&, const AgentFilter&, DensityMap&) {}

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
