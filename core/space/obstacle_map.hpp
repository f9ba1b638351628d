#pragma once
#include <cardume/world.hpp>
#include <cstdint>
#include <vector>

namespace cardume {

/// The obstacles of a world, and where they are.
struct ObstacleMap {
  std::vector<ObstacleDesc> obstacles;

  bool empty() const { return obstacles.empty(); }
};

ObstacleMap make_obstacle_map(const WorldDesc&);

std::uint64_t memory_bytes(const ObstacleMap&);

}  // namespace cardume
