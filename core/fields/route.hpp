#pragma once
#include <cardume/field.hpp>
#include <cardume/scheduler.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/fields/integration_field.hpp"
#include "core/fields/outlook.hpp"
#include "core/fields/room.hpp"
#include "core/fields/tile_planner.hpp"
#include "core/fields/walk_grid.hpp"

namespace cardume {

/// As far as the room around a goal is measured, in cells: for some 100,000 bodies of the size of a cell.
inline constexpr std::uint32_t kMostRoom = 256;

/// Cells of a walk grid that draw those who walk it, or drive them off.
struct RoutePart {
  std::vector<FieldSource> sources;
  bool flee = false;
  float weight = 1;

  friend bool operator==(const RoutePart&, const RoutePart&) = default;
};

/// What a route is for: whoever has the same aim shares it.
struct RouteAim {
  std::uint8_t walker = 0;
  std::vector<RoutePart> parts;

  /// Bodies come to rest there.
  bool gathers() const { return parts.size() == 1 && !parts[0].flee; }
  bool single() const { return gathers() && parts[0].sources.size() == 1; }
  /// The first cell of the first part.
  Cell cell() const { return parts.empty() || parts[0].sources.empty() ? Cell{} : parts[0].sources[0].cell; }

  friend bool operator==(const RouteAim&, const RouteAim&) = default;
};

/// A link that a way leads through.
struct TakenLink {
  std::uint32_t from, to;  ///< Row-major indices of cells.
  std::uint32_t number;    ///< In Passages::links.
};

/// What guides those on a route.
struct Chart {
  Cell low;  ///< First cell of what the following cover: the whole map, or the ground around the goal on large ones.
  std::vector<TakenLink> links;  ///< By `from`, at most one a cell.
  FlowField flow;                ///< Empty before the first one.
  Outlook outlook;               ///< Empty where nobody gathers, as are the following.
  Room room;                     ///< Around the goal.
  IntegrationField level;        ///< Over level ground: what it costs makes no place farther from another.
};

/// The walk grid of a build. It is a copy, because the map may change meanwhile.
struct RouteGround {
  CostGrid walk;
  std::vector<CellEdit> edits;  ///< What has changed since the last build, in order.
  bool anew = true;             ///< It has been copied afresh: there is no last build to go on from.
  std::uint64_t version = 0;    ///< Of the terrain, with the edits.
};

/// How all routes of a world are built.
struct RouteManner {
  Metric metric = Metric::kOctile;
  DirectionMode mode = DirectionMode::kGradient;
  bool nearest_instead = false;
  float origin = 0.5f;           ///< FlowField::origin.
  std::uint32_t room_cells = 0;  ///< How far bodies who come to rest there need to know the room around a goal.
  Passages passages;
};

/// What a build reads and writes; nobody else touches it between launch and finish.
struct RouteBuild {
  RouteManner manner;
  RouteAim aim;
  RouteGround ground;
  Chart chart;  ///< Out. Becomes the one in use; that becomes this, and is brought up to date by the next one.
  bool measured = false;  ///< Out: room and level are new. Else the last ones still hold.
  bool failed = false;    ///< Out: there was no memory for it.

  void run();
  std::uint64_t memory_bytes() const;

 private:
  /// What is measured of the ground around a goal, and of what map.
  struct Survey {
    std::optional<Cell> goal;
    std::uint64_t version = 0;  ///< Of the terrain.
  };

  void build_distances();
  void repair_distances();
  void build_flow();
  void add_up();
  void find_links();
  void survey();
  const IntegrationField& distance() const { return distances_.size() == 1 ? distances_[0] : sum_; }

  IntegrationDesc desc_;                      ///< Of the part at hand.
  std::vector<IntegrationBuilder> builders_;  ///< One a part.
  std::vector<IntegrationField> distances_;   ///< One a part.
  IntegrationField sum_;                      ///< Of several parts.
  IntegrationBuilder surveyor_;
  IntegrationField octile_;  ///< For sight, where the field is none.
  RouteAim built_;           ///< The aim of the last build; of no walker after one that failed.
  /// Cells that differ from the last build, and from the one before, whose flow field is brought up to date.
  std::vector<std::uint32_t> changed_, changed_before_;
  bool flow_anew_ = true, flow_anew_before_ = true;
  Survey survey_;
};

/// A field that agents follow, and the next one while it is being built. Goals with the same aim share it.
struct Route {
  explicit Route(const RouteManner& manner) : job(run_build, &build, "build field") { build.manner = manner; }

  static void run_build(void* context);

  RouteAim aim;                    ///< Of the field in use, and of the next one from when it is asked for.
  std::uint32_t users = 0;         ///< Goals.
  std::uint64_t used_tick = 0;     ///< The last one with users.
  std::uint64_t revision = 0;      ///< Entries of the walk map's log that the build's ground has.
  std::uint64_t asked_tick = 0;    ///< Of the last build.
  std::uint64_t publish_tick = 0;  ///< When the build in flight is taken into use, ready or not: the tick waits for it.
  std::uint64_t build_bytes = 0;   ///< What the build took up before it began; it may not be looked at while it runs.
  bool ever_asked = false;
  bool building = false;
  bool published = false;  ///< In this tick.
  Chart chart;
  RouteBuild build;
  Cell build_aim;                    ///< Of the last plan, on maps of tiles.
  std::unique_ptr<TileCover> tiled;  ///< Only on maps of tiles; their planner builds it in place of the job.
  BackgroundJob job;                 ///< Last, so that it ends before what it works on.
};

std::uint64_t memory_bytes(const Route&);

}  // namespace cardume
