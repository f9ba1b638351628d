#pragma once
#include <cstdint>
#include <vector>

namespace cardume::bench {

/// What the textbook loop needs to know of a model.
struct PlainTiles {
  std::uint32_t count = 0;
  std::vector<double> weight;
  std::vector<std::vector<bool>> fits[4];  ///< By side (right, down, left, up), pattern and other.
};

/// Wave function collapse as it is mostly written: a list of booleans a cell, the least entropy looked for among all
/// cells in every step, and a new start wherever a cell has nothing left. Returns the starts it took; 0 where `most`
/// did not do. The map goes on at its other side.
std::uint32_t plain_wfc(const PlainTiles&, std::uint32_t width, std::uint32_t height, std::uint32_t seed,
                        std::uint32_t most, std::vector<std::uint32_t>& map);

}  // namespace cardume::bench
