#include "tools/perf/context.hpp"

#include <cardume/world.hpp>
#include <ctime>
#include <thread>

#include "tools/perf/build_info.hpp"
#include "tools/scenario/cpu_name.hpp"

namespace cardume::perf {
namespace {

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc)};
}

}  // namespace

Context this_context() {
  return {version(), kRevision, kBuildType, kCompiler, cpu_name(), std::thread::hardware_concurrency(), utc_now()};
}

}  // namespace cardume::perf
