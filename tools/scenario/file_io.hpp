#pragma once
#include <cardume/status.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace cardume {

inline constexpr std::uint64_t kMaxFileBytes = std::uint64_t{1} << 28;

/// The whole of a regular file. Refuses directories, devices and pipes, which may never end, and anything longer than
/// `max_bytes`; the message names the file.
Result<std::string> read_file(const std::string& path, std::uint64_t max_bytes = kMaxFileBytes);

/// Replaces a file in one step, through a temporary file beside it: whoever reads sees the old text or the new one,
/// never a part. Devices and pipes are written directly.
Error write_file(const std::string& path, std::string_view contents);

}  // namespace cardume
