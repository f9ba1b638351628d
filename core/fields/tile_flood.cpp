#include "core/fields/tile_flood.hpp"

#include <algorithm>
#include <cardume/field.hpp>

#include "core/fields/walk_grid.hpp"

namespace cardume {
namespace {

/// A bit for each of the 8 ways that a step can go.
enum WayBit : std::uint32_t { kEast = 1, kWest = 2, kSouth = 4, kNorth = 8 };
constexpr std::uint32_t kSouthEast = 16, kSouthWest = 32, kNorthEast = 64, kNorthWest = 128;
constexpr std::uint32_t kStraights = 15, kDiagonals = 240;
constexpr std::uint8_t kAllWays = 255;

constexpr std::uint32_t kStride = kTileEdge + 2;
/// To cells before this one by adding, as indices wrap.
constexpr std::uint32_t kUp = 0u - kStride, kLeft = 0u - 1;

/// Cells whose distances fall into the same multiple of this are final together.
constexpr std::uint32_t kWaveWidth = 64;
static_assert(kWaveWidth < kStraightStep);

struct Way {
  std::uint32_t bit, along, across, offset;  ///< Cells beside a diagonal step, and where it leads.
};

constexpr std::array<Way, 4> kStraight{
    {{kEast, 0, 0, 1}, {kWest, 0, 0, kLeft}, {kSouth, 0, 0, kStride}, {kNorth, 0, 0, kUp}}};
constexpr std::array<Way, 4> kDiagonal{{{kSouthEast, 1, kStride, kStride + 1},
                                        {kSouthWest, kLeft, kStride, kStride - 1},
                                        {kNorthEast, 1, kUp, kUp + 1},
                                        {kNorthWest, kLeft, kUp, kUp - 1}}};

/// A way to arrive, the cell whose wall makes one turn there, the cell that one turns to, and the ways to turn.
struct Turn {
  std::uint32_t came, behind, side, ways;
};

constexpr std::array<Turn, 8> kTurns{{{kEast, kUp - 1, kUp, kNorth | kNorthEast},
                                      {kEast, kStride - 1, kStride, kSouth | kSouthEast},
                                      {kWest, kUp + 1, kUp, kNorth | kNorthWest},
                                      {kWest, kStride + 1, kStride, kSouth | kSouthWest},
                                      {kSouth, kUp - 1, kLeft, kWest | kSouthWest},
                                      {kSouth, kUp + 1, 1, kEast | kSouthEast},
                                      {kNorth, kStride - 1, kLeft, kWest | kNorthWest},
                                      {kNorth, kStride + 1, 1, kEast | kNorthEast}}};

/// How ways go on from where they came: straight ones straight, diagonal ones also along both of their parts.
constexpr std::array<std::uint8_t, 256> kOnward = [] {
  std::array<std::uint8_t, 256> onward{};
  for (std::uint32_t came = 0; came < 256; ++came) {
    std::uint32_t ways = came;
    if ((came & kSouthEast) != 0) ways |= kSouth | kEast;
    if ((came & kSouthWest) != 0) ways |= kSouth | kWest;
    if ((came & kNorthEast) != 0) ways |= kNorth | kEast;
    if ((came & kNorthWest) != 0) ways |= kNorth | kWest;
    onward[came] = static_cast<std::uint8_t>(ways);
  }
  return onward;
}();

}  // namespace

TileFlood::TileFlood() { ring_.reserve(kStride * kStride * 2, kDiagonalStep); }

void TileFlood::load(const CostGrid& walk, Cell low) {
  const std::uint32_t width = std::min(kTileEdge, walk.width - low.x),
                      height = std::min(kTileEdge, walk.height - low.y);
  cost_.fill(kWall);
  for (std::uint32_t y = 0; y < height; ++y)
    std::copy_n(walk.cost.data() + walk.index({low.x, low.y + y}), width, cost_.data() + index(0, y));
  highest_cost_ = kOpenCost;
  for (std::size_t i = 0; i < cost_.size(); ++i) {
    blank_[i] = passable(cost_[i]) ? kUnreachable : 0;
    highest_cost_ = std::max(highest_cost_, passable(cost_[i]) ? cost_[i] : kOpenCost);
  }
  ring_.reserve(kStride * kStride * 2, kDiagonalStep * highest_cost_);
}

inline void TileFlood::expand_level(std::uint32_t cell) {
  if (distance_[cell] >= kUnreachable - kDiagonalStep) return;  // Longer ways cannot be told.
  const std::uint8_t came = came_[cell];
  const std::uint32_t ways = kOnward[came] | ((came & kStraights) != 0 ? turns(cell, came) : 0u);
  const std::uint32_t distance = distance_[cell] + kStraightStep, far = distance_[cell] + kDiagonalStep;
  for (std::uint32_t i = 0; i < 4; ++i)
    if ((ways & kStraight[i].bit) != 0) reach(cell + kStraight[i].offset, distance, kStraight[i].bit);
  if ((ways & kDiagonals) == 0) return;
  for (const Way& way : kDiagonal)
    if ((ways & way.bit) != 0 && distance_[cell + way.across] != 0 && distance_[cell + way.along] != 0)
      reach(cell + way.offset, far, way.bit);
}

/// Who walks straight past the end of a wall may turn around it.
inline std::uint32_t TileFlood::turns(std::uint32_t cell, std::uint32_t came) const {
  std::uint32_t ways = 0;
  for (const Turn& turn : kTurns) {
    const bool corner = distance_[cell + turn.behind] == 0 && distance_[cell + turn.side] != 0;
    if ((came & turn.came) != 0 && corner) ways |= turn.ways;
  }
  return ways;
}

inline void TileFlood::reach(std::uint32_t cell, std::uint32_t distance, std::uint32_t way) {
  const auto bit = static_cast<std::uint8_t>(way);
  if (distance > distance_[cell]) return;
  if (distance == distance_[cell]) {
    came_[cell] |= bit;
    return;
  }
  distance_[cell] = distance;
  came_[cell] = bit;
  wave_[distance / kWaveWidth % wave_.size()].push_back(static_cast<std::uint16_t>(cell));
}

inline void TileFlood::expand(std::uint32_t cell) {
  const std::uint32_t distance = distance_[cell];
  const bool west_open = distance_[cell - 1] != 0, east_open = distance_[cell + 1] != 0;
  relax(cell - 1, distance, kStraightStep, 0);
  relax(cell + 1, distance, kStraightStep, 0);
  for (const std::uint32_t side : {cell - kStride, cell + kStride}) {
    if (distance_[side] == 0) continue;
    relax(side, distance, kStraightStep, 0);
    if (west_open) relax(side - 1, distance, kDiagonalStep, 1);
    if (east_open) relax(side + 1, distance, kDiagonalStep, 1);
  }
}

inline void TileFlood::relax(std::uint32_t cell, std::uint32_t from_distance, std::uint32_t step,
                             std::uint32_t diagonal) {
  const std::uint64_t distance = std::uint64_t{from_distance} + step * cost_[cell];
  if (distance >= distance_[cell]) return;
  distance_[cell] = static_cast<std::uint32_t>(distance);
  ring_.push(cell * 2 + diagonal, static_cast<std::uint32_t>(distance));
}

void TileFlood::run(std::span<const Seed> seeds) {
  distance_ = blank_;
  for (const Seed& seed : seeds) {
    std::uint32_t& distance = distance_[index(seed.x, seed.y)];
    distance = std::min(distance, seed.distance + 1);
    came_[index(seed.x, seed.y)] = kAllWays;
  }
  if (highest_cost_ == kOpenCost) {
    flood_level(seeds);
  } else {
    flood(seeds);
  }
}

void TileFlood::flood_level(std::span<const Seed> seeds) {
  std::uint32_t waiting = 0;
  for (std::uint32_t number = 0, idle = 0; waiting < seeds.size() || idle < wave_.size(); ++number) {
    if (idle >= wave_.size()) number = std::max(number, (seeds[waiting].distance + 1) / kWaveWidth);
    std::vector<std::uint16_t>& wave = wave_[number % wave_.size()];
    for (; waiting < seeds.size() && (seeds[waiting].distance + 1) / kWaveWidth == number; ++waiting) {
      const std::uint32_t cell = index(seeds[waiting].x, seeds[waiting].y);
      if (distance_[cell] == seeds[waiting].distance + 1) wave.push_back(static_cast<std::uint16_t>(cell));
    }
    idle = wave.empty() ? idle + 1 : 0;
    // Steps are longer than a wave is wide, so nothing joins it meanwhile.
    for (const std::uint16_t cell : wave)
      if (distance_[cell] / kWaveWidth == number) expand_level(cell);
    wave.clear();
  }
}

/// Seeds may lie further apart than the ring reaches, so each waits until its distance has come.
void TileFlood::flood(std::span<const Seed> seeds) {
  std::uint32_t now = seeds.empty() ? 0 : seeds.front().distance + 1;
  for (std::size_t seed = 0;;) {
    std::uint32_t nearest = now;
    const bool queued = ring_.advance(nearest);
    if (seed < seeds.size() && (!queued || seeds[seed].distance + 1 <= nearest)) {
      now = seeds[seed].distance + 1;
      const std::uint32_t cell = index(seeds[seed].x, seeds[seed].y);
      ++seed;
      if (distance_[cell] == now) expand(cell);
      continue;
    }
    if (!queued) return;
    now = nearest;
    std::uint32_t next = 0;
    for (std::uint32_t node = ring_.take(now); node != BucketRing::kEnd; node = next) {
      next = ring_.next(node);
      if (distance_[node / 2] == now) expand(node / 2);
    }
  }
}

}  // namespace cardume
