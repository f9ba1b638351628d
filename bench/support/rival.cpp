#include "bench/support/rival.hpp"

#include <utility>

namespace cardume::bench {

Error Rival::fill(const WorldDesc& desc, std::vector<AgentDesc> agents, const std::vector<Vec2>& goals) {
  auto made = World::create(desc, *scheduler_);
  if (!made) return made.error();
  world_.emplace(std::move(*made));
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const auto goal = world_->add_goal(goals[i]);
    if (!goal) return goal.error();
    for (std::size_t agent = i; agent < agents.size(); agent += goals.size()) agents[agent].goal = *goal;
  }
  return world_->spawn_all(agents);
}

double Rival::tick(bool keep) {
  TickReport report;
  const double ns = timed(thread_ns, [&] { report = world_->tick(); });
  if (!keep) return ns;
  total_.add(ns);
  for (std::size_t i = 0; i < stages_.size(); ++i) stages_[i].add(static_cast<double>(report.stage_ns[i]));
  return ns;
}

void warm_up(Rival& one, Rival& other, int ticks) {
  for (int i = 0; i < ticks; ++i) {
    one.tick(false);
    other.tick(false);
  }
}

}  // namespace cardume::bench
