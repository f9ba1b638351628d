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

/// Whether write_file() can be expected to work, so that long work need not be done in vain. Refuses directories, files
/// in folders that are missing or closed, and pipes, which may have no reader, unless they are open already as
/// /dev/stdout and /dev/fd/N are.
Error check_output(const std::string& path);

/// Replaces a file in one step, through a temporary file beside it: whoever reads sees the old text or the new one,
/// never a part. Devices are written directly.
Error write_file(const std::string& path, std::string_view contents);

}  // namespace cardume
