#pragma once
#include <array>
#include <cardume/world.hpp>
#include <memory>
#include <optional>
#include <vector>

#include "bench/support/timing.hpp"

namespace cardume::bench {

/// A world that takes turns with another, tick by tick on one thread, so that both meet the same moods of the machine.
class Rival {
 public:
  /// The goals are dealt out to the agents in turn.
  Error fill(const WorldDesc&, std::vector<AgentDesc>, const std::vector<Vec2>& goals = {});

  /// Nanoseconds of this thread's work; kept if so asked.
  double tick(bool keep);

  const World& world() const { return *world_; }
  const Samples& total() const { return total_; }
  const Samples& stage(Stage stage) const { return stages_[static_cast<std::size_t>(stage)]; }
  /// The median over the kept ticks.
  double ns_per_agent() const { return ns_per_agent(total_); }
  double ns_per_agent(Stage one) const { return ns_per_agent(stage(one)); }

 private:
  double ns_per_agent(const Samples& samples) const { return samples.median() / world_->count(); }

  std::unique_ptr<Scheduler> scheduler_ = make_serial_scheduler();
  std::optional<World> world_;
  Samples total_;
  std::array<Samples, kStageCount> stages_;
};

/// Ticks to warm up, none of them kept.
void warm_up(Rival&, Rival&, int ticks);

}  // namespace cardume::bench
