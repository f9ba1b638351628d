#pragma once
#include <cardume/scheduler.hpp>

#include "tools/scenario/image.hpp"
#include "tools/scenario/session.hpp"

namespace cardume {

/// The crowd over its terrain: agents as soft lights with a short wake, coloured by species where there are several and
/// by heading otherwise; goals as rings. 3D worlds are seen from a corner.
Image draw_crowd(const Session&, Scheduler&, std::uint32_t width);

}  // namespace cardume
