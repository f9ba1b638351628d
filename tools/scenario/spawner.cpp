#include "tools/scenario/spawner.hpp"

#include <algorithm>
#include <limits>

#include "tools/scenario/exact_math.hpp"
#include "tools/scenario/terrain.hpp"

namespace cardume {
namespace {

constexpr std::uint32_t kTries = 64;
constexpr std::uint32_t kSnapRadius = 64;
constexpr std::uint32_t kBodyTries = 48;

float along(float low, float high, float share) { return std::min(low + (high - low) * share, high); }

// Rejection from the cube around the ball keeps to exact arithmetic; 1000 misses in a row do not happen.
Vec3 draw_in_ball(Draws& draws, std::uint32_t dimensions) {
  for (int i = 0; i < 1000; ++i) {
    const Vec3 v{draws.signed_unit(), draws.signed_unit(), dimensions == 3 ? draws.signed_unit() : 0};
    if (v.x * v.x + v.y * v.y + v.z * v.z <= 1) return v;
  }
  return {};
}

Vec3 clamped(Vec3 v, Vec3 size) {
  const auto axis = [](float x, float edge) { return std::max(0.f, std::min(x, edge)); };
  return {axis(v.x, size.x), axis(v.y, size.y), axis(v.z, size.z)};
}

Vec3 draw_in_area(const AreaPlan& area, const Ground& ground, Draws& draws) {
  if (area.kind == AreaPlan::Kind::kDisc) {
    const Vec3 centre = area.centre.of(ground.size);
    const float radius = area.radius.of(ground.shortest_edge());
    const Vec3 v = draw_in_ball(draws, ground.dimensions);
    return clamped({centre.x + v.x * radius, centre.y + v.y * radius, centre.z + v.z * radius}, ground.size);
  }
  const Vec3 low = area.min.of(ground.size), high = area.max.of(ground.size);
  const float x = draws.unit(), y = draws.unit(), z = ground.dimensions == 3 ? draws.unit() : 0;
  return clamped({along(low.x, high.x, x), along(low.y, high.y, y), along(low.z, high.z, z)}, ground.size);
}

bool is_free(const Ground& ground, Vec3 at) {
  return !ground.terrain || !ground.terrain->blocked(cell_at(*ground.terrain, {at.x, at.y}));
}

Result<Vec3> snapped(const Ground& ground, Vec3 at) {
  const Result<Cell> cell = nearest_free(*ground.terrain, cell_at(*ground.terrain, {at.x, at.y}), kSnapRadius);
  if (!cell) return cell.error();
  const Vec2 centre = centre_of(*ground.terrain, *cell);
  return Vec3{centre.x, centre.y, 0};
}

Vec3 draw_anywhere(const AreaPlan& area, std::uint32_t index, const Ground& ground, Draws& draws) {
  if (area.kind == AreaPlan::Kind::kUniform) return ground.draw(draws);
  if (area.kind != AreaPlan::Kind::kPoints) return draw_in_area(area, ground, draws);
  return clamped(area.points[index % area.points.size()].of(ground.size), ground.size);
}

bool has_room(const Ground& ground, Vec3 at, float radius) {
  return !ground.terrain || clear_of_walls(*ground.terrain, {at.x, at.y}, radius);
}

// Best candidate of a few dozen (D. Mitchell, "Spectrally optimal sampling for distribution ray tracing", 1991). Where
// none is clear of walls, the world finds the nearest place that is.
Vec3 draw_body(const AreaPlan& area, std::uint32_t index, float radius, const SpawnSite& site, Draws& draws) {
  Vec3 at = draw_anywhere(area, index, site.ground, draws);
  if (area.kind == AreaPlan::Kind::kPoints) return at;
  Vec3 best = at;
  float widest = -std::numeric_limits<float>::infinity();
  for (std::uint32_t i = 0; i < kBodyTries && widest < 0; ++i) {
    if (i > 0) at = draw_anywhere(area, index, site.ground, draws);
    const float gap = has_room(site.ground, at, radius) ? site.bodies->gap(at, radius) : widest;
    if (!(gap > widest)) continue;
    widest = gap;
    best = at;
  }
  return best;
}

AgentDesc make_body(const SpawnPlan& plan, const BodyDesc& body, std::uint32_t index, const SpawnSite& site,
                    Draws& draws) {
  AgentDesc agent;
  const float low = plan.body.min_radius, high = plan.body.max_radius;
  agent.radius = low < high ? along(low, high, draws.unit()) : high > 0 ? high : body.radius;
  agent.mass = plan.body.mass;
  agent.locked = plan.body.locked;
  agent.position = draw_body(plan.area, index, agent.radius, site, draws);
  if (site.ground.terrain) agent.snap_distance = kSnapRadius * site.ground.terrain->cell_size;
  site.bodies->add(agent.position, agent.radius);
  return agent;
}

Result<AgentDesc> make_point(const SpawnPlan& plan, std::uint32_t index, const Ground& ground, Draws& draws) {
  const Result<Vec3> at = draw_position(plan.area, index, ground, draws);
  if (!at) return at.error();
  AgentDesc agent;
  agent.position = *at;
  if (ground.terrain) agent.snap_distance = kSnapRadius * ground.terrain->cell_size;  // Out of trees.
  return agent;
}

Vec3 heading_of(const HeadingPlan& plan, Vec3 at, const Ground& ground, std::optional<Vec3> goal_at, Draws& draws) {
  using Kind = HeadingPlan::Kind;
  if (plan.kind == Kind::kFixed) return plan.direction;
  if (plan.kind == Kind::kRandom) return normalised(draw_in_ball(draws, ground.dimensions));
  const bool to_goal = plan.kind == Kind::kGoal && goal_at;
  const Vec3 target = to_goal ? *goal_at : Vec3{ground.size.x / 2, ground.size.y / 2, ground.size.z / 2};
  const float dz = ground.dimensions == 3 ? target.z - at.z : 0;
  return normalised({target.x - at.x, target.y - at.y, dz});
}

float speed_of(const SpawnPlan& plan, const MotionDesc& motion, Draws& draws) {
  if (!plan.speed) return motion.max_speed;
  const auto [low, high] = *plan.speed;
  return std::min(low < high ? along(low, high, draws.unit()) : low, motion.max_speed);
}

}  // namespace

Result<Vec3> draw_position(const AreaPlan& area, std::uint32_t index, const Ground& ground, Draws& draws) {
  Vec3 at;
  for (std::uint32_t i = 0; i < kTries; ++i) {
    at = draw_anywhere(area, index, ground, draws);
    if (area.kind == AreaPlan::Kind::kUniform || is_free(ground, at)) return at;
  }
  return snapped(ground, at);
}

float Ground::shortest_edge() const {
  const float flat = std::min(size.x, size.y);
  return dimensions == 3 ? std::min(flat, size.z) : flat;
}

Vec3 Ground::draw(Draws& draws) const {
  if (!terrain) {
    const float x = draws.unit(), y = draws.unit(), z = dimensions == 3 ? draws.unit() : 0;
    return {along(0, size.x, x), along(0, size.y, y), along(0, size.z, z)};
  }
  const Cell cell = region[draws.below(static_cast<std::uint32_t>(region.size()))];
  // Far enough from the cell's edges that rounding cannot carry the agent over one.
  const float dx = 0.05f + 0.9f * draws.unit(), dy = 0.05f + 0.9f * draws.unit();
  return {(static_cast<float>(cell.x) + dx) * terrain->cell_size,
          (static_cast<float>(cell.y) + dy) * terrain->cell_size, 0};
}

std::vector<std::uint32_t> spawn_counts(const Scenario& scenario) {
  std::uint64_t counted = 0;
  double shares = 0;
  for (const SpawnPlan& plan : scenario.spawns) {
    counted += plan.count.value_or(0);
    if (!plan.count) shares += static_cast<double>(plan.share);
  }
  const std::uint64_t rest = scenario.run.agents > counted ? scenario.run.agents - counted : 0;
  std::vector<std::uint32_t> counts;
  double before = 0;
  for (const SpawnPlan& plan : scenario.spawns) {
    const double after = plan.count ? before : before + static_cast<double>(plan.share);
    // Differences of rounded running sums: they add up to the whole.
    const auto reach = [&](double sum) {
      return shares > 0 ? static_cast<std::uint64_t>(static_cast<double>(rest) * (sum / shares) + 0.5) : 0;
    };
    counts.push_back(plan.count ? *plan.count : static_cast<std::uint32_t>(reach(after) - reach(before)));
    before = after;
  }
  return counts;
}

Result<std::vector<AgentDesc>> make_agents(const SpawnPlan& plan, const SpeciesDesc& species, std::uint32_t count,
                                           const SpawnSite& site, SpawnSource source) {
  const bool bodies = species.body.radius > 0;
  const bool thinks = !species.mind.states.empty();
  const MotionDesc& motion = thinks ? species.mind.states[0].behaviour.motion : species.motion;
  std::vector<AgentDesc> agents;
  agents.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    Draws draws(source.seed, source.stream, i);
    Result<AgentDesc> agent =
        bodies ? make_body(plan, species.body, i, site, draws) : make_point(plan, i, site.ground, draws);
    if (!agent) return agent.error();
    const Vec3 heading = heading_of(plan.heading, agent->position, site.ground, site.goal_at, draws);
    const float speed = speed_of(plan, motion, draws);
    agent->velocity = {heading.x * speed, heading.y * speed, heading.z * speed};
    agent->species = plan.species;
    agents.push_back(*agent);
  }
  return agents;
}

}  // namespace cardume
