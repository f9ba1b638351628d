#include "core/fields/goals.hpp"

#include <new>

#include "core/exact_float.hpp"
#include "core/fields/flow_field.hpp"

namespace cardume {

void Goal::run_build(void* context) {
  const ExactFloat exact;
  FieldBuild& build = *static_cast<FieldBuild*>(context);
  try {
    build.failed =
        static_cast<bool>(build.builder.build(build.terrain, {&build.goal, 1}, build.metric, build.distance));
    if (!build.failed) build_flow_field(build.terrain, build.distance, build.mode, build.flow);
    if (!build.failed && build.room_cells > 0) measure_room(build.distance, build.goal, build.room_cells, build.room);
  } catch (const std::bad_alloc&) {
    build.failed = true;
  }
}

}  // namespace cardume
