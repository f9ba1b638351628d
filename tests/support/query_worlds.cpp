#include "tests/support/query_worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace cardume::testing {
namespace {

constexpr float kLattice = 0.5f;

/// Now and then a whole number of lattice steps, so that there are ties and coordinates on the edges of cells.
float somewhere(float low, float high, Dice& dice) {
  const float at = low + dice.below(high - low);
  return dice.chance(30) ? std::clamp(std::floor(at / kLattice) * kLattice, low, high) : at;
}

Vec3 place_between(Vec3 low, Vec3 high, Dice& dice) {
  return {somewhere(low.x, high.x, dice), somewhere(low.y, high.y, dice), somewhere(low.z, high.z, dice)};
}

CostGrid random_map(Dice& dice) {
  CostGrid map{8 + dice() % 24, 8 + dice() % 24, dice.chance(50) ? 1.f : 0.4f + dice.below(2), {}};
  map.cost.assign(std::size_t{map.width} * map.height, kOpenCost);
  for (std::uint8_t& cost : map.cost)
    if (dice.chance(12)) cost = kWall;
  map.cost[0] = kOpenCost;
  return map;
}

void add_obstacles(WorldDesc& desc, Dice& dice) {
  for (std::uint32_t i = dice() % 5; i > 0; --i) {
    ObstacleDesc one;
    one.zone.shape = dice.chance(50) ? Zone::Shape::kBox : Zone::Shape::kBall;
    one.zone.centre = place_between({}, desc.size, dice);
    one.zone.half = {0.1f + dice.below(3), 0.1f + dice.below(3), 0.1f + dice.below(3)};
    one.zone.radius = 0.1f + dice.below(3);
    desc.scenery.obstacles.push_back(one);
  }
}

void add_species(WorldDesc& desc, bool bodies, Dice& dice) {
  desc.species.clear();
  const float fastest = dice.chance(50) ? 0 : dice.below(600);
  for (std::uint32_t i = 0; i < 3; ++i) {
    SpeciesDesc species;
    species.separation.radius = species.alignment.radius = species.cohesion.radius = 0;
    if (dice.chance(30)) species.separation.radius = 0.2f + dice.below(4);
    species.motion.max_speed = fastest;
    species.motion.max_acceleration = fastest * 60;
    if (bodies && i > 0) species.body.radius = 0.1f + dice.below(0.8f);
    desc.species.push_back(species);
  }
}

/// Walls that come up where there may be agents, who are ejected.
void build_walls(World& world, Dice& dice) {
  const CostGrid& map = world.terrain();
  if (map.empty()) return;
  const Cell low{dice() % map.width, dice() % map.height};
  const Cell high{std::min(low.x + dice() % 6, map.width - 1), std::min(low.y + dice() % 6, map.height - 1)};
  EXPECT_FALSE(world.set_cost(low, high, kWall));
}

std::vector<AgentId> spawn_all(World& world, Dice& dice) {
  const Vec3 size = world.desc().size, clump = place_between({}, size, dice);
  const float spread = dice.chance(50) ? 0 : dice.below(3);
  const bool clumped = dice.chance(40);
  std::vector<AgentId> ids;
  for (std::uint32_t left = dice.chance(10) ? 0 : dice() % 200; left > 0; --left) {
    AgentDesc agent;
    agent.position = clumped && dice.chance(80) ? clump : place_between({}, size, dice);
    agent.position.x = std::clamp(agent.position.x + dice.below(spread), 0.f, size.x);
    agent.velocity = {dice.below(1200) - 600, dice.below(1200) - 600, dice.below(1200) - 600};
    agent.species = static_cast<std::uint8_t>(dice() % 3);
    agent.radius = dice.chance(50) ? 0 : dice.below(world.desc().species[agent.species].body.radius);
    agent.snap_distance = 1000;
    if (const auto id = world.spawn(agent)) ids.push_back(*id);
  }
  return ids;
}

}  // namespace

