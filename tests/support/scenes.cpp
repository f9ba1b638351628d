#include "tests/support/scenes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cardume/worldgen.hpp>

#include "tests/support/dice.hpp"

namespace cardume::testing {
namespace {

AgentDesc draw_agent(Dice& dice, const WorldDesc& desc) {
  AgentDesc agent;
  agent.position = {dice.below(desc.size.x), dice.below(desc.size.y), dice.below(desc.size.z)};
  agent.velocity = {dice.below(4) - 2, dice.below(4) - 2, dice.below(4) - 2};
  return agent;
}

void fill(Scene& scene, std::uint32_t count, std::uint32_t seed) {
  Dice dice(seed);
  for (std::uint32_t i = 0; i < count; ++i) scene.agents.push_back(draw_agent(dice, scene.desc));
  scene.desc.capacity = count + 64;
}

/// Turns spawns inside walls away to the nearest free cell's centre.
void leave_walls(Scene& scene) {
  const CostGrid& map = scene.desc.terrain;
  for (AgentDesc& agent : scene.agents) {
    const Cell cell{static_cast<std::uint32_t>(agent.position.x / map.cell_size),
                    static_cast<std::uint32_t>(agent.position.y / map.cell_size)};
    const auto free = nearest_free(map, {std::min(cell.x, map.width - 1), std::min(cell.y, map.height - 1)}, 64);
    agent.position.x = (static_cast<float>(free->x) + 0.5f) * map.cell_size;
    agent.position.y = (static_cast<float>(free->y) + 0.5f) * map.cell_size;
  }
}

void move_goals(const Scene& scene, World& world, std::vector<Vec2>& goals) {
  for (std::size_t i = 0; i < scene.goal_steps.size(); ++i) {
    goals[i].x += scene.goal_steps[i].x;
    goals[i].y += scene.goal_steps[i].y;
    EXPECT_FALSE(world.move_goal(GoalId{static_cast<std::uint32_t>(i + 1)}, goals[i]));
  }
}

/// Each tick one agent goes and, a tick later, another comes.
void replace_one(const Scene& scene, World& world, std::uint32_t tick) {
  if (tick % 3 == 1) {
    EXPECT_FALSE(world.despawn(world.id_at(tick * 37 % world.count())));
  } else if (tick % 3 == 2) {
    EXPECT_TRUE(world.spawn(scene.agents[tick % scene.agents.size()]));
  }
}

void edit(const Scene& scene, World& world, std::uint32_t tick) {
  for (const SceneEdit& edit : scene.edits)
    if (edit.tick == tick) {
      EXPECT_FALSE(world.set_cost(edit.corner, edit.opposite, edit.cost));
    }
}

constexpr std::uint32_t kFormUpTick = 12;

void form_up(const Scene& scene, World& world) {
  std::vector<AgentId> members;
  for (std::uint32_t row = 0; members.size() < scene.formation && row < world.count(); ++row)
    if (world.radii()[row] > 0) members.push_back(world.id_at(row));
  EXPECT_FALSE(world.form_up(GoalId{1}, members));
}

/// What a scene asks for besides agents that come and go.
void meddle(const Scene& scene, World& world, std::uint32_t tick) {
  edit(scene, world, tick);
  if (scene.formation > 0 && tick == kFormUpTick) form_up(scene, world);
  if (scene.lock_period > 0 && tick % scene.lock_period == 0 && tick > 0) {
    EXPECT_FALSE(world.set_locked(world.id_at(tick * 53 % world.count()), tick % 12 != 0));
  }
}

/// What all bodies of the scenes of bodies have in common.
SpeciesDesc body_species(float radius, float mass) {
  SpeciesDesc species;
  species.body.radius = radius;
  species.body.mass = mass;
  species.avoidance.radius = 1.5f;
  return species;
}

}  // namespace

Scene flock_scene(std::uint32_t dimensions) {
  Scene scene{dimensions == 2 ? "flock" : "school", {}, {}, {}, {}};
  scene.desc.dimensions = dimensions;
  scene.desc.size = dimensions == 2 ? Vec3{80, 70, 1} : Vec3{24, 20, 22};
  scene.desc.species[0].border = {3, 2};
  fill(scene, 3000, 7);
  return scene;
}

Scene mixed_scene() {
  Scene scene{"mixed", {}, {}, {}, {}};
  scene.desc.terrain = *generate_caves({.width = 96, .height = 80, .cell_size = 1, .seed = 5});
  scene.desc.size = {96, 80, 1};
  SpeciesDesc far_sighted;
  far_sighted.cohesion.radius = 3;
  far_sighted.motion.min_speed = 0.5f;
  far_sighted.motion.limit = SteeringLimit::kEachRule;
  scene.desc.species.push_back(far_sighted);
  fill(scene, 3000, 11);
  leave_walls(scene);
  scene.goals = {{48, 40}, {20, 20}};
  scene.goal_steps = {{0, 0}, {0.25f, 0.125f}};
  for (std::size_t i = 0; i < scene.agents.size(); ++i) {
    scene.agents[i].species = static_cast<std::uint8_t>(i % 2);
    scene.agents[i].goal = GoalId{static_cast<std::uint32_t>(i % 3)};
  }
  return scene;
}

Scene crowd_scene() {
  Scene scene{"crowd", {}, {}, {}, {}};
  scene.desc.size = {12, 12, 1};
  scene.desc.budget.crowd_limit = 8;
  fill(scene, 2000, 13);
  return scene;
}

Scene bodies_scene() {
  Scene scene{"bodies", {}, {}, {}, {}};
  scene.desc.terrain = *generate_caves({.width = 72, .height = 64, .cell_size = 1, .wall_share = 0.4f, .seed = 3});
  scene.desc.size = {72, 64, 1};
  scene.desc.fields.density_cost = 4;
  SpeciesDesc light = body_species(0.2f, 1), heavy = body_species(0.35f, 5), point;
  heavy.body.layers = 2;
  heavy.body.priority = 1;
  heavy.body.push_resistance = 0.5f;
  heavy.arrival.stuck_seconds = light.arrival.stuck_seconds = 0.4f;
  light.separation.radius = light.cohesion.radius = light.alignment.radius = 0;
  scene.desc.species = {light, heavy, point};
  fill(scene, 2400, 17);
  scene.goals = {{40, 30}, {12, 14}, {60, 50}, {22, 40}};
  scene.goal_steps = {{0, 0}, {0.0625f, 0.125f}};
  for (std::uint32_t i = 0; i < scene.agents.size(); ++i) {
    AgentDesc& agent = scene.agents[i];
    agent.species = static_cast<std::uint8_t>(i % 20 == 0 ? 2 : i % 3 == 0);
    agent.goal = GoalId{1 + i % 3};
    if (i % 8 == 3) {  // A few start at the last goal, so that some arrive.
      agent.goal = GoalId{4};
      agent.position = {16 + agent.position.x / 6, 34 + agent.position.y / 6, 0};
    }
    agent.snap_distance = 16;
    agent.locked = i % 101 == 7;
    if (agent.species == 0 && i % 4 == 0) agent.radius = 0.12f;
  }
  scene.edits = {{6, {36, 24}, {37, 40}},
                 {20, {55, 45}, {64, 55}},
                 {50, {36, 24}, {37, 40}, kOpenCost},
                 {60, {10, 10}, {20, 20}, 3}};
  scene.formation = 60;
  scene.lock_period = 6;
  return scene;
}

Scene ways_scene(Metric metric) {
  Scene scene{metric == Metric::kOctile ? "ways" : "ways_as_the_crow_flies", {}, {}, {}, {}};
  CostGrid& map = scene.desc.terrain;
  map = *generate_caves({.width = 90, .height = 66, .cell_size = 1, .wall_share = 0.36f, .seed = 5});
  for (std::uint32_t y = 0; y < map.height; ++y)
    for (std::uint32_t x = 0; x < map.width; ++x)
      if (!map.blocked({x, y}) && (x / 9 + y / 7) % 5 == 0) map.cost[map.index({x, y})] = 3;
  scene.desc.size = {90, 66, 1};
  scene.desc.fields.metric = metric;
  scene.desc.fields.unreachable = metric == Metric::kOctile ? Unreachable::kNearest : Unreachable::kHold;
  scene.desc.fields.movements.resize(2);
  scene.desc.fields.movements[1].cost[3] = kWall;
  scene.desc.fields.movements[1].margin = 2;
  scene.desc.fields.movements[1].margin_cost = 3;
  scene.desc.fields.passages.links = {{*nearest_free(map, {10, 10}, 60), *nearest_free(map, {80, 55}, 60), 4, true}};
  scene.desc.fields.passages.one_ways = {{{44, 0}, {44, 65}, 1, 0}};
  scene.desc.species = {body_species(0.3f, 1), body_species(0.8f, 3), body_species(0.35f, 1)};
  scene.desc.species[2].movement = 1;
  fill(scene, 900, 23);
  scene.goals = {{70, 20}, {15, 40}};
  scene.goal_steps = {{0, 0}, {0.125f, 0.0625f}};
  const GoalPart places{{{{20, 20}, {}, 3}, {{60, 45}, {4, 2}, 0}}}, threat{{{{45, 30}}}, true};
  scene.wide_goals = {{{places}}, {{threat}}, {{places, {threat.places, true, 0.5f}}}};
  for (std::uint32_t i = 0; i < scene.agents.size(); ++i) {
    scene.agents[i].species = static_cast<std::uint8_t>(i % 7 == 0 ? 1 : i % 2 * 2);
    scene.agents[i].goal = GoalId{1 + i % 5};
    scene.agents[i].snap_distance = 30;
  }
  scene.edits = {{6, {36, 24}, {37, 40}},
                 {20, {55, 45}, {64, 55}},
                 {41, {36, 24}, {37, 40}, kOpenCost},
                 {50, {10, 10}, {20, 20}, 3}};
  return scene;
}

Scene tiles_scene() {
  Scene scene{"tiles", {}, {}, {}, {}};
  scene.desc.terrain = *generate_caves({.width = 200, .height = 150, .cell_size = 1, .wall_share = 0.38f, .seed = 7});
  scene.desc.size = {200, 150, 1};
  scene.desc.fields.tiling = Tiling::kAlways;
  scene.desc.species = {body_species(0.3f, 1), body_species(0.8f, 3), SpeciesDesc{}};
  fill(scene, 900, 29);
  scene.goals = {{170, 20}, {30, 120}};
  scene.goal_steps = {{0, 0}, {0.125f, 0.0625f}};
  for (std::uint32_t i = 0; i < scene.agents.size(); ++i) {
    scene.agents[i].species = static_cast<std::uint8_t>(i % 3);
    scene.agents[i].goal = GoalId{1 + i % 2};
    scene.agents[i].snap_distance = 30;
  }
  scene.edits = {{9, {60, 40}, {66, 70}}, {35, {60, 40}, {66, 70}, kOpenCost}};
  return scene;
}

Scene balls_scene() {
  Scene scene{"balls", {}, {}, {}, {}};
  scene.desc.dimensions = 3;
  scene.desc.size = {18, 16, 17};
  scene.desc.species = {body_species(0.35f, 2), body_species(0.5f, 2)};
  for (SpeciesDesc& species : scene.desc.species) species.border = {2, 2};
  fill(scene, 2400, 19);
  for (std::size_t i = 0; i < scene.agents.size(); ++i) scene.agents[i].species = static_cast<std::uint8_t>(i % 5 == 0);
  return scene;
}

Scene hunt_scene(std::uint32_t dimensions) {
  Scene scene{dimensions == 2 ? "hunt" : "hunt_in_space", {}, {}, {}, {}};
  scene.desc.dimensions = dimensions;
  scene.desc.size = dimensions == 2 ? Vec3{80, 70, 1} : Vec3{26, 24, 22};
  scene.desc.scenery.obstacles = {{{Zone::Shape::kBall, {20, 12, 11}, {}, 3}},
                                  {{Zone::Shape::kBox, {8, 16, 10}, {2, 1, 4}, 0}},
                                  {{Zone::Shape::kBox, {50, 40, 0}, {3, 9, 1}, 0}}};
  scene.desc.species.resize(3);
  enum : std::uint8_t { kPrey, kShark, kPilot };
  for (SpeciesDesc& species : scene.desc.species) {
    species.border = {3, 2, {}};
    species.steering.look_ahead = {2, 0.75f};
  }
  scene.desc.species[kPrey].relations = {{.species = kShark, .evade = {6, 3}}};
  scene.desc.species[kShark].body.radius = 0.4f;
  scene.desc.species[kShark].motion.max_speed = 5;
  scene.desc.species[kShark].relations = {{.species = kPrey, .pursue = {12, 1}}};
  scene.desc.species[kPilot].relations = {{.species = kShark, .follow = {30, 2}, .distance = 1.5f}};
  fill(scene, 2500, 23);
  for (std::size_t i = 0; i < scene.agents.size(); ++i) {
    scene.agents[i].species = i % 100 == 0 ? kShark : i % 10 == 1 ? kPilot : kPrey;
    scene.agents[i].snap_distance = 16;
  }
  return scene;
}

World build(const Scene& scene, Scheduler& scheduler) {
  auto world = World::create(scene.desc, scheduler);
  EXPECT_TRUE(world) << world.error().message;
  for (Vec2 goal : scene.goals) EXPECT_TRUE(world->add_goal(goal));
  for (const GoalDesc& goal : scene.wide_goals) EXPECT_TRUE(world->add_goal(goal));
  const Error error = world->spawn_all(scene.agents);
  EXPECT_FALSE(error) << error.message;
  return std::move(*world);
}

std::vector<std::uint64_t> run(const Scene& scene, Scheduler& scheduler, std::uint32_t ticks,
                               const std::function<void(const World&)>& look) {
  World world = build(scene, scheduler);
  std::vector<Vec2> goals = scene.goals;
  std::vector<std::uint64_t> hashes;
  for (std::uint32_t tick = 0; tick < ticks; ++tick) {
    move_goals(scene, world, goals);
    if (tick > 0) replace_one(scene, world, tick);
    meddle(scene, world, tick);
    hashes.push_back(world.tick().state_hash);
    if (look) look(world);
  }
  return hashes;
}

}  // namespace cardume::testing
