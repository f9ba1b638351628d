#pragma once
#include <cardume/world.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tools/scenario/scenario.hpp"

namespace cardume {

struct SessionOptions {
  std::string instruction_set;  ///< As WorldDesc::instruction_set.
};

/// A goal of a running session.
struct SessionGoal {
  std::string name;
  GoalId id;
  Vec3 position;
};

/// The world that a scenario asks for, without terrain: that is made once, by Session. Room for every agent of the
/// spawns and the events.
WorldDesc world_desc(const Scenario&);

/// A scenario that runs: its world, its agents, and whoever moves its goals. The same scenario gives the same world
/// tick for tick on every machine.
class Session {
 public:
  /// The scheduler must outlive the session.
  static Result<Session> create(const Scenario&, Scheduler&, const SessionOptions& = {});
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  /// Lets the events of this tick happen, moves the goals and then the world.
  TickReport tick();

  const World& world() const;
  World& world();
  const Scenario& scenario() const;
  std::span<const SessionGoal> goals() const;
  /// Where an agent was sent; null for nowhere.
  GoalId goal_of(AgentId) const;
  /// Wall time that World::tick took last, without events and goals.
  std::uint64_t last_tick_ns() const;
  std::uint64_t last_tick_cpu_ns() const;  ///< The same as time that the calling thread worked.
  /// What the world refused since the session began, the first time; nothing when all went well.
  const Error& error() const;

  struct State;  ///< See session_state.hpp.

 private:
  explicit Session(std::unique_ptr<State>);

  std::unique_ptr<State> state_;
};

}  // namespace cardume
