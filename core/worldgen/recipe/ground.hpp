#pragma once
#include <cardume/landscape.hpp>
#include <vector>

#include "core/worldgen/recipe/layers.hpp"

namespace cardume::recipe {

/// The kinds of ground of a rectangle, row by row.
struct Ground {
  SampleBox box;
  std::vector<std::uint8_t> biome, cost;
  std::vector<float> height;  ///< Empty where the recipe has no layer of that name.

  std::size_t index(std::int64_t x, std::int64_t y) const {
    return static_cast<std::size_t>((y - box.y) * box.width + (x - box.x));
  }
};

/// What the layers say of a rectangle, before anything is joined. Worked out in pieces, on all threads of the
/// scheduler.
Result<Ground> raw_ground(const Content&, const Layers&, const SampleBox&, Scheduler*);

/// Walls everywhere.
Ground blank_ground(const Content&, const SampleBox&);

/// Of ground that reaches at least as far.
Ground part_of(const Ground&, const SampleBox&);

/// The ground of a landscape with an edge, joined as its recipe asks for.
void join_all(const Content&, Ground&);

/// Edge of the squares that endless landscapes are joined by, in cells. It is part of what recipes mean.
inline constexpr std::uint32_t kRegion = 64;

/// A square of an endless landscape: the cells from (x, y) times kRegion on. Its ground is joined within it and, by a
/// gate in each of its sides, with that of its neighbours.
Result<Ground> joined_region(const Content&, const Layers&, std::int64_t x, std::int64_t y, std::uint64_t seed);

}  // namespace cardume::recipe
