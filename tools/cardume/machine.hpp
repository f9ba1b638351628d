#pragma once
#include <cstdint>
#include <string>

namespace cardume {

/// The processor's name, or its architecture where the system does not tell.
std::string cpu_name();

/// The most memory that this process has held at once, in bytes.
std::uint64_t peak_memory_bytes();

}  // namespace cardume
