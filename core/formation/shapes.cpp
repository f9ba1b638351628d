#include "core/formation/shapes.hpp"

#include <algorithm>
#include <cmath>

namespace cardume {
namespace {

/// The unit vector that is turned from ahead by `part` in `whole` of a circle, to the left; by Taylor's series within a
/// quadrant, because libraries disagree on sines.
Vec2 on_circle(std::uint32_t part, std::uint32_t whole) {
  constexpr double kQuadrant = 1.5707963267948966;
  const std::uint32_t quadrant = 4 * part / whole;
  const double angle = kQuadrant * (4 * part - quadrant * whole) / whole;
  double cosine = 0, sine = 0, term = 1;
  for (int power = 0; power < 20; power += 2) {
    cosine += term;
    term *= angle / (power + 1);
    sine += term;
    term *= -angle / (power + 2);
  }
  const auto x = static_cast<float>(cosine), y = static_cast<float>(sine);
  if (quadrant == 0) return {x, y};
  if (quadrant == 1) return {-y, x};
  return quadrant == 2 ? Vec2{-x, -y} : Vec2{y, -x};
}

/// Rank after rank as long as `length(rank)` says, and centred.
template <class Length>
void fill_ranks(float spacing, std::span<Vec2> offsets, Length length) {
  std::size_t first = 0;
  for (std::uint32_t rank = 0; first < offsets.size(); ++rank) {
    const std::size_t in_rank = std::min<std::size_t>(length(rank), offsets.size() - first);
    for (std::size_t i = 0; i < in_rank; ++i) {
      const float left = static_cast<float>(in_rank - 1) / 2 - static_cast<float>(i);
      offsets[first + i] = {-static_cast<float>(rank) * spacing, left * spacing};
    }
    first += in_rank;
  }
}

void fill_ring(float spacing, std::span<Vec2> offsets) {
  const auto count = static_cast<std::uint32_t>(offsets.size());
  const float radius = count > 1 ? spacing / (2 * on_circle(1, 2 * count).y) : 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec2 direction = on_circle(i, count);
    offsets[i] = {direction.x * radius, direction.y * radius};
  }
}

std::uint32_t columns_of(const FormationDesc& desc, std::size_t count) {
  if (desc.shape == FormationShape::kLine) return static_cast<std::uint32_t>(count);
  if (desc.columns > 0) return desc.columns;
  return static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<float>(count))));
}

void centre(std::span<Vec2> offsets) {
  double sum = 0;
  for (const Vec2 offset : offsets) sum += static_cast<double>(offset.x);
  const auto middle = static_cast<float>(sum / static_cast<double>(offsets.size()));
  for (Vec2& offset : offsets) offset.x -= middle;
}

}  // namespace

void shape(const FormationDesc& desc, std::span<Vec2> offsets) {
  if (offsets.empty()) return;
  if (desc.shape == FormationShape::kRing) return fill_ring(desc.spacing, offsets);
  if (desc.shape == FormationShape::kWedge)
    fill_ranks(desc.spacing, offsets, [](std::uint32_t rank) { return rank + 1; });
  else
    fill_ranks(desc.spacing, offsets, [&](std::uint32_t) { return columns_of(desc, offsets.size()); });
  centre(offsets);
}

}  // namespace cardume
