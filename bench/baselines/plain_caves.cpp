#include "bench/baselines/plain_caves.hpp"

namespace cardume::bench {
namespace {

int walls_around(const std::vector<std::uint8_t>& cells, int x, int y, int width, int height) {
  int walls = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      const int nx = x + dx, ny = y + dy;
      if (nx < 0 || ny < 0 || nx >= width || ny >= height)
        ++walls;
      else
        walls += cells[static_cast<std::size_t>(ny) * static_cast<std::size_t>(width) + static_cast<std::size_t>(nx)];
    }
  return walls;
}

}  // namespace

void plain_cave_step(const std::vector<std::uint8_t>& from, std::vector<std::uint8_t>& to, int width, int height) {
  std::size_t i = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x, ++i) {
      const int walls = walls_around(from, x, y, width, height);
      to[i] = walls > 4 ? 1 : walls < 4 ? 0 : from[i];
    }
}

}  // namespace cardume::bench
