#include <cardume/samples.hpp>

#include "core/checker.hpp"

namespace cardume {
namespace {

constexpr std::int64_t kFarthest = std::int64_t{1} << 62;
constexpr std::uint32_t kMostAlong = 1u << 20;
constexpr std::uint64_t kMost = std::uint64_t{1} << 31;

bool within_reach(std::int64_t first) { return first >= -kFarthest && first <= kFarthest; }

}  // namespace

Error validate(const SampleBox& box) {
  if (!within_reach(box.x) || !within_reach(box.y) || !within_reach(box.z))
    return invalid("box.x, y, z", "within 2^62 of 0");
  if (box.count() == 0) return invalid("box.width, height, depth", "at least 1");
  for (std::uint32_t along : {box.width, box.height, box.depth})
    if (along > kMostAlong) return {Status::kLimit, "box.width, height, depth: at most 2^20 each"};
  if (box.count() > kMost) return {Status::kLimit, "box: at most 2^31 samples"};
  return {};
}

}  // namespace cardume
