#include "bench/workloads/measure.hpp"

#include <algorithm>
#include <array>

#include "bench/kernels/kernel_bound.hpp"
#include "tools/perf/allocation_count.hpp"
#include "tools/perf/peak_memory.hpp"
#include "tools/perf/statistics.hpp"

namespace cardume::bench {
namespace {

constexpr double kTickRate = 60;

/// The times of all steps, stage by stage.
using StageSamples = std::array<std::vector<double>, kStageCount>;

/// What one repetition does: the same as any other.
class Repetition {
 public:
  Repetition(Workload& work, perf::CaseResult& result, StageSamples& stages)
      : work_(work), result_(result), stages_(stages) {}

  void run(std::uint32_t steps) {
    result_.step_ns.resize(steps, ~std::uint64_t{0});
    result_.all_ns.reserve(result_.all_ns.size() + steps);
    for (std::vector<double>& stage : stages_) stage.reserve(stage.size() + steps);
    const std::uint64_t before = perf::allocation_count();
    for (std::uint32_t i = 0; i < steps; ++i) step(i);
    result_.memory.allocations += perf::allocation_count() - before;
  }

 private:
  void step(std::uint32_t number) {
    const std::uint64_t ns = work_.step().wall_ns;
    result_.step_ns[number] = std::min(result_.step_ns[number], ns);
    result_.all_ns.push_back(ns);
    if (work_.report() == nullptr) return;
    for (std::size_t i = 0; i < stages_.size(); ++i)
      stages_[i].push_back(static_cast<double>(work_.report()->stage_ns[i]));
  }

  Workload& work_;
  perf::CaseResult& result_;
  StageSamples& stages_;
};

/// Whether the rules are those that the plain kernel of the plane works out, which the bound is measured on.
bool has_plain_rules(const WorldDesc& desc) {
  const SpeciesDesc& species = desc.species.front();
  return desc.dimensions == 2 && desc.species.size() == 1 && desc.scenery.edge != Edge::kWrap &&
         species.relations.empty() && species.mind.states.empty() && species.perception.nearest == 0 &&
         species.alignment.radius > 0 && species.alignment.radius == species.cohesion.radius;
}

std::optional<perf::Roofline> roofline_of(const World& world, std::uint32_t threads, const StageSamples& stages) {
  if (!has_plain_rules(world.desc())) return {};
  const auto bound = rules_bound_ns(world.instruction_set());
  const PairCensus pairs = world.pairs();
  const std::vector<double>& rules = stages[static_cast<std::size_t>(Stage::kRules)];
  if (!bound || rules.empty() || pairs.tested == 0) return {};
  const double fastest = *std::min_element(rules.begin(), rules.end());
  return perf::Roofline{pairs.tested, pairs.within, fastest * threads / (pairs.tested * world.count()), *bound};
}

void tell_memory(const World& world, perf::MemoryUse& memory) {
  std::vector<MemoryPart> parts;
  if (world.memory(parts)) return;
  for (const MemoryPart& part : parts)
    if (part.bytes > 0) memory.shares.push_back({part.name, part.bytes});
  memory.world_bytes = world.memory_bytes();
}

void tell_world(const World& world, const StageSamples& stages, perf::CaseResult& result) {
  for (std::size_t i = 0; i < stages.size(); ++i)
    if (const double ns = perf::median(stages[i]); ns > 0)
      result.stages.push_back({to_string(static_cast<Stage>(i)), ns});
  tell_memory(world, result.memory);
  result.roofline = roofline_of(world, result.key.threads, stages);
}

Error show_one_step(Workload& work, const ProfilerHooks& profiler) {
  if (work.world() == nullptr) return {};
  if (Error error = work.world()->set_profiler(profiler)) return error;
  work.step();
  return work.world()->set_profiler({});
}

}  // namespace

std::uint32_t usual_steps(std::uint64_t items) {
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(6'000'000 / std::max<std::uint64_t>(items, 1), 30, 300));
}

Result<perf::CaseResult> measure(const MeasurePlan& plan) {
  perf::CaseResult result;
  result.key = plan.key;
  StageSamples stages;
  for (std::uint32_t repeat = 1; repeat <= plan.repeats; ++repeat) {
    auto running = start_workload(plan.key.workload, {plan.key.size, plan.key.threads, plan.key.instruction_set});
    if (!running) return running.error();
    Workload& work = *running->work;
    result.item = running->kind->item;
    result.items = work.items();
    result.tick_rate = running->kind->every_tick ? kTickRate : 0;
    for (std::uint32_t i = 0; i < running->kind->warm_steps; ++i) work.step();
    Repetition(work, result, stages).run(plan.steps != 0 ? plan.steps : usual_steps(result.items));
    result.state_hash = work.hash();
    if (repeat < plan.repeats) continue;
    if (work.world() != nullptr) tell_world(*work.world(), stages, result);
    if (plan.profiler == nullptr) continue;
    if (Error error = show_one_step(work, *plan.profiler)) return error;
  }
  result.memory.process_bytes = perf::peak_memory_bytes();
  return result;
}

}  // namespace cardume::bench
