#pragma once
#include <cardume/scheduler.hpp>
#include <cardume/status.hpp>
#include <string>

namespace cardume {

/// Draws a sheet with a panel for each of many kinds, to see at once what there is.
Error write_sheet(const std::string& path, const std::string& instruction_set, Scheduler&);

}  // namespace cardume
