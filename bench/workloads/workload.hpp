#pragma once
#include <cardume/world.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

// What is measured, once for all who measure: the suite, the verdict on two builds, counting instructions, and the
// developers' benchmarks.
namespace cardume::bench {

struct WorkloadSetup {
  std::uint32_t size = 0;  ///< Agents; of workloads on maps the edge, in cells.
  std::uint32_t threads = 1;
  std::string instruction_set;  ///< Empty for the best.
};

/// How long a step took.
struct StepTime {
  std::uint64_t wall_ns = 0;
  std::uint64_t cpu_ns = 0;  ///< That the calling thread worked.
};

/// Work that goes on step by step, and comes to the same on every machine.
class Workload {
 public:
  virtual ~Workload() = default;

  /// What takes part in the time is the engine's work alone.
  virtual StepTime step() = 0;
  /// Of all that the last step came to.
  virtual std::uint64_t hash() const = 0;
  /// Agents, cells or queries a step.
  virtual std::uint64_t items() const = 0;
  /// Whose ticks the steps are; null for work of other kinds.
  virtual World* world() { return nullptr; }
  /// Of the last step, where it was a tick.
  virtual const TickReport* report() const { return nullptr; }
};

/// A kind of work by its name.
struct WorkloadKind {
  const char* name;
  const char* what;                  ///< One line.
  const char* item;                  ///< What a step goes through: "agent", "cell" or "query".
  bool every_tick;                   ///< A game does it 60 times a second.
  std::vector<std::uint32_t> sizes;  ///< To measure; the first one is the usual one.
  std::uint32_t warm_steps;          ///< Before times are worth keeping.
  /// The scheduler must outlive the workload. Errors name what of the setup was wrong.
  Result<std::unique_ptr<Workload>> (*make)(const char* scenario, const WorkloadSetup&, Scheduler&);
  const char* scenario;  ///< Of tools/scenarios; empty for work of other kinds.
};

std::span<const WorkloadKind> workloads();

/// Null for an unknown name.
const WorkloadKind* find_workload(const std::string& name);

/// Of plain numbers, and of a seed.
std::uint64_t hash_of(std::span<const std::uint32_t> words, std::uint64_t seed = 0);

/// One for each thread count: serial for 1, oneTBB for more; kInvalidArgument where the machine has too few cores.
Result<std::unique_ptr<Scheduler>> make_scheduler(std::uint32_t threads);

}  // namespace cardume::bench
