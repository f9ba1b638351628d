#include "bench/baselines/plain_wfc.hpp"

#include <cmath>
#include <random>

namespace cardume::bench {
namespace {

class Wave {
 public:
  Wave(const PlainTiles& tiles, std::uint32_t width, std::uint32_t height, std::mt19937& random)
      : tiles_(tiles), width_(width), height_(height), random_(random) {
    wave_.assign(std::size_t{width} * height, std::vector<bool>(tiles.count, true));
  }

  bool run(std::vector<std::uint32_t>& map) {
    for (;;) {
      const std::size_t cell = least_entropy();
      if (cell == wave_.size()) break;
      collapse(cell);
      if (!propagate(cell)) return false;
    }
    map.resize(wave_.size());
    for (std::size_t cell = 0; cell < wave_.size(); ++cell)
      for (std::uint32_t p = 0; p < tiles_.count; ++p)
        if (wave_[cell][p]) map[cell] = p;
    return true;
  }

 private:
  std::size_t least_entropy() {
    double least = 1e9;
    std::size_t best = wave_.size();
    for (std::size_t cell = 0; cell < wave_.size(); ++cell) {
      double sum = 0, logs = 0;
      std::uint32_t left = 0;
      for (std::uint32_t p = 0; p < tiles_.count; ++p)
        if (wave_[cell][p]) {
          sum += tiles_.weight[p];
          logs += tiles_.weight[p] * std::log(tiles_.weight[p]);
          ++left;
        }
      if (left <= 1) continue;
      const double entropy = std::log(sum) - logs / sum + 1e-6 * std::uniform_real_distribution<double>()(random_);
      if (entropy >= least) continue;
      least = entropy;
      best = cell;
    }
    return best;
  }

  void collapse(std::size_t cell) {
    std::vector<double> weights(tiles_.count);
    for (std::uint32_t p = 0; p < tiles_.count; ++p) weights[p] = wave_[cell][p] ? tiles_.weight[p] : 0;
    const std::uint32_t chosen = std::discrete_distribution<std::uint32_t>(weights.begin(), weights.end())(random_);
    wave_[cell].assign(tiles_.count, false);
    wave_[cell][chosen] = true;
  }

  bool propagate(std::size_t first) {
    std::vector<std::size_t> stack{first};
    while (!stack.empty()) {
      const std::size_t cell = stack.back();
      stack.pop_back();
      for (int side = 0; side < 4; ++side) {
        const std::size_t next = neighbour(cell, side);
        bool changed = false, any = false;
        for (std::uint32_t q = 0; q < tiles_.count; ++q) {
          if (!wave_[next][q]) continue;
          bool supported = false;
          for (std::uint32_t p = 0; p < tiles_.count && !supported; ++p)
            supported = wave_[cell][p] && tiles_.fits[side][p][q];
          if (!supported) wave_[next][q] = false, changed = true;
          any = any || supported;
        }
        if (!any) return false;
        if (changed) stack.push_back(next);
      }
    }
    return true;
  }

  std::size_t neighbour(std::size_t cell, int side) const {
    const std::size_t x = cell % width_, y = cell / width_;
    if (side == 0) return y * width_ + (x + 1) % width_;
    if (side == 1) return (y + 1) % height_ * width_ + x;
    if (side == 2) return y * width_ + (x + width_ - 1) % width_;
    return (y + height_ - 1) % height_ * width_ + x;
  }

  const PlainTiles& tiles_;
  std::size_t width_, height_;
  std::mt19937& random_;
  std::vector<std::vector<bool>> wave_;
};

}  // namespace

std::uint32_t plain_wfc(const PlainTiles& tiles, std::uint32_t width, std::uint32_t height, std::uint32_t seed,
                        std::uint32_t most, std::vector<std::uint32_t>& map) {
  std::mt19937 random(seed);
  for (std::uint32_t start = 1; start <= most; ++start)
    if (Wave(tiles, width, height, random).run(map)) return start;
  return 0;
}

}  // namespace cardume::bench
