#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/scenario/goal_driver.hpp"
#include "tools/scenario/placement.hpp"
#include "tools/scenario/roster.hpp"
#include "tools/scenario/session.hpp"
#include "tools/scenario/spawner.hpp"

namespace cardume {

struct Session::State {
  State(Scenario plan, World&& made) : scenario(std::move(plan)), world(std::move(made)) {}

  // How it begins.
  Error populate();
  Error make_ground();
  Error add_goals();

  // What happens.
  void happen_all();
  void drive_goals();
  void renew_ground();
  Error happen(const EventPlan&, std::uint32_t number);
  Error spawn_group(const SpawnPlan&, std::uint32_t count, std::uint64_t stream);
  Error despawn_some(const EventPlan&, std::uint64_t stream);
  Error move_goal(const EventPlan&);
  Error set_cost(const EventPlan&);
  Error order(const EventPlan&, std::uint64_t stream);
  Error form_up(std::uint32_t goal, std::span<const AgentId>, const FormationDesc&);
  Error lock(const EventPlan&, std::uint64_t stream);
  Error change_minds(const EventPlan&, std::uint64_t stream);
  /// Draws by that stream where the plan wants a share of them.
  std::vector<AgentId> select(const WhoPlan&, std::uint64_t stream) const;
  /// Tells the world where the points of interest are.
  Error aim_focus();
  /// The bodies there are, those of this tick's spawns included; null in worlds of points.
  Crowding* bodies_placed();
  void keep(const std::string& origin, const std::string& name, const Error& refused);

  Scenario scenario;
  World world;
  Ground ground;
  Roster roster;
  std::vector<GoalDriver> drivers;
  std::vector<SessionGoal> goals;
  std::optional<Crowding> crowding;  ///< Made when a spawn asks for it, and forgotten when the tick begins.
  bool map_edited = false;           ///< In this tick.
  std::uint64_t ticks = 0;
  std::uint64_t last_ns = 0, last_cpu_ns = 0;
  Error error;
};

/// An error with what it is about.
Error named(const std::string& name, const Error&);
/// An error in the place that asked for what was refused.
Error placed(const Scenario&, const std::string& origin, const Error&);

}  // namespace cardume
