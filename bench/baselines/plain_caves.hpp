#pragma once
#include <cstdint>
#include <vector>

namespace cardume::bench {

/// One step of the cave rule over a byte a cell (1 for walls), counting eight neighbours, as tutorials have it.
void plain_cave_step(const std::vector<std::uint8_t>& from, std::vector<std::uint8_t>& to, int width, int height);

}  // namespace cardume::bench
