#include <benchmark/benchmark.h>

#include <algorithm>
#include <cardume/world.hpp>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "bench/fields/grounds.hpp"
#include "bench/suites.hpp"
#include "bench/support/timing.hpp"

// The largest map there is, a crowd on it, and a goal that never rests: what fields cost the tick.
namespace cardume::bench {
namespace {

double now_ns() { return static_cast<double>(wall_ns()); }

constexpr std::uint32_t kAgents = 100'000, kCampsAcross = 5, kTicks = 600, kRestingTicks = 30;
constexpr float kTickRate = 60;

WorldDesc huge_desc(CostGrid map) {
  WorldDesc desc;
  desc.terrain = std::move(map);
  desc.capacity = kAgents;
  desc.tick_rate = kTickRate;
  desc.fields.rebuild_hz = 10;
  desc.fields.latency_ticks = 4;
  return desc;
}

/// Agents in the free cells around a place, each in its own, row by row.
void add_camp(const CostGrid& map, Cell centre, std::uint32_t count, std::vector<AgentDesc>& agents) {
  constexpr std::uint32_t kHalf = 60;
  for (std::uint32_t i = 0; i < 4 * kHalf * kHalf && count > 0; ++i) {
    const Cell cell{centre.x - kHalf + i % (2 * kHalf), centre.y - kHalf + i / (2 * kHalf)};
    if (map.blocked(cell)) continue;
    agents.push_back({.position = {static_cast<float>(cell.x) + 0.5f, static_cast<float>(cell.y) + 0.5f, 0}});
    --count;
  }
}

std::vector<AgentDesc> camps(const CostGrid& map) {
  constexpr std::uint32_t kCamps = kCampsAcross * kCampsAcross;
  std::vector<AgentDesc> agents;
  for (std::uint32_t i = 0; i < kCamps; ++i) {
    const auto along = [](std::uint32_t number, std::uint32_t cells) {
      return (2 * number + 1) * cells / (2 * kCampsAcross);
    };
    add_camp(map, {along(i % kCampsAcross, map.width), along(i / kCampsAcross, map.height)}, kAgents / kCamps, agents);
  }
  return agents;
}

/// Up and down beside the middle of the map, a quarter of a cell a tick.
Vec3 goal_at(const CostGrid& map, std::uint32_t tick) {
  const auto along = static_cast<float>(tick % 400) / 4;
  return {static_cast<float>(map.width) / 2 + (along < 50 ? along : 100 - along), static_cast<float>(map.height) / 2,
          0};
}

struct Times {
  Samples tick, fields;
  double worst_tick = 0, worst_fields = 0;
};

/// One tick, and then a pause until the next one is due.
void timed_tick(World& world, bool paced, Times& times) {
  const auto due = std::chrono::steady_clock::now() + std::chrono::duration<double>(1 / kTickRate);
  const TickReport report = world.tick();
  const auto fields = static_cast<double>(report.stage_ns[static_cast<std::size_t>(Stage::kFields)]);
  const auto all = static_cast<double>(report.total_ns());
  times.tick.add(all);
  times.fields.add(fields);
  times.worst_tick = std::max(times.worst_tick, all);
  times.worst_fields = std::max(times.worst_fields, fields);
  if (paced) std::this_thread::sleep_until(due);
}

/// How many agents a field leads on from where they are.
std::uint32_t led(const World& world) {
  std::vector<Vec2> way;
  std::uint32_t count = 0;
  for (std::uint32_t row = 0; row < world.count(); ++row)
    count += !world.trace(world.id_at(row), 2, way) && way.size() > 1;
  return count;
}

/// From an order to the first directions, in ticks and ms, and to those of nearly all.
struct Response {
  double first_ticks = 0, first_ms = 0, all_ticks = 0, led_share = 0;
};

Response respond(World& world, GoalId goal, bool paced, Times& times) {
  Response response;
  const double begin = now_ns();
  double looking = 0;
  for (std::uint32_t tick = 1; tick <= 120; ++tick) {
    (void)world.move_goal(goal, goal_at(world.terrain(), tick));
    timed_tick(world, paced, times);
    const double look_begin = now_ns();
    const std::uint32_t count = led(world);
    if (count > 0 && response.first_ticks == 0) {
      response.first_ticks = tick;
      response.first_ms = (look_begin - begin - looking) / 1e6;
    }
    response.led_share = static_cast<double>(count) / world.count();
    if (response.all_ticks == 0 && response.led_share > 0.99) response.all_ticks = tick;
    looking += now_ns() - look_begin;
  }
  return response;
}

void report(benchmark::State& state, const Response& response, const Times& times, const Times& resting) {
  const double median = times.tick.median();
  state.counters["first_ticks"] = response.first_ticks;
  state.counters["first_ms"] = response.first_ms;
  state.counters["all_ticks"] = response.all_ticks;
  state.counters["led_share"] = response.led_share;
  state.counters["resting_ms"] = resting.tick.median() / 1e6;
  state.counters["median_ms"] = median / 1e6;
  state.counters["p99_ms"] = times.tick.quantile(0.99) / 1e6;
  state.counters["max_ms"] = times.worst_tick / 1e6;
  state.counters["fields_median_ms"] = times.fields.median() / 1e6;
  state.counters["fields_p99_ms"] = times.fields.quantile(0.99) / 1e6;
  state.counters["fields_max_ms"] = times.worst_fields / 1e6;
  state.counters["max_for_fields"] = (median + times.worst_fields) / median;
}

void huge_world(benchmark::State& state, const std::string& name, bool paced) {
  const CostGrid map = name == "caves" ? caves_map(8192) : open_map(8192);
  const auto scheduler = make_tbb_scheduler(static_cast<std::uint32_t>(state.range(0)));
  for (auto _ : state) {
    const double begin = now_ns();
    Result<World> world = World::create(huge_desc(map), *scheduler);
    if (!world) return state.SkipWithError(world.error().message.c_str());
    state.counters["create_ms"] = (now_ns() - begin) / 1e6;
    std::vector<AgentId> ids(kAgents);
    if (world->spawn_all(camps(map), ids)) return state.SkipWithError("no room for the camps");
    Times resting, first, times;
    for (std::uint32_t tick = 0; tick < kRestingTicks; ++tick) timed_tick(*world, paced, resting);
    const Result<GoalId> goal = world->add_goal(goal_at(map, 0));
    if (!goal) return state.SkipWithError(goal.error().message.c_str());
    for (const AgentId id : ids) (void)world->set_goal(id, *goal);
    const Response response = respond(*world, *goal, paced, first);
    for (std::uint32_t tick = 0; tick < kTicks; ++tick) {
      (void)world->move_goal(*goal, goal_at(map, tick));
      timed_tick(*world, paced, times);
    }
    report(state, response, times, resting);
    state.counters["order_max_ms"] = first.worst_fields / 1e6;
    state.counters["memory_MB"] = static_cast<double>(world->memory_bytes()) / 1e6;
  }
}

}  // namespace

void register_huge_worlds() {
  for (const char* name : {"caves", "open"})
    for (const bool paced : {true, false})
      benchmark::RegisterBenchmark((std::string("BM_HugeWorld/") + name + (paced ? "/paced" : "/flat_out")).c_str(),
                                   huge_world, name, paced)
          ->ArgName("threads")
          ->Arg(1)
          ->Arg(2)
          ->Iterations(1)
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
}

}  // namespace cardume::bench
