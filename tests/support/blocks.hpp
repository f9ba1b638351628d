#pragma once
#include <cstdint>
#include <vector>

#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"

namespace cardume::testing {

/// Places for a crowd: a square pattern within a rectangle, each place shaken by up to `shake`.
struct Block {
  Vec2 low, high;
  float spacing = 1;
  float shake = 0;
};

/// Spawns up to `count` agents like `agent` on the block, row by row, each with a radius from `least` up to its own.
inline std::vector<AgentId> spawn_block(Crowd& crowd, const Block& block, std::uint32_t count, AgentDesc agent,
                                        float least, Dice& dice) {
  std::vector<AgentId> ids;
  const float radius = agent.radius;
  for (float y = block.low.y; y <= block.high.y; y += block.spacing)
    for (float x = block.low.x; x <= block.high.x && ids.size() < count; x += block.spacing) {
      const Vec2 shaken{(dice.below(2) - 1) * block.shake, (dice.below(2) - 1) * block.shake};
      agent.position = {x + shaken.x, y + shaken.y, 0};
      agent.radius = least + dice.below(radius - least);
      ids.push_back(crowd.spawn(agent));
    }
  return ids;
}

}  // namespace cardume::testing
