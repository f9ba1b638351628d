#include "core/space/obstacle_map.hpp"

namespace cardume {

ObstacleMap make_obstacle_map(const WorldDesc& desc) { return {desc.scenery.obstacles}; }

std::uint64_t memory_bytes(const ObstacleMap& map) { return map.obstacles.capacity() * sizeof(ObstacleDesc); }

}  // namespace cardume
