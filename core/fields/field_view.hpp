#pragma once
#include <cardume/world.hpp>

#include "core/fields/goals.hpp"
#include "simd/kernels.hpp"

// Fields as kernels and tracing see them.
namespace cardume {

static_assert(simd::kNoDirection == FlowField::kNoDirection && limits::kMaxGoals + 1 == simd::kFieldsAWalker);
static_assert(simd::kTileEdge == kTileEdge && simd::kBlockStride == kBlockEdge);

/// Whether agents on a route have something to follow.
inline bool leads(const Route& route) {
  return route.tiled != nullptr ? route.tiled->ready : !route.chart.flow.direction.empty();
}

/// Of the field that those on a route follow; none before there is one.
inline simd::FieldView view_of(const Route* route) {
  if (route == nullptr || !leads(*route)) return {};
  const float lead = 1 - route->build.manner.origin;
  if (route->tiled != nullptr) return {.blocks = route->tiled->blocks.data(), .lead = lead};
  return {.whole = route->chart.flow.direction.data(), .lead = lead};
}

inline simd::FieldLayout layout_of(const FieldsDesc& fields, const CostGrid& grid) {
  const std::uint32_t across = (grid.width + simd::kTileEdge - 1) / simd::kTileEdge;
  return {grid.width, grid.height, across, 1 / grid.cell_size, fields.mode == DirectionMode::kArrows};
}

/// The direction of one cell as it is packed; kNoDirection where there is none (yet).
inline std::uint32_t packed_at(const Route& route, std::uint32_t tiles_across, Cell cell) {
  if (route.tiled == nullptr) return route.chart.flow.packed(cell);
  const std::uint32_t* block = route.tiled->blocks[cell.y / kTileEdge * tiles_across + cell.x / kTileEdge];
  if (block == nullptr) return FlowField::kNoDirection;
  return block[(cell.y % kTileEdge + 1) * kBlockEdge + cell.x % kTileEdge + 1];
}

}  // namespace cardume
