#include "core/fields/goals.hpp"

#include <new>

#include "core/exact_float.hpp"
#include "core/fields/flow_field.hpp"

namespace cardume {
namespace {

/// What costs and crowds change about a field says nothing about the ground, so that is measured only where walls or
/// the goal are others.
void measure_ground(FieldBuild& build) {
  build.measured = build.measured_goal != build.goal || build.measured_version != build.terrain_version;
  if (!build.measured) return;
  build.measured_goal.reset();
  // Who has arrived may stand farther out than the room for all of them reaches.
  const std::uint32_t most = 2 * build.room_cells * kStraightStep;
  if (!build.builder.level()) build.builder.build_level(build.terrain, build.goal, build.metric, most, build.distance);
  measure_room(build.distance, build.goal, build.room_cells, build.room);
  build.measured_goal = build.goal;
  build.measured_version = build.terrain_version;
}

}  // namespace

void Goal::run_build(void* context) {
  const ExactFloat exact;
  FieldBuild& build = *static_cast<FieldBuild*>(context);
  try {
    build.failed =
        static_cast<bool>(build.builder.build(build.terrain, {&build.goal, 1}, build.metric, build.distance));
    if (build.failed) return;
    build_flow_field(build.terrain, build.distance, build.mode, build.flow);
    if (build.room_cells == 0) return;
    look_around(build.distance, build.goal, build.room_cells, build.outlook);
    measure_ground(build);
  } catch (const std::bad_alloc&) {
    build.failed = true;
  }
}

}  // namespace cardume
