#pragma once
#include <iosfwd>
#include <string>

namespace cardume {

/// The processor's name, or its architecture where the system does not tell, as on ARM.
std::string cpu_name();
/// The same, from a text in the form of Linux's /proc/cpuinfo.
std::string cpu_name(std::istream& cpuinfo);

}  // namespace cardume
