#include <array>
#include <cardume/world.hpp>
#include <cardume/worldgen.hpp>
#include <cstdio>

#include "tools/perf/allocation_count.hpp"

// A program of its own, because it replaces the allocator of the whole process: whatever a warm tick allocates, in this
// library, in the standard one or in oneTBB, is counted here.
namespace {

constexpr int kWarmUp = 120, kCounted = 120;
constexpr float kSize = 128;

cardume::WorldDesc points_desc() {
  cardume::WorldDesc desc;
  desc.capacity = 20'000;
  desc.terrain = *cardume::generate_caves({.width = 128, .height = 128, .seed = 3});
  return desc;
}

/// Everything that bodies can do, and fields that are always being rebuilt.
cardume::WorldDesc bodies_desc() {
  cardume::WorldDesc desc = points_desc();
  desc.species[0].body.radius = 0.35f;
  desc.species[0].avoidance.radius = 1.5f;
  desc.fields.density_cost = 8;
  return desc;
}

/// Bodies that decide, look around by turns, hunt, see their nearest, tell of regions and contacts, among obstacles.
cardume::WorldDesc minds_desc() {
  using Kind = cardume::ConditionDesc::Kind;
  cardume::WorldDesc desc = bodies_desc();
  desc.budget.event_capacity = 100'000;
  desc.species.resize(2, desc.species[0]);
  desc.species[1].body.tells_contacts = 1;
  cardume::StateDesc calm, wild;
  calm.behaviour.perception.nearest = 7;
  calm.behaviour.perception.period = 3;
  calm.behaviour.perception.detail_distance = 20;
  calm.behaviour.steering.wander.weight = calm.behaviour.steering.hold.weight = 1;
  calm.behaviour.steering.look_ahead.weight = 1;
  wild.behaviour.relations = {{.species = 1, .pursue = {20, 1}}, {.species = 0, .evade = {3, 1}}};
  wild.route = {1, 2};
  desc.species[0].mind.states = {calm, wild};
  desc.species[0].mind.transitions = {
      {0, 1, {{.kind = Kind::kNear, .value = 9, .species = 1}}},
      {0, 1, {{.kind = Kind::kInside}}},
      {1, 0, {{.kind = Kind::kTime, .value = 0.2f}, {.kind = Kind::kChance, .value = 2}}}};
  for (float x = 10; x < kSize; x += 20) {
    desc.scenery.obstacles.push_back({{cardume::Zone::Shape::kBall, {x, x}, {}, 1.5f}});
    desc.scenery.regions.push_back({{cardume::Zone::Shape::kBox, {x, kSize - x}, {8, 8, 8}, 0}});
  }
  return desc;
}

/// What the game tells a mind on every tick; not of the agent that goes in it. Refusals would come with a text.
void talk(cardume::World& world, int tick) {
  std::uint32_t row = (static_cast<std::uint32_t>(tick) * 3 + 1) % world.count();
  while (world.species()[row] != 0) row = (row + 1) % world.count();
  const cardume::AgentId id = world.id_at(row);
  const cardume::Vec3 focus{static_cast<float>(tick % 100), kSize / 2};
  (void)world.set_focus({&focus, 1});
  (void)world.set_home(id, {1, 1});
  (void)world.set_health(id, 0.5f);
  (void)world.set_flags(id, 1);
  (void)world.set_state(id, static_cast<std::uint8_t>(tick % 2));
}

/// An agent at the centre of each free cell, row by row, leaving room for one.
void populate(cardume::World& world, cardume::GoalId goal) {
  const cardume::CostGrid& map = world.terrain();
  for (std::uint32_t i = 0; i < map.cost.size(); ++i) {
    const cardume::Cell cell{i % map.width, i / map.width};
    const cardume::Vec3 centre{static_cast<float>(cell.x) + 0.5f, static_cast<float>(cell.y) + 0.5f, 0};
    const auto species = static_cast<std::uint8_t>(i % 97 == 0 ? world.desc().species.size() - 1 : 0);
    if (!map.blocked(cell))
      (void)world.spawn(
          {.position = centre, .velocity = {1, 0, 0}, .species = species, .goal = goal, .snap_distance = 4});
  }
  world.tick();
}

/// A hundred agents go to a place of their own in formation.
void form_up(cardume::World& world) {
  const cardume::GoalId place = *world.add_goal({kSize / 3, kSize / 3});
  std::array<cardume::AgentId, 100> members;
  for (std::uint32_t i = 0; i < members.size(); ++i) members[i] = world.id_at(i * 31);
  (void)world.form_up(place, members);
}

/// The cell that an agent stands in becomes a wall, and the one of the tick before is opened again.
void build_and_pull_down(cardume::World& world, int tick) {
  static cardume::Cell built{};
  const std::uint32_t row = (static_cast<std::uint32_t>(tick) * 7 + 1) % world.count();
  const cardume::Cell cell{static_cast<std::uint32_t>(world.positions(0)[row]),
                           static_cast<std::uint32_t>(world.positions(1)[row])};
  (void)world.set_cost(built, built, cardume::kOpenCost);
  (void)world.set_cost(cell, cell, cardume::kWall);
  (void)world.set_locked(world.id_at(row), tick % 2 == 0);
  built = cell;
}

/// One tick in which the goal moves, one agent goes and one comes, and the map changes where there are bodies.
void change_and_tick(cardume::World& world, cardume::GoalId goal, int tick) {
  const cardume::AgentId id = world.id_at(static_cast<std::uint32_t>(tick) % world.count());
  (void)world.move_goal(goal, {static_cast<float>(tick % 100) + 10, kSize / 2});
  (void)world.despawn(id);
  if (!world.radii().empty()) build_and_pull_down(world, tick);
  if (world.desc().species.size() > 1) talk(world, tick);
  world.tick();
  const cardume::Vec3 somewhere{world.positions(0)[0], world.positions(1)[0], 0};
  (void)world.spawn({.position = somewhere, .goal = goal, .snap_distance = 8});
}

std::uint64_t count_in_warm_ticks(const cardume::WorldDesc& desc, cardume::Scheduler& scheduler) {
  auto world = cardume::World::create(desc, scheduler);
  const cardume::GoalId goal = *world->add_goal({kSize / 2, kSize / 2});
  populate(*world, goal);
  if (!world->radii().empty()) form_up(*world);
  for (int tick = 0; tick < kWarmUp; ++tick) change_and_tick(*world, goal, tick);
  const std::uint64_t before = cardume::perf::allocation_count();
  for (int tick = 0; tick < kCounted; ++tick) change_and_tick(*world, goal, tick);
  return cardume::perf::allocation_count() - before;
}

int check(const char* name, const cardume::WorldDesc& desc, cardume::Scheduler& scheduler) {
  const std::uint64_t counted = count_in_warm_ticks(desc, scheduler);
  std::printf("%s: %llu allocations in %d warm ticks\n", name, static_cast<unsigned long long>(counted), kCounted);
  return counted == 0 ? 0 : 1;
}

}  // namespace

int main() {
  if (cardume::perf::allocation_count() == 0) return std::puts("malloc is not replaced"), 1;
  const auto serial = cardume::make_serial_scheduler(), tbb = cardume::make_tbb_scheduler(2);
  return check("points, serial", points_desc(), *serial) + check("points, tbb", points_desc(), *tbb) +
         check("bodies, serial", bodies_desc(), *serial) + check("bodies, tbb", bodies_desc(), *tbb) +
         check("minds, serial", minds_desc(), *serial) + check("minds, tbb", minds_desc(), *tbb);
}
