#pragma once
#include <cardume/agent.hpp>
#include <cardume/goal.hpp>
#include <cardume/limits.hpp>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/fields/route.hpp"
#include "core/fields/walk_map.hpp"
#include "core/formation/formation.hpp"

namespace cardume {

/// The crowd that gathers at a goal.
struct Gathering {
  double area = 0;            ///< That the bodies who have arrived lay claim to: their own over ArrivalDesc::fill.
  std::uint32_t agents = 0;   ///< That have this goal, with bodies.
  std::uint32_t waiting = 0;  ///< Of those who want to arrive: held up nearby.
  float radius = 0;           ///< In world units: within it there is so much free ground.
  Vec2 drift;                 ///< Of the posts, in world units a second: the crowd moves up for those who come after.
};

inline constexpr std::uint32_t kNoRoute = ~0u;

/// The way to a goal for one kind of walker.
struct GoalWay {
  RouteAim aim;                    ///< What the goal is to them, on the map as it is; no sources where it is nothing.
  bool found = false;              ///< The aim is that of the goal as it is.
  bool told = false;               ///< That there is a field.
  bool wanted = false;             ///< One of them has the goal, or had it once.
  std::uint32_t route = kNoRoute;  ///< In Routes: the one in use.
  std::uint32_t next = kNoRoute;   ///< The one that will be, once it has a field.
};

/// A place, or several, that agents go to or flee from.
struct Goal {
  Vec2 position;              ///< Where the game put it: the first place.
  float height = 0;           ///< Its third coordinate, in worlds of 3 dimensions.
  Cell cell;                  ///< The free cell nearest to it.
  GoalDesc desc;              ///< Empty for a single place that draws agents.
  bool gone = false;          ///< It has been removed,
  bool free = false;          ///< and its id may be given out again.
  bool moved = true;          ///< Its aims are to be found anew.
  std::vector<GoalWay> ways;  ///< By walker.
  Gathering gathering;
  Formation formation;

  /// Several places draw agents, or a rectangle: each goes to the nearest part of it.
  bool wide() const { return !desc.parts.empty(); }
};

/// By GoalId::value - 1.
using Goals = std::vector<std::unique_ptr<Goal>>;

/// Whether an id names a goal that has not been removed.
inline bool is_goal(const Goals& goals, GoalId id) {
  return id && id.value <= goals.size() && !goals[id.value - 1u]->gone;
}

/// All routes, those that goals use and those that are kept for a while.
using Routes = std::vector<std::unique_ptr<Route>>;

/// The maps of all walkers and the ways over them.
struct Atlas {
  WalkMaps maps;
  Routes routes;
  std::vector<std::unique_ptr<TilePlanner>> planners;  ///< By walker; none where fields are whole.

  /// The route that a goal's walkers follow; null before there is one.
  const Route* route(const Goal& goal, std::size_t walker) const {
    const std::uint32_t number = walker < goal.ways.size() ? goal.ways[walker].route : kNoRoute;
    return number == kNoRoute ? nullptr : routes[number].get();
  }
};

/// Where bodies with one goal go, those of one kind of walker.
struct Destination {
  const Goal* goal = nullptr;  ///< Null for no goal, for those where nobody gathers, and as long as there is no field.
  const Chart* chart = nullptr;
  const Route* route = nullptr;  ///< Whose chart that is.
  const WalkMap* map = nullptr;
  Vec2 place;            ///< Where the goal is, or the middle of the free cell that stands for it.
  bool partial = false;  ///< A cell stands for the goal, which is in a wall.
  float radius2 = 0;     ///< Of the disc around it that is taken, squared.
  float spread = 1;      ///< Ground by which a claim makes that disc larger, over the claim: more beside walls.
};

/// By walker and goal, as they are in this tick.
struct Destinations {
  std::vector<Destination> all;

  const Destination& at(std::uint8_t walker, std::uint8_t goal) const {
    return all[std::size_t{walker} * (limits::kMaxGoals + 1) + goal];
  }
};

/// Finds what a goal is to those who walk a map. Throws std::bad_alloc.
void find_aim(const Terrain&, const WalkMap&, std::uint8_t walker, std::uint32_t snap_radius, const Goal&, RouteAim&);

/// The place of the goal that is nearest to `from`, as the crow flies.
Vec2 nearest_place(const Goal&, Vec2 from);

}  // namespace cardume
