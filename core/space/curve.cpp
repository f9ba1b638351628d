#include "core/space/curve.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace cardume {
namespace {

/// So few are near each other in any order.
constexpr std::size_t kFew = 8;

/// More agents than this of one key are sorted once more among themselves, by finer keys.
constexpr std::size_t kMostAlike = 64;

/// Beyond this there is nothing left to tell apart.
constexpr float kMostScale = 1e30f;

/// How often: each time what is alike is at most a thousandth as wide.
constexpr int kMostRefinements = 6;

CurveFrame frame_of(const AxisColumns& position, std::uint32_t dimensions, std::span<const CurvePlace> order) {
  CurveFrame frame;
  float widest = 0;
  for (std::uint32_t d = 0; d < dimensions; ++d) {
    const float* at = position.axis[d].data();
    float low = at[order[0].row], high = low;
    for (const CurvePlace one : order) {
      low = std::min(low, at[one.row]);
      high = std::max(high, at[one.row]);
    }
    frame.low[d] = low;
    frame.extent[d] = high - low;
    widest = std::max(widest, high - low);
  }
  const float scale = widest > 0 ? static_cast<float>((1u << curve_bits(dimensions)) - 1) / widest : 0;
  frame.scale = scale <= kMostScale ? scale : 0;
  return frame;
}

/// Moves 16 bits apart, so that there is room for one between any two (H. Warren, "Hacker's delight", 2012, 7-2).
std::uint32_t spread_by_one(std::uint32_t bits) {
  bits = (bits | bits << 8) & 0x00FF00FFu;
  bits = (bits | bits << 4) & 0x0F0F0F0Fu;
  bits = (bits | bits << 2) & 0x33333333u;
  return (bits | bits << 1) & 0x55555555u;
}

/// The same for 10 bits and room for two.
std::uint32_t spread_by_two(std::uint32_t bits) {
  bits = (bits | bits << 16) & 0x030000FFu;
  bits = (bits | bits << 8) & 0x0300F00Fu;
  bits = (bits | bits << 4) & 0x030C30C3u;
  return (bits | bits << 2) & 0x09249249u;
}

void fill_keys(const AxisColumns& position, std::uint32_t dimensions, const CurveFrame& frame,
               std::span<CurvePlace> order) {
  const std::uint32_t most = (1u << curve_bits(dimensions)) - 1;
  for (CurvePlace& one : order) {
    one.key = 0;
    for (std::uint32_t d = 0; d < dimensions; ++d) {
      const auto step = static_cast<std::uint32_t>(frame.along(d, position.axis[d][one.row]));
      one.key |= spread_bits(std::min(step, most), dimensions) << d;
    }
  }
}

using Counts = std::array<std::uint32_t, 256>;

/// By how many keys have each byte to where the first of them goes.
void sum(Counts& counts) {
  std::uint32_t place = 0;
  for (std::uint32_t& count : counts) place += std::exchange(count, place);
}

/// A stable sort by keys, byte by byte.
void sort_by_key(std::span<CurvePlace> order, std::span<CurvePlace> by) {
  std::array<Counts, 4> counts{};
  for (const CurvePlace one : order)
    for (std::uint32_t byte = 0; byte < 4; ++byte) ++counts[byte][one.key >> 8 * byte & 255];
  for (std::uint32_t byte = 0; byte < 4; ++byte) {
    sum(counts[byte]);
    for (const CurvePlace one : order) by[counts[byte][one.key >> 8 * byte & 255]++] = one;
    std::swap(order, by);
  }
}

CurveFrame sort_finer(const AxisColumns& position, std::uint32_t dimensions, std::span<CurvePlace> order,
                      std::span<CurvePlace> by, int refinements) {
  const CurveFrame frame = frame_of(position, dimensions, order);
  if (frame.scale == 0) return frame;
  fill_keys(position, dimensions, frame, order);
  sort_by_key(order, by);
  if (refinements == kMostRefinements) return frame;
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    while (last < order.size() && order[last].key == order[first].key) ++last;
    const std::size_t alike = last - first;
    if (alike > kMostAlike)
      sort_finer(position, dimensions, order.subspan(first, alike), by.subspan(first, alike), refinements + 1);
  }
  return frame;
}

}  // namespace

std::uint32_t spread_bits(std::uint32_t number, std::uint32_t dimensions) {
  return dimensions == 2 ? spread_by_one(number) : spread_by_two(number);
}

CurveFrame sort_along_curve(const AxisColumns& position, std::uint32_t dimensions, std::span<CurvePlace> order,
                            std::span<CurvePlace> by) {
  return order.size() > kFew ? sort_finer(position, dimensions, order, by, 0) : CurveFrame{};
}

}  // namespace cardume
