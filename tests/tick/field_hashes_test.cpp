#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <set>

#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/thread_pool.hpp"

namespace cardume::testing {
namespace {

constexpr std::uint32_t kTicks = 80, kAgents = 400;
constexpr std::uint8_t kWater = 5;

/// Caves and lakes, two ways of moving, two sizes of bodies of each, passages.
WorldDesc world_desc(Metric metric) {
  Dice dice(7);
  CostGrid map = open_map(56, 40);
  for (std::uint8_t& cost : map.cost) cost = dice.chance(6) ? kWall : dice.chance(20) ? std::uint8_t{3} : kOpenCost;
  for (std::uint32_t y = 12; y < 24; ++y)
    for (std::uint32_t x = 20; x < 32; ++x) map.cost[map.index({x, y})] = kWater;
  WorldDesc desc = body_desc(map, 0.35f, 6);
  desc.fields.metric = metric;
  desc.fields.unreachable = Unreachable::kNearest;
  desc.capacity = kAgents;
  desc.fields.movements.assign(2, MovementDesc{});
  desc.fields.movements[0].cost[kWater] = kWall;
  desc.fields.movements[0].margin = 2;
  desc.fields.movements[0].margin_cost = 6;
  desc.fields.movements[1].cost[kWater] = kOpenCost;
  for (const float radius : {0.9f, 0.35f, 0.9f}) {
    desc.species.push_back(desc.species[0]);
    desc.species.back().body.radius = radius;
    desc.species.back().movement = static_cast<std::uint8_t>(desc.species.size() > 2 ? 1 : 0);
  }
  desc.fields.passages.one_ways = {{{36, 4}, {40, 16}, 1, 0}, {{4, 28}, {18, 30}, 0, -1}};
  for (std::uint32_t x = 4; x < 52; x += 8)
    desc.fields.passages.links.push_back({{x, 6}, {54 - x, 34}, 2, x % 16 == 4});
  return desc;
}

GoalDesc seek(Vec2 a, Vec2 b) {
  GoalPart part;
  part.places = {{.position = {a.x, a.y, 0}}, {.position = {b.x, b.y, 0}, .half = {3, 2}, .handicap = 4}};
  return {{part}};
}

GoalDesc flee(Vec2 threat) {
  GoalPart part;
  part.places = {{.position = {threat.x, threat.y, 0}}};
  part.flee = true;
  return {{part}};
}

/// Three goals come and go and move, and somebody builds and digs all the time.
void change(World& world, std::vector<GoalId>& goals, Dice& dice, std::uint32_t tick) {
  const auto place = [&] { return Vec2{1 + dice.below(54), 1 + dice.below(38)}; };
  if (tick % 3 == 0) {
    const Vec2 at = place();
    const Zone zone{.shape = Zone::Shape::kBall, .centre = {at.x, at.y, 0}, .radius = 1 + dice.below(2)};
    EXPECT_FALSE(world.set_cost(zone, dice.chance(40) ? kWall : dice.chance(50) ? kWater : kOpenCost));
  }
  if (tick % 2 == 0) {
    EXPECT_FALSE(world.move_goal(goals[1], flee(place())));
  }
  if (tick % 7 == 0) {
    EXPECT_FALSE(world.move_goal(goals[0], seek(place(), place())));
  }
  if (tick % 40 != 39) return;
  EXPECT_FALSE(world.remove_goal(goals[2]));
  GoalDesc both = seek(place(), place());
  both.parts.push_back(flee(place()).parts[0]);
  const auto next = world.add_goal(both);
  ASSERT_TRUE(next);
  goals[2] = *next;
  for (std::uint32_t row = 0; row < world.count(); row += 3) EXPECT_FALSE(world.set_goal(world.id_at(row), *next));
}

struct Outcome {
  std::vector<std::uint64_t> hashes;
  std::uint32_t linked = 0, fields = 0;
};

Outcome run(Metric metric, Scheduler& scheduler, const char* set = "") {
  WorldDesc desc = world_desc(metric);
  desc.instruction_set = set;
  auto created = World::create(desc, scheduler);
  EXPECT_TRUE(created);
  World& world = *created;
  Dice dice(11);
  std::vector<GoalId> goals{*world.add_goal(seek({5, 5}, {50, 35})), *world.add_goal(flee({25, 20})),
                            *world.add_goal(Vec3{50, 30, 0})};
  for (std::uint32_t i = 0; i < kAgents; ++i) {
    const Vec3 at{2 + dice.below(52), 2 + dice.below(36), 0};
    EXPECT_TRUE(world.spawn(
        {.position = at, .species = static_cast<std::uint8_t>(i % 4), .goal = goals[i % 3], .snap_distance = 20}));
  }
  Outcome outcome;
  for (std::uint32_t tick = 0; tick < kTicks; ++tick) {
    change(world, goals, dice, tick);
    const TickReport report = world.tick();
    outcome.hashes.push_back(report.state_hash);
    outcome.fields += report.fields_published;
    for (const Event& event : world.events())
      outcome.linked += static_cast<std::uint32_t>(event.kind == Event::Kind::kLinked);
  }
  return outcome;
}

TEST(FieldHashes, AreThoseOfOneThreadAtEveryTickOnAnyNumberOfThreads) {
  const tbb::global_control more_threads(tbb::global_control::max_allowed_parallelism, 4);
  for (const Metric metric : {Metric::kEikonal, Metric::kOctile}) {
    const Outcome serial = run(metric, *make_serial_scheduler());
    EXPECT_EQ(std::set<std::uint64_t>(serial.hashes.begin(), serial.hashes.end()).size(), kTicks);
    EXPECT_GT(serial.linked, 10u);
    EXPECT_GT(serial.fields, 20u);
    for (std::uint32_t workers = metric == Metric::kEikonal ? 1 : 4; workers <= 4; ++workers)
      EXPECT_EQ(run(metric, *make_tbb_scheduler(workers)).hashes, serial.hashes) << workers;
    ThreadPool pool(2);
    EXPECT_EQ(run(metric, *make_host_scheduler(pool.callbacks())).hashes, serial.hashes);
  }
}

TEST(FieldHashes, AreTheSameWithEveryInstructionSet) {
  const Outcome first = run(Metric::kEikonal, *make_serial_scheduler(), "scalar");
  for (const char* set : instruction_sets())
    EXPECT_EQ(run(Metric::kEikonal, *make_serial_scheduler(), set).hashes, first.hashes) << set;
}

}  // namespace
}  // namespace cardume::testing
