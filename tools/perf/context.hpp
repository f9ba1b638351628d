#pragma once
#include "tools/perf/results.hpp"

namespace cardume::perf {

/// Of this build, this machine and this moment.
Context this_context();

}  // namespace cardume::perf
