#include "tools/scenario/placement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cardume {
namespace {

constexpr std::uint64_t kMostCells = std::uint64_t{1} << 26;

bool overlaps_cell(Vec2 centre, float radius, std::int64_t x, std::int64_t y, float edge) {
  const float left = static_cast<float>(x) * edge, top = static_cast<float>(y) * edge;
  const float dx = centre.x - std::clamp(centre.x, left, left + edge);
  const float dy = centre.y - std::clamp(centre.y, top, top + edge);
  return dx * dx + dy * dy < radius * radius;
}

}  // namespace

bool clear_of_walls(const CostGrid& grid, Vec2 centre, float radius) {
  const auto line = [&](float place) { return static_cast<std::int64_t>(std::floor(place / grid.cell_size)); };
  for (std::int64_t y = line(centre.y - radius); y <= line(centre.y + radius); ++y)
    for (std::int64_t x = line(centre.x - radius); x <= line(centre.x + radius); ++x) {
      // What is negative wraps to what the map does not contain.
      const Cell cell{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)};
      if (grid.blocked(cell) && overlaps_cell(centre, radius, x, y, grid.cell_size)) return false;
    }
  return true;
}

Crowding::Crowding(Vec3 size, std::uint32_t dimensions, float largest, std::uint32_t bodies)
    : edge_(2 * largest), lines_{1, 1, 1} {
  const std::uint64_t most = std::min(kMostCells, 4 * std::uint64_t{bodies} + 64);
  while (divide(size, dimensions, most) > most) edge_ *= 1.25f;
  first_.assign(std::size_t{lines_[0]} * lines_[1] * lines_[2], 0);
}

std::uint64_t Crowding::divide(Vec3 size, std::uint32_t dimensions, std::uint64_t most) {
  const float lengths[] = {size.x, size.y, size.z};
  std::uint64_t cells = 1;
  for (std::uint32_t axis = 0; axis < dimensions; ++axis) {
    const std::uint64_t lines =
        std::min(static_cast<std::uint64_t>(std::min(lengths[axis] / edge_, 1e9f)) + 1, most + 1);
    lines_[axis] = static_cast<std::uint32_t>(lines);
    cells = std::min(cells * lines, most + 1);
  }
  return cells;
}

std::uint32_t Crowding::line_of(float place, std::uint32_t axis) const {
  return std::min(static_cast<std::uint32_t>(std::max(place, 0.f) / edge_), lines_[axis] - 1);
}

void Crowding::add(Vec3 at, float radius) {
  const std::uint32_t cell = (line_of(at.z, 2) * lines_[1] + line_of(at.y, 1)) * lines_[0] + line_of(at.x, 0);
  bodies_.push_back({at, radius, first_[cell]});
  first_[cell] = static_cast<std::uint32_t>(bodies_.size());
}

float Crowding::gap_in_cell(std::uint32_t cell, Vec3 at, float radius) const {
  float gap = std::numeric_limits<float>::infinity();
  for (std::uint32_t next = first_[cell]; next != 0; next = bodies_[next - 1].next) {
    const Body& body = bodies_[next - 1];
    const float dx = at.x - body.at.x, dy = at.y - body.at.y, dz = at.z - body.at.z;
    gap = std::min(gap, std::sqrt(dx * dx + dy * dy + dz * dz) - radius - body.radius);
  }
  return gap;
}

float Crowding::gap(Vec3 at, float radius) const {
  const auto low = [&](float place, std::uint32_t axis) { return line_of(place - edge_, axis); };
  const auto high = [&](float place, std::uint32_t axis) { return line_of(place + edge_, axis); };
  float gap = std::numeric_limits<float>::infinity();
  for (std::uint32_t z = low(at.z, 2); z <= high(at.z, 2); ++z)
    for (std::uint32_t y = low(at.y, 1); y <= high(at.y, 1); ++y)
      for (std::uint32_t x = low(at.x, 0); x <= high(at.x, 0); ++x)
        gap = std::min(gap, gap_in_cell((z * lines_[1] + y) * lines_[0] + x, at, radius));
  return gap;
}

}  // namespace cardume
