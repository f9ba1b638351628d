#pragma once
#include <cardume/agent.hpp>
#include <cardume/field.hpp>
#include <cardume/scheduler.hpp>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/fields/integration_field.hpp"

namespace cardume {

/// What a field build reads and writes; nobody else touches it between launch and finish.
struct FieldBuild {
  const CostGrid* terrain = nullptr;
  Metric metric = Metric::kOctile;
  DirectionMode mode = DirectionMode::kGradient;
  Cell goal;
  IntegrationBuilder builder;
  IntegrationField distance;
  FlowField flow;
  bool failed = false;  ///< Out: there was no memory for it.
};

/// A place that agents go to: the field they follow now, and the next one while it is being built.
struct Goal {
  explicit Goal(FieldBuild request) : build(std::move(request)), job(run_build, &build) {}

  static void run_build(void* context);

  Vec2 position;  ///< Where the game put it.
  Cell cell;      ///< The free cell nearest to it.
  Cell asked;     ///< The cell of the latest build that was asked for.
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
