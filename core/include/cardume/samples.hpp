#pragma once
#include <cardume/export.hpp>
#include <cardume/scheduler.hpp>
#include <cardume/status.hpp>
#include <cstdint>
#include <string>

namespace cardume {

/// Samples of an endless function of the plane or of space, at whole coordinates. A sample is the same, bit for bit,
/// whichever box it is asked for in, so worlds can be made in chunks of any size, in any order.
struct SampleBox {
  std::int64_t x = 0, y = 0, z = 0;                ///< The first sample; each within 2^62 of 0.
  std::uint32_t width = 1, height = 1, depth = 1;  ///< Samples along x, y and z; each 1 to 2^20, together at most 2^31.

  std::uint64_t count() const { return std::uint64_t{width} * height * depth; }
};

/// How samples are worked out; it never shows in them.
struct SampleOptions {
  Scheduler* scheduler = nullptr;  ///< Works on parts at once; null for the calling thread alone.
  /// Whose kernels to run; see WorldDesc::instruction_set.
  std::string instruction_set;
};

/// kInvalidArgument for a box without samples or too far out, kLimit for one that is too large.
CARDUME_EXPORT Error validate(const SampleBox&);

}  // namespace cardume
