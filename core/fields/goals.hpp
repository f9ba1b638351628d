#pragma once
#include <cardume/agent.hpp>
#include <cardume/field.hpp>
#include <cardume/scheduler.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/fields/integration_field.hpp"
#include "core/fields/outlook.hpp"
#include "core/fields/room.hpp"
#include "core/formation/formation.hpp"

namespace cardume {

/// As far as the room around a goal is measured, in cells: for some 100,000 bodies of the size of a cell.
inline constexpr std::uint32_t kMostRoom = 256;

/// What a field build reads and writes; nobody else touches it between launch and finish.
struct FieldBuild {
  CostGrid terrain;                   ///< A copy, because the map may change meanwhile.
  std::uint64_t terrain_version = 0;  ///< Of the copy.
  Metric metric = Metric::kOctile;
  DirectionMode mode = DirectionMode::kGradient;
  Cell goal;
  IntegrationBuilder builder;
  IntegrationField distance;  ///< Over level ground once the field is done, if `measured`.
  FlowField flow;
  std::uint32_t room_cells = 0;  ///< How far bodies who come to rest there need to know the room around it.
  Outlook outlook;
  Room room;
  bool measured = false;              ///< Out: room and distance are new. Else the last ones still hold.
  std::optional<Cell> measured_goal;  ///< Of the last room, as is the next; none before the first.
  std::uint64_t measured_version = 0;
  bool failed = false;  ///< Out: there was no memory for it.
};

/// The crowd that gathers at a goal.
struct Gathering {
  double area = 0;            ///< That the bodies who have arrived lay claim to: their own over ArrivalDesc::fill.
  std::uint32_t agents = 0;   ///< That have this goal, with bodies.
  std::uint32_t waiting = 0;  ///< Of those who want to arrive: held up nearby.
  float radius = 0;           ///< In world units: within it there is so much free ground.
  Vec2 drift;                 ///< Of the posts, in world units a second: the crowd moves up for those who come after.
};

/// A place that agents go to: the field they follow now, and the next one while it is being built.
struct Goal {
  explicit Goal(FieldBuild request) : build(std::move(request)), job(run_build, &build) {}

  static void run_build(void* context);

  Vec2 position;     ///< Where the game put it.
  float height = 0;  ///< Its third coordinate, in worlds of 3 dimensions.
  Cell cell;         ///< The free cell nearest to it.
  Cell asked;        ///< The cell of the latest build that was asked for.
  Gathering gathering;
  Formation formation;
  bool ever_asked = false;
  bool building = false;
  std::uint64_t publish_tick = 0;  ///< When the build in flight is taken into use, ready or not: the tick waits for it.
  FlowField flow;                  ///< In use; empty before the first one.
  Outlook outlook;                 ///< Of the field in use; empty where nobody gathers.
  Room room;                       ///< Likewise.
  IntegrationField distance;       ///< Likewise, over level ground: what it costs makes no place farther from another.
  FieldBuild build;
  BackgroundJob job;  ///< Last, so that it ends before what it works on.
};

/// By GoalId::value - 1.
using Goals = std::vector<std::unique_ptr<Goal>>;

}  // namespace cardume
