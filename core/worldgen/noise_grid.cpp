#include <array>

#include "core/worldgen/noise_octave.hpp"

namespace cardume {
namespace {

float between(float a, float b, float share) { return a + share * (b - a); }

/// One of eight unit directions; as slope_along() in simd/kernels/noise_points.hpp, and so is the next.
std::array<float, 3> direction_in_plane(std::uint32_t hash) {
  constexpr float kLonger = 0.923879533f, kShorter = 0.382683432f;
  const bool across = (hash & 1) == 0;
  const float x = across ? kLonger : kShorter, y = across ? kShorter : kLonger;
  return {(hash & 2) != 0 ? -x : x, (hash & 4) != 0 ? -y : y, 0};
}

std::array<float, 3> direction_in_space(std::uint32_t hash) {
  const std::uint32_t which = hash & 15;
  const std::size_t first = which < 8 ? 0 : 1, second = which < 4 ? 1 : which == 12 || which == 14 ? 0 : 2;
  std::array<float, 3> direction{};
  direction[first] = (hash & 1) != 0 ? -1.f : 1.f;
  direction[second] += (hash & 2) != 0 ? -1.f : 1.f;
  return direction;
}

std::array<float, 3> at_node(NoiseKind kind, std::uint32_t dimensions, std::uint32_t hash) {
  if (kind == NoiseKind::kValue) return {static_cast<float>(hash >> 8) * 0x1p-24f * 2 - 1, 0, 0};
  return dimensions == 2 ? direction_in_plane(hash) : direction_in_space(hash);
}

}  // namespace

NoiseGrid::NoiseGrid(const NoiseOctave& octave, const NoiseDesc& desc, std::int64_t x, std::uint32_t width)
    : octave_(octave), kind_(desc.kind), dimensions_(desc.dimensions) {
  lay_columns(x, width);
  slope_.resize(sides_.size());
  level_.resize(sides_.size());
  for (Corner& corner : corners_)
    for (auto& slope : corner.slope) slope.resize(sides_.size());
}

void NoiseGrid::lay_columns(std::int64_t x, std::uint32_t width) {
  const LatticeAxis& axis = octave_.axis[0];
  part_.resize(width + kRowPadding);
  fade_.resize(width + kRowPadding);
  std::int64_t cell = 0;
  for (std::uint32_t i = 0; i < width; ++i) {
    const WideInt place = axis.place(x + i);
    part_[i] = part_of(place);
    fade_[i] = noise_fade(part_[i]);
    const std::int64_t here = axis.wrap(cell_of(place));
    if (i > 0 && here == cell) {
      runs_.back().last = i + 1;
      continue;
    }
    cell = here;
    if (sides_.empty() || sides_.back() != cell) sides_.push_back(cell);
    const auto left = static_cast<std::uint32_t>(sides_.size() - 1);
    sides_.push_back(axis.wrap(static_cast<std::int64_t>(static_cast<std::uint64_t>(cell) + 1)));
    runs_.push_back({i, i + 1, left, left + 1});
  }
}

void NoiseGrid::row(std::int64_t y, std::int64_t z, const simd::NoiseKernels& kernels, float* out) {
  const WideInt place[2] = {octave_.axis[1].place(y), octave_.axis[2].place(z)};
  const std::uint32_t corners = dimensions_ == 2 ? 2 : 4;
  for (std::uint32_t c = 0; c < corners; ++c) {
    const auto side = [&](std::uint32_t d) {
      const auto cell = static_cast<std::uint64_t>(cell_of(place[d])) + (c >> d & 1);
      return octave_.axis[d + 1].wrap(static_cast<std::int64_t>(cell));
    };
    look_up(corners_[c], side(0), dimensions_ == 2 ? 0 : side(1));
  }
  interpolate({part_of(place[0]), part_of(place[1])});
  kernels.runs({runs_.data(), static_cast<std::uint32_t>(runs_.size()), slope_.data(), level_.data(), part_.data(),
                fade_.data(), out});
}

void NoiseGrid::look_up(Corner& corner, std::int64_t y, std::int64_t z) {
  if (corner.known && corner.cell[1] == y && corner.cell[2] == z) return;
  corner.known = true;
  corner.cell[1] = y;
  corner.cell[2] = z;
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    corner.cell[0] = sides_[i];
    const auto node = at_node(kind_, dimensions_, node_hash(octave_, corner.cell, dimensions_));
    for (std::size_t d = 0; d < 3; ++d) corner.slope[d][i] = node[d];
  }
}

/// Along all axes but the first.
void NoiseGrid::interpolate(const float (&part)[2]) {
  const float y = noise_fade(part[0]), z = noise_fade(part[1]), up = part[0] - 1, front = part[1] - 1;
  if (kind_ == NoiseKind::kValue) return interpolate_values(y, z);
  const auto &a = corners_[0].slope, &b = corners_[1].slope, &c = corners_[2].slope, &d = corners_[3].slope;
  const std::size_t count = sides_.size();
  if (dimensions_ == 2) {
    for (std::size_t i = 0; i < count; ++i) {
      slope_[i] = between(a[0][i], b[0][i], y);
      level_[i] = between(a[1][i] * part[0], b[1][i] * up, y);
    }
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    slope_[i] = between(between(a[0][i], b[0][i], y), between(c[0][i], d[0][i], y), z);
    const float near = between(a[1][i] * part[0] + a[2][i] * part[1], b[1][i] * up + b[2][i] * part[1], y);
    const float far = between(c[1][i] * part[0] + c[2][i] * front, d[1][i] * up + d[2][i] * front, y);
    level_[i] = between(near, far, z);
  }
}

void NoiseGrid::interpolate_values(float y, float z) {
  const auto value = [&](std::size_t corner, std::size_t i) { return corners_[corner].slope[0][i]; };
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    slope_[i] = 0;
    level_[i] = between(value(0, i), value(1, i), y);
    if (dimensions_ == 3) level_[i] = between(level_[i], between(value(2, i), value(3, i), y), z);
  }
}

}  // namespace cardume
