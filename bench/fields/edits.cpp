#include <benchmark/benchmark.h>

#include <algorithm>
#include <cardume/passage.hpp>
#include <string>
#include <vector>

#include "bench/fields/grounds.hpp"
#include "bench/suites.hpp"
#include "bench/support/timing.hpp"
#include "core/fields/flow_field.hpp"
#include "core/fields/integration_field.hpp"
#include "core/fields/islands.hpp"
#include "core/fields/walk_grid.hpp"

// What an edit of the map costs each of the things that are kept up to date, against building them.
namespace cardume::bench {
namespace {

constexpr std::uint32_t kEdge = 1024;

/// Cells of a map by turns made a wall and what they were before, evenly all over it.
class Digger {
 public:
  explicit Digger(const Ground& ground) : now_(ground.grid), before_(ground.grid), goal_(ground.goal) {}

  std::vector<CellEdit> dig(std::int64_t count) {
    std::vector<CellEdit> edits;
    while (static_cast<std::int64_t>(edits.size()) < count) {
      state_ = state_ * 6364136223846793005u + 1442695040888963407u;
      const auto cell = static_cast<std::uint32_t>((state_ >> 33) % now_.cost.size());
      if (before_.cost[cell] == kWall || cell == now_.index(goal_)) continue;
      now_.cost[cell] = now_.cost[cell] == kWall ? before_.cost[cell] : kWall;
      edits.push_back({cell, now_.cost[cell]});
    }
    return edits;
  }
  const CostGrid& now() const { return now_; }

 private:
  CostGrid now_;
  const CostGrid before_;
  const Cell goal_;
  std::uint64_t state_ = 1;
};

/// Of many edits the median and the 99th percentile, in microseconds.
void report(benchmark::State& state, const char* name, const Samples& samples) {
  state.counters[std::string(name) + "_us"] = samples.median() / 1e3;
  state.counters[std::string(name) + "_us_p99"] = samples.quantile(0.99) / 1e3;
}

/// The distances and the directions, each brought up to date after so many edits.
void repair(benchmark::State& state, const GroundPtr& ground, Metric metric) {
  Digger digger(*ground);
  IntegrationBuilder builder;
  IntegrationField field, expected;
  FlowField flow;
  if (Error refused = builder.build(ground->grid, {&ground->goal, 1}, metric, field))
    return state.SkipWithError(refused.message.c_str());
  build_flow_field(ground->grid, field, DirectionMode::kGradient, {}, flow);
  Samples distances, directions;
  std::vector<std::uint32_t> changed;
  std::uint64_t cells = 0;
  for (auto _ : state) {
    const std::vector<CellEdit> edits = digger.dig(state.range(0));
    changed.clear();
    distances.add(timed(thread_ns, [&] { builder.repair(edits, field, changed); }));
    cells += changed.size();
    for (const CellEdit& edit : edits) changed.push_back(edit.cell);
    directions.add(timed(thread_ns, [&] { repair_flow_field(digger.now(), field, {}, changed, flow); }));
  }
  Error error;
  const double build = timed(thread_ns, [&] {
    error = builder.build(digger.now(), {&ground->goal, 1}, metric, expected);
  });
  if (error || field.distance != expected.distance)
    return state.SkipWithError("a repaired field is not the one built anew");
  report(state, "distances", distances);
  report(state, "directions", directions);
  state.counters["build_us"] = build / 1e3;
  state.counters["cells"] = static_cast<double>(cells) / static_cast<double>(state.iterations());
}

CellBox box_of(const CostGrid& grid, const CellEdit& edit) {
  const Cell cell{edit.cell % grid.width, edit.cell / grid.width};
  return {cell, cell};
}

void walk_grid(benchmark::State& state, const GroundPtr& ground) {
  const auto size = static_cast<std::uint8_t>(state.range(0));
  const MovementDesc movement{.margin = 4, .margin_cost = 10};
  Digger digger(*ground);
  CostGrid walk;
  const double build = timed(thread_ns, [&] { walk = make_walk_grid(ground->grid, movement, size); });
  Samples update;
  std::vector<CellEdit> changes;
  for (auto _ : state) {
    const CellBox box = box_of(digger.now(), digger.dig(1)[0]);
    changes.clear();
    update.add(timed(thread_ns, [&] { update_walk_grid(digger.now(), movement, size, box, walk, changes); }));
  }
  if (walk.cost != make_walk_grid(digger.now(), movement, size).cost)
    return state.SkipWithError("an updated walk grid is not the one made anew");
  report(state, "edit", update);
  state.counters["build_us"] = build / 1e3;
}

void islands(benchmark::State& state, const GroundPtr& ground) {
  Digger digger(*ground);
  Islands parts;
  const double build = timed(thread_ns, [&] { parts.build(ground->grid, {}); });
  Samples edits;
  for (auto _ : state) {
    const CellBox box = box_of(digger.now(), digger.dig(1)[0]);
    edits.add(timed(thread_ns, [&] { parts.edit(digger.now(), {&box, 1}); }));
  }
  report(state, "edit", edits);
  state.counters["build_us"] = build / 1e3;
  state.counters["bytes_a_cell"] =
      static_cast<double>(parts.memory_bytes()) / static_cast<double>(ground->grid.cost.size());
}

void add_repairs(const GroundPtr& ground) {
  const auto add = [&](const char* metric_name, Metric metric, std::int64_t edits, std::int64_t rounds) {
    const std::string name = std::string("BM_RepairField/") + metric_name + "/" + ground->name;
    benchmark::RegisterBenchmark(name.c_str(), repair, ground, metric)
        ->ArgName("edits")
        ->Arg(edits)
        ->Iterations(rounds)
        ->Unit(benchmark::kMillisecond);
  };
  add("octile", Metric::kOctile, 1, 300);
  add("octile", Metric::kOctile, 200, 20);
  add("eikonal", Metric::kEikonal, 1, 100);
}

}  // namespace

void register_edits() {
  const std::string edge = std::to_string(kEdge);
  const GroundPtr open = make_ground("open" + edge, open_map(kEdge)),
                  caves = make_ground("caves" + edge, caves_map(kEdge));
  for (const GroundPtr& ground : {open, caves}) {
    add_repairs(ground);
    benchmark::RegisterBenchmark(("BM_WalkGrid/" + ground->name).c_str(), walk_grid, ground)
        ->ArgName("size")
        ->Arg(1)
        ->Arg(2)
        ->Arg(5)
        ->Iterations(2000)
        ->Unit(benchmark::kMicrosecond);
    benchmark::RegisterBenchmark(("BM_Islands/" + ground->name).c_str(), islands, ground)
        ->Iterations(2000)
        ->Unit(benchmark::kMicrosecond);
  }
}

}  // namespace cardume::bench