WorldDesc random_world_desc(Dice& dice) {
  WorldDesc desc;
  desc.dimensions = dice.chance(50) ? 2 : 3;
  desc.size = {4 + dice.below(40), 4 + dice.below(40), 4 + dice.below(40)};
  desc.capacity = 200;
  desc.budget.event_capacity = 0;
  const bool bodies = dice.chance(50);
  if (desc.dimensions == 2 && dice.chance(60)) desc.terrain = random_map(dice);
  if (desc.terrain.empty()) {
    const Edge edges[] = {Edge::kStop, Edge::kReflect, Edge::kOpen, bodies ? Edge::kStop : Edge::kWrap};
    desc.scenery.edge = edges[dice() % 4];
  }
  if (dice.chance(40)) add_obstacles(desc, dice);
  add_species(desc, bodies, dice);
  return desc;
}

World run_random_world(const WorldDesc& desc, Scheduler& scheduler, Dice& dice) {
  auto made = World::create(desc, scheduler);
  EXPECT_TRUE(made) << made.error().message;
  World world = std::move(*made);
  std::vector<AgentId> ids = spawn_all(world, dice);
  for (std::uint32_t tick = 1 + dice() % 3; tick > 0; --tick) {
    if (dice.chance(50)) build_walls(world, dice);
    EXPECT_EQ(world.tick().flags & kTickFailed, 0u);
  }
  for (const AgentId id : ids)
    if (dice.chance(10)) {
      EXPECT_FALSE(world.despawn(id));
    }
  return world;
}

Vec3 random_place(const World& world, Dice& dice) {
  if (world.count() > 0 && dice.chance(20)) {
    const std::uint32_t row = dice() % world.count();
    const auto z = world.positions(2);
    return {world.positions(0)[row], world.positions(1)[row], z.empty() ? dice.below(9) : z[row]};
  }
  const Vec3 size = world.desc().size;
  return place_between({-2, -2, -2}, {size.x + 2, size.y + 2, size.z + 2}, dice);
}

AgentFilter random_filter(const World& world, Dice& dice) {
  AgentFilter filter;
  if (dice.chance(30)) filter.species = dice() % 8;
  if (world.count() > 0 && dice.chance(30)) filter.except = world.id_at(dice() % world.count());
  return filter;
}

AreaQuery random_area(const World& world, Dice& dice) {
  const Vec3 at = random_place(world, dice), other = random_place(world, dice);
  const AgentFilter filter = random_filter(world, dice);
  const float radius =
      dice.chance(20) ? std::numeric_limits<float>::infinity() : somewhere(0, dice.chance(50) ? 3.f : 30.f, dice);
  AreaQuery query;
  switch (dice() % 3) {
    case 0:
      query = within(at, radius, filter);
      break;
    case 1:
      query = in_box({std::min(at.x, other.x), std::min(at.y, other.y), std::min(at.z, other.z)},
                     {std::max(at.x, other.x), std::max(at.y, other.y), std::max(at.z, other.z)}, filter);
      break;
    default:
      query = in_cone(at, {1 + dice.below(9), dice.below(10) - 5, dice.below(10) - 5}, radius,
                      dice.chance(10) ? 6.2831855f : dice.below(6.28f), filter);
  }
  if (dice.chance(50)) query.nearest = 1 + dice() % (dice.chance(50) ? 8 : 300);
  return query;
}

RayQuery random_ray(const World& world, Dice& dice) {
  RayQuery query;
  query.from = random_place(world, dice);
  query.to = random_place(world, dice);
  if (dice.chance(5)) query.to = query.from;
  query.radius = dice.chance(40) ? 0 : dice.below(2);
  query.filter = random_filter(world, dice);
  query.agents = dice.chance(70);
  query.walls = dice.chance(70);
  return query;
}

Spot spot_of(const World& world, Vec3 at) {
  return {static_cast<double>(at.x), static_cast<double>(at.y),
          world.desc().dimensions == 3 ? static_cast<double>(at.z) : 0};
}

Spot spot_at(const World& world, std::uint32_t row) {
  const auto z = world.positions(2);
  return spot_of(world, {world.positions(0)[row], world.positions(1)[row], z.empty() ? 0 : z[row]});
}

double distance2(Spot a, Spot b) {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z);
}

bool admitted(const World& world, const AgentFilter& filter, std::uint32_t row) {
  const AgentId id = world.id_at(row);
  return world.row_of(id).has_value() && id != filter.except && (filter.species >> world.species()[row] & 1) != 0;
}

}  // namespace cardume::testing
