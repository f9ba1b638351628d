#pragma once
#include <cardume/agent.hpp>
#include <cardume/field.hpp>
#include <cardume/formation.hpp>
#include <cardume/scheduler.hpp>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/fields/integration_field.hpp"

namespace cardume {

/// What a field build reads and writes; nobody else touches it between launch and finish.
struct FieldBuild {
  CostGrid terrain;                   ///< A copy, because the map may change meanwhile.
  std::uint64_t terrain_version = 0;  ///< Of the copy.
  Metric metric = Metric::kOctile;
  DirectionMode mode = DirectionMode::kGradient;
  Cell goal;
  IntegrationBuilder builder;
  IntegrationField distance;
  FlowField flow;
  bool failed = false;  ///< Out: there was no memory for it.
};

/// The crowd that gathers at a goal.
struct Gathering {
  double area = 0;           ///< Of the bodies that have arrived.
  std::uint32_t agents = 0;  ///< That have this goal, with bodies.
  float radius = 0;          ///< Of the disc that they fill as densely as ArrivalDesc::fill asks.
};

/// One place in a formation.
struct FormationSlot {
  AgentId member;  ///< Null once it is gone.
  Vec2 offset;     ///< From the anchor, in its frame: x ahead, y to the left.
};

/// A group that marches in order: slots around an anchor that goes to the goal ahead of them.
struct Formation {
  FormationDesc desc;
  std::vector<FormationSlot> slots;  ///< Empty where there is no formation.
  Vec2 anchor;
  Vec2 heading;     ///< Unit vector.
  float speed = 0;  ///< Of the anchor, in world units a second.
};

/// A place that agents go to: the field they follow now, and the next one while it is being built.
struct Goal {
  explicit Goal(FieldBuild request) : build(std::move(request)), job(run_build, &build) {}

  static void run_build(void* context);

  Vec2 position;  ///< Where the game put it.
  Cell cell;      ///< The free cell nearest to it.
  Cell asked;     ///< The cell of the latest build that was asked for.
  Gathering gathering;
  Formation formation;
  bool ever_asked = false;
  bool building = false;
  std::uint64_t publish_tick = 0;  ///< When the build in flight is taken into use, ready or not: the tick waits for it.
  FlowField flow;                  ///< In use; empty before the first one.
  FieldBuild build;
  BackgroundJob job;  ///< Last, so that it ends before what it works on.
};

/// By GoalId::value - 1.
using Goals = std::vector<std::unique_ptr<Goal>>;

}  // namespace cardume
