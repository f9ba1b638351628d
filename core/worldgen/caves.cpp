#include "core/worldgen/caves.hpp"

#include <algorithm>
#include <array>
#include <cardume/limits.hpp>
#include <cardume/random.hpp>
#include <new>
#include <utility>

namespace cardume {
namespace {

constexpr std::uint64_t kAllWalls = ~std::uint64_t{0};

/// 64 binary digits at once.
struct Sum {
  std::uint64_t digit, carry;
};

Sum add(std::uint64_t a, std::uint64_t b) { return {a ^ b, a & b}; }
Sum add(std::uint64_t a, std::uint64_t b, std::uint64_t c) { return {a ^ b ^ c, (a & b) | (c & (a ^ b))}; }

/// How many of each cell of a row and the two beside it are walls.
using RowSums = std::vector<Sum>;

void add_row(const WallBits& walls, std::uint32_t y, RowSums& sums) {
  const std::uint64_t* row = walls.row(y);
  std::uint64_t before = kAllWalls, here = row[0];
  for (std::uint32_t word = 0; word < walls.words(); ++word) {
    const std::uint64_t after = word + 1 < walls.words() ? row[word + 1] : kAllWalls;
    sums[word] = add(here << 1 | before >> 63, here, here >> 1 | after << 63);
    before = here;
    here = after;
  }
}

/// Which cells become walls. A cell with 4 walls around it stays, so that with itself it becomes one if 5 of 9 are.
std::uint64_t most_of_nine(const Sum& above, const Sum& same, const Sum& below) {
  const Sum ones = add(above.digit, same.digit, below.digit), pairs = add(above.carry, same.carry, below.carry);
  const Sum twos = add(pairs.digit, ones.carry), fours = add(pairs.carry, twos.carry);
  return fours.carry | (fours.digit & (twos.digit | ones.digit));
}

Error check(const CavesDesc& desc) {
  if (desc.width == 0 || desc.height == 0) return {Status::kInvalidArgument, "width, height: must be at least 1"};
  if (std::max(desc.width, desc.height) > limits::kMaxMapEdge) {
    return {Status::kLimit, "width, height: at most " + std::to_string(limits::kMaxMapEdge)};
  }
  if (!(desc.cell_size >= limits::kMinCellSize && desc.cell_size <= limits::kMaxCoordinate)) {
    return {Status::kInvalidArgument, "cell_size: must be a number from 1e-6 to 1e6 world units"};
  }
  if (!(desc.wall_share >= 0 && desc.wall_share <= 1)) return {Status::kInvalidArgument, "wall_share: must be 0 to 1"};
  if (desc.steps > 64) return {Status::kInvalidArgument, "steps: must be 0 to 64"};
  constexpr std::int64_t kFarthest = std::int64_t{1} << 62;
  const std::int64_t most = desc.endless ? kFarthest : 0;
  if (std::min(desc.x, desc.y) < -most || std::max(desc.x, desc.y) > most)
    return {Status::kInvalidArgument, "x, y: must be within 2^62 of 0, and 0 without endless"};
  return {};
}

/// The costs of eight cells, by their bits.
constexpr auto kCosts = [] {
  std::array<std::array<std::uint8_t, 8>, 256> costs{};
  for (std::size_t bits = 0; bits < 256; ++bits)
    for (std::size_t x = 0; x < 8; ++x) costs[bits][x] = (bits >> x & 1) != 0 ? kWall : kOpenCost;
  return costs;
}();

/// 64 cells of a row, of which those past its end are walls.
std::uint64_t cells_from(const WallBits& walls, std::uint32_t x, std::uint32_t y) {
  const std::uint64_t* row = walls.row(y);
  const std::uint32_t word = x / 64, shift = x % 64;
  if (shift == 0) return row[word];
  const std::uint64_t after = word + 1 < walls.words() ? row[word + 1] : kAllWalls;
  return row[word] >> shift | after << (64 - shift);
}

/// The map inside so many cells at its edge.
CostGrid to_grid(const WallBits& walls, std::uint32_t edge, float cell_size) {
  CostGrid grid{walls.width() - 2 * edge, walls.height() - 2 * edge, cell_size, {}};
  grid.cost.resize(std::size_t{grid.width} * grid.height);
  for (std::uint32_t y = 0; y < grid.height; ++y) {
    std::uint8_t* out = grid.cost.data() + std::size_t{y} * grid.width;
    for (std::uint32_t x = 0; x < grid.width; x += 8) {
      const auto& costs = kCosts[cells_from(walls, x + edge, y + edge) & 0xFF];
      if (x + 8 <= grid.width)
        std::copy_n(costs.data(), 8, out + x);
      else
        std::copy_n(costs.data(), grid.width - x, out + x);
    }
  }
  return grid;
}

/// With the cells around it that have a say in an endless one.
CavesDesc with_surroundings(CavesDesc desc) {
  desc.width += 2 * desc.steps;
  desc.height += 2 * desc.steps;
  desc.x -= desc.steps;
  desc.y -= desc.steps;
  return desc;
}

CostGrid generate(const CavesDesc& desc) {
  WallBits walls = fill_caves(desc.endless ? with_surroundings(desc) : desc), next = walls;
  for (std::uint32_t i = 0; i < desc.steps; ++i) {
    step_caves(walls, next);
    std::swap(walls, next);
  }
  CostGrid grid = to_grid(walls, desc.endless ? desc.steps : 0, desc.cell_size);
  if (desc.connect) connect_caves(grid);
  return grid;
}

}  // namespace

WallBits::WallBits(std::uint32_t width, std::uint32_t height)
    : width_(width),
      height_(height),
      words_((width + 63) / 64),
      bits_(std::size_t{words_} * height, ~std::uint64_t{0}) {}

void WallBits::set(std::uint32_t x, std::uint32_t y, bool wall) {
  const std::uint64_t bit = std::uint64_t{1} << (x % 64);
  std::uint64_t& word = row(y)[x / 64];
  word = wall ? word | bit : word & ~bit;
}

std::uint64_t WallBits::outside(std::uint32_t word) const {
  const std::uint32_t used = width_ - word * 64;
  return used >= 64 ? 0 : ~std::uint64_t{0} << used;
}

WallBits fill_caves(const CavesDesc& desc) {
  const Stream stream = Stream(desc.seed).sub("caves");
  const auto threshold = static_cast<std::uint64_t>(static_cast<double>(desc.wall_share) * 4294967296.0);
  std::vector<std::uint64_t> columns;
  for (std::uint32_t x = 0; x < desc.width; ++x)
    columns.push_back(stream.column(static_cast<std::uint64_t>(desc.x + x)));
  WallBits walls(desc.width, desc.height);
  for (std::uint32_t y = 0; y < desc.height; ++y) {
    const auto there = static_cast<std::uint64_t>(desc.y + y);
    for (std::uint32_t word = 0; word < walls.words(); ++word) {
      std::uint64_t bits = walls.outside(word);
      for (std::uint32_t x = word * 64; x < std::min(desc.width, word * 64 + 64); ++x)
        bits |= std::uint64_t{(Stream::in_column(columns[x], there) >> 32) < threshold} << (x % 64);
      walls.row(y)[word] = bits;
    }
  }
  return walls;
}

/// Cells outside stay walls by themselves: next to the map they have 6 walls of 9.
void step_caves(const WallBits& from, WallBits& to) {
  const Sum three{kAllWalls, kAllWalls};
  RowSums above(from.words(), three), same(from.words()), below(from.words());
  add_row(from, 0, same);
  for (std::uint32_t y = 0; y < from.height(); ++y) {
    if (y + 1 < from.height())
      add_row(from, y + 1, below);
    else
      below.assign(from.words(), three);
    std::uint64_t* out = to.row(y);
    for (std::uint32_t word = 0; word < from.words(); ++word)
      out[word] = most_of_nine(above[word], same[word], below[word]);
    above.swap(same);
    same.swap(below);
  }
}

Result<CostGrid> generate_caves(const CavesDesc& desc) {
  try {
    if (Error error = check(desc)) return error;
    return generate(desc);
  } catch (const std::bad_alloc&) {
    return Error{Status::kOutOfMemory, {}};
  }
}

}  // namespace cardume
