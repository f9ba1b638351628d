#include "tools/scenario/cpu_name.hpp"

#include <sys/utsname.h>

#include <fstream>

namespace cardume {

std::string cpu_name(std::istream& cpuinfo) {
  for (std::string line; std::getline(cpuinfo, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t value = line.find(": ");
    if (value != std::string::npos) return line.substr(value + 2);
  }
  utsname system{};
  return ::uname(&system) == 0 ? system.machine : "unknown";
}

std::string cpu_name() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  return cpu_name(cpuinfo);
}

}  // namespace cardume
