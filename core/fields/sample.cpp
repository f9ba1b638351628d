#include "core/fields/sample.hpp"

#include <algorithm>
#include <array>

namespace cardume {
namespace {

constexpr std::uint32_t kEdge = simd::kTileEdge;

/// The four entries around a place: low left, low right, high left, high right.
std::array<std::uint32_t, 4> corners(const simd::FieldView& view, const simd::FieldLayout& layout, std::uint32_t x,
                                     std::uint32_t y, std::uint32_t cell_x, std::uint32_t cell_y) {
  const std::uint32_t *first = view.whole, stride = view.whole == nullptr ? simd::kBlockStride : layout.width + 2;
  if (view.blocks != nullptr) {
    first = view.blocks[cell_y / kEdge * layout.tiles_across + cell_x / kEdge];
    x -= cell_x / kEdge * kEdge;
    y -= cell_y / kEdge * kEdge;
  }
  if (first == nullptr) return {simd::kNoDirection, simd::kNoDirection, simd::kNoDirection, simd::kNoDirection};
  first += y * stride + x;
  return {first[0], first[1], first[stride], first[stride + 1]};
}

}  // namespace

Vec2 sample(const simd::FieldView& view, const simd::FieldLayout& layout, Vec2 place) {
  const auto along = [&](float at, std::uint32_t cells) {
    return std::clamp(at * layout.inverse_cell, 0.f, static_cast<float>(cells) * (1.f - 0x1p-22f));
  };
  const float at_x = along(place.x, layout.width), at_y = along(place.y, layout.height);
  const float framed_x = at_x + view.lead, framed_y = at_y + view.lead;
  const auto x = static_cast<std::uint32_t>(framed_x), y = static_cast<std::uint32_t>(framed_y);
  const float beyond_x = framed_x - static_cast<float>(x), beyond_y = framed_y - static_cast<float>(y);
  const auto packed = corners(view, layout, x, y, static_cast<std::uint32_t>(at_x), static_cast<std::uint32_t>(at_y));
  const std::uint32_t own = (beyond_x >= 0.5f ? 1u : 0u) + (beyond_y >= 0.5f ? 2u : 0u);
  const auto open = [&](std::uint32_t corner) { return packed[corner] != simd::kNoDirection; };
  Vec2 sum;
  for (std::uint32_t corner = 0; corner < 4; ++corner) {
    const bool across = corner == (own ^ 3u), beside = open(own ^ 1u) && open(own ^ 2u);
    if (!open(corner) || (across && !beside && !layout.plain)) continue;
    const float weight = ((corner & 1) != 0 ? beyond_x : 1 - beyond_x) * ((corner & 2) != 0 ? beyond_y : 1 - beyond_y);
    sum.x += weight * static_cast<float>(static_cast<std::int16_t>(packed[corner]));
    sum.y += weight * static_cast<float>(static_cast<std::int16_t>(packed[corner] >> 16));
  }
  return sum;
}

}  // namespace cardume
