#include "core/space/quarry.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "core/space/volume.hpp"

namespace cardume {
namespace {

/// Where those are who are not there: so far away that no radius reaches them, near enough for squares to be numbers.
constexpr float kNowhere = 1e18f;

constexpr std::uint32_t kNobody = 0xFFFFFFFFu;

constexpr std::uint32_t groups(std::uint32_t count) { return (count + kQuarryWidth - 1) / kQuarryWidth; }

/// The blocks of all levels over so many leaves.
std::size_t blocks_over(std::uint32_t leaves) {
  std::size_t blocks = 0;
  for (std::uint32_t level = leaves; level > 1;) blocks += level = groups(level);
  return blocks;
}

void list_rows(Quarry& quarry, const AgentTable& agents) {
  const std::uint8_t *const begin = agents.species.data(), *const end = begin + agents.count;
  quarry.count = 0;
  for (const std::uint8_t* at = begin; at < end; ++at) {
    at = static_cast<const std::uint8_t*>(std::memchr(at, quarry.species, static_cast<std::size_t>(end - at)));
    if (at == nullptr) return;
    quarry.order[quarry.count++].row = static_cast<std::uint32_t>(at - begin);
  }
}

/// The last leaf is filled up with nobody.
void fill_leaves(Quarry& quarry, const AgentTable& agents) {
  for (std::uint32_t i = 0; i < groups(quarry.count) * kQuarryWidth; ++i) {
    QuarryLeaf& leaf = quarry.leaves[i / kQuarryWidth];
    const std::uint32_t place = i % kQuarryWidth;
    const bool there = i < quarry.count;
    const std::uint32_t row = there ? quarry.order[i].row : kNobody;
    leaf.row[place] = row;
    leaf.slot[place] = there ? agents.slot[row] : kNobody;
    for (std::uint32_t d = 0; d < 3; ++d)
      leaf.at[d][place] = !there ? kNowhere : d < quarry.dimensions ? agents.position.axis[d][row] : 0;
  }
}

void put_nobody(QuarryBlock& block, std::uint32_t place) {
  for (std::uint32_t d = 0; d < 3; ++d) block.low[d][place] = block.high[d][place] = kNowhere;
  block.slot[place] = kNobody;
}

/// Makes a box that holds some boxes or agents that are not nowhere.
void enclose(const float (*low)[kQuarryWidth], const float (*high)[kQuarryWidth], const std::uint32_t* slot,
             QuarryBlock& block, std::uint32_t place) {
  for (std::uint32_t d = 0; d < 3; ++d) {
    float least = low[d][0], most = high[d][0];
    for (std::uint32_t i = 1; i < kQuarryWidth; ++i) {
      if (low[d][i] == kNowhere) break;
      least = std::min(least, low[d][i]);
      most = std::max(most, high[d][i]);
    }
    block.low[d][place] = least;
    block.high[d][place] = most;
  }
  block.slot[place] = *std::min_element(slot, slot + kQuarryWidth);
}

/// Each level from the one below it.
void fill_blocks(Quarry& quarry) {
  std::uint32_t below = groups(quarry.count), first_below = 0, next = 0;
  for (bool leaves = true; below > 1; leaves = false) {
    const std::uint32_t count = groups(below), first = next;
    for (std::uint32_t i = 0; i < count * kQuarryWidth; ++i) {
      QuarryBlock& block = quarry.blocks[first + i / kQuarryWidth];
      const std::uint32_t place = i % kQuarryWidth;
      if (i >= below) {
        put_nobody(block, place);
      } else if (leaves) {
        const QuarryLeaf& leaf = quarry.leaves[i];
        enclose(leaf.at, leaf.at, leaf.slot, block, place);
      } else {
        const QuarryBlock& child = quarry.blocks[first_below + i];
        enclose(child.low, child.high, child.slot, block, place);
      }
    }
    first_below = first;
    next = first + count;
    below = count;
  }
}

/// Fewer agents than this are not worth cells.
constexpr std::uint32_t kFewest = 64;

/// So few are looked at one by one, as sharks and players are.
constexpr std::uint32_t kOneByOne = 4;

/// More agents than this around somebody take longer than the tree.
constexpr std::uint32_t kMostAround = 256;

/// Agents a cell.
constexpr float kInCell[] = {2, 1};

/// What rounding can cost of the width of a cell.
constexpr float kCellMargin = 1.f / 32;

/// Cells along an axis that would have so many agents each, or more.
std::uint32_t cells_along(const Quarry& quarry, const CurveFrame& frame) {
  const float widest = *std::max_element(frame.extent.begin(), frame.extent.end());
  const float most = static_cast<float>(quarry.count) / kInCell[quarry.dimensions - 2];
  const std::uint32_t bits = curve_bits(quarry.dimensions);
  std::uint32_t level = 0;
  for (std::uint32_t next = 1; next <= bits && (1u << next * quarry.dimensions) < quarry.cells.start.size(); ++next) {
    float cells = 1;
    for (std::uint32_t d = 0; d < quarry.dimensions; ++d)
      cells *= std::max(1.f, frame.extent[d] / widest * static_cast<float>(1u << next));
    if (cells > most) break;
    level = next;
  }
  return 1u << level;
}

std::uint32_t cell_of(const Quarry& quarry, const QuarryLeaf& leaf, std::uint32_t place) {
  const QuarryCells& cells = quarry.cells;
  std::uint32_t cell = 0;
  for (std::uint32_t d = 0; d < quarry.dimensions; ++d) {
    const auto step = static_cast<std::uint32_t>(cells.frame.along(d, leaf.at[d][place]));
    cell |= spread_bits(std::min(step >> cells.shift, cells.side - 1), quarry.dimensions) << d;
  }
  return cell;
}

void fill_cells(Quarry& quarry, const CurveFrame& frame) {
  QuarryCells& cells = quarry.cells;
  cells.side = 0;
  if (quarry.count < kFewest || frame.scale == 0 || quarry.wrapped()) return;
  cells.frame = frame;
  cells.side = cells_along(quarry, frame);
  cells.shift = curve_bits(quarry.dimensions) - static_cast<std::uint32_t>(std::countr_zero(cells.side));
  cells.sight = static_cast<float>(1u << cells.shift) / frame.scale * (1 - kCellMargin);
  std::uint32_t next = 0;
  for (std::uint32_t i = 0; i < quarry.count; ++i) {
    const std::uint32_t cell = cell_of(quarry, quarry.leaves[i / kQuarryWidth], i % kQuarryWidth);
    while (next <= cell) cells.start[next++] = i;
  }
  const std::uint32_t last = 1u << quarry.dimensions * static_cast<std::uint32_t>(std::countr_zero(cells.side));
  while (next <= last) cells.start[next++] = quarry.count;
}

float less(float a, float b) { return a < b ? a : b; }
float more(float a, float b) { return a > b ? a : b; }

/// One look for the nearest. Distances to boxes are rounded like those to agents, so none seems farther than who is in
/// it.
template <std::uint32_t kDim, bool kWrapped>
class Search {
 public:
  Search(const Quarry& quarry, Vec3 place, float radius, std::uint32_t self)
      : quarry_(quarry), place_{place.x, place.y, place.z}, self_(self), distance2_(radius * radius) {}

  void look_everywhere() {
    const std::uint32_t leaves = groups(quarry_.count);
    if (!kWrapped && quarry_.count <= kOneByOne) {
      for (std::uint32_t i = 0; i < quarry_.count; ++i) look_at(i);
      return;
    }
    if (leaves <= 1) return look_at_leaf(0);
    if (quarry_.cells.side != 0 && look_around()) return;
    std::uint32_t first = 0, levels = 1;
    for (std::uint32_t count = groups(leaves); count > 1; count = groups(count)) first_of_[levels++] = first += count;
    look_at_block(levels - 1, 0);
  }

  std::optional<QuarryHit> found() const {
    if (slot_ == kNobody) return {};
    return QuarryHit{row_, distance2_};
  }

 private:
  /// Of 2^24 agents.
  static constexpr std::uint32_t kMostLevels = 8;

  bool worth_it(float distance2, std::uint32_t slot) const {
    return distance2 < distance2_ || (distance2 == distance2_ && slot < slot_);
  }

  /// Looks at the cells nearby. True if there cannot be anybody nearer elsewhere.
  bool look_around() {
    const QuarryCells& cells = quarry_.cells;
    std::uint32_t codes[3][3] = {}, counts[3] = {1, 1, 1};
    for (std::uint32_t d = 0; d < kDim; ++d) {
      const float step = cells.frame.along(d, place_[d]), width = static_cast<float>(1u << cells.shift);
      const float first = std::floor(step / width) - 1, end = static_cast<float>(cells.side);
      if (!(first > -4 && first < end)) return false;
      counts[d] = 0;
      for (float cell = std::max(first, 0.f); cell <= std::min(first + 2, end - 1); ++cell)
        codes[d][counts[d]++] = spread_bits(static_cast<std::uint32_t>(cell), kDim) << d;
    }
    return look_at_cells(codes, counts);
  }

  bool look_at_cells(const std::uint32_t (*codes)[3], const std::uint32_t* counts) {
    std::uint32_t seen = 0;
    for (std::uint32_t z = 0; z < counts[2]; ++z)
      for (std::uint32_t y = 0; y < counts[1]; ++y)
        for (std::uint32_t x = 0; x < counts[0]; ++x) {
          const std::uint32_t* range = &quarry_.cells.start[codes[0][x] | codes[1][y] | codes[2][z]];
          if (seen += range[1] - range[0]; seen > kMostAround) return false;
          for (std::uint32_t i = range[0]; i < range[1]; ++i) look_at(i);
        }
    return distance2_ <= quarry_.cells.sight * quarry_.cells.sight;
  }

  void look_at(std::uint32_t agent) {
    const QuarryLeaf& leaf = quarry_.leaves[agent / kQuarryWidth];
    const std::uint32_t i = agent % kQuarryWidth;
    float distance2 = 0;
    for (std::uint32_t d = 0; d < kDim; ++d) {
      const float way = std::fabs(leaf.at[d][i] - place_[d]);
      distance2 = distance2 + way * way;
    }
    if (distance2 <= distance2_) take(leaf, i, distance2);
  }

  void take(const QuarryLeaf& leaf, std::uint32_t i, float distance2) {
    if (!worth_it(distance2, leaf.slot[i]) || leaf.row[i] == self_) return;
    distance2_ = distance2;
    slot_ = leaf.slot[i];
    row_ = leaf.row[i];
  }

  /// A bit for each that is near enough.
  std::uint32_t near_ones(const float* distance2) const {
    std::uint32_t bits = 0;
    for (std::uint32_t i = 0; i < kQuarryWidth; ++i)
      bits |= static_cast<std::uint32_t>(distance2[i] <= distance2_) << i;
    return bits;
  }

  void look_at_leaf(std::uint32_t index) {
    const QuarryLeaf& leaf = quarry_.leaves[index];
    float distance2[kQuarryWidth] = {};
    for (std::uint32_t d = 0; d < kDim; ++d)
      for (std::uint32_t i = 0; i < kQuarryWidth; ++i) {
        const float straight = std::fabs(leaf.at[d][i] - place_[d]);
        const float way = kWrapped ? less(straight, quarry_.period[d] - straight) : straight;
        distance2[i] = distance2[i] + way * way;
      }
    for (std::uint32_t bits = near_ones(distance2); bits != 0; bits &= bits - 1) {
      const auto i = static_cast<std::uint32_t>(std::countr_zero(bits));
      take(leaf, i, distance2[i]);
    }
  }

  void measure(const QuarryBlock& block, float* distance2) const {
    for (std::uint32_t d = 0; d < kDim; ++d)
      for (std::uint32_t i = 0; i < kQuarryWidth; ++i) {
        const float to_low = block.low[d][i] - place_[d], from_high = place_[d] - block.high[d][i];
        float way = more(more(to_low, from_high), 0.f);
        if constexpr (kWrapped) {
          const float round = quarry_.period[d] - more(block.high[d][i] - place_[d], place_[d] - block.low[d][i]);
          way = less(way, more(round, 0.f));
        }
        distance2[i] = d == 0 ? way * way : distance2[i] + way * way;
      }
    if constexpr (kWrapped)
      for (std::uint32_t i = 0; i < kQuarryWidth; ++i)
        distance2[i] = block.slot[i] == kNobody ? kNowhere : distance2[i];
  }

  void look_into(std::uint32_t level, std::uint32_t index) {
    if (level == 0)
      look_at_leaf(index);
    else
      look_at_block(level - 1, index);
  }

  void look_at_block(std::uint32_t level, std::uint32_t index) {
    const QuarryBlock& block = quarry_.blocks[first_of_[level] + index];
    float distance2[kQuarryWidth];
    measure(block, distance2);
    std::uint32_t bits = near_ones(distance2);
    while (bits != 0) {
      std::uint32_t nearest = static_cast<std::uint32_t>(std::countr_zero(bits));
      for (std::uint32_t left = bits & (bits - 1); left != 0; left &= left - 1) {
        const auto i = static_cast<std::uint32_t>(std::countr_zero(left));
        nearest = distance2[i] < distance2[nearest] ? i : nearest;
      }
      if (distance2[nearest] > distance2_) return;
      bits &= ~(1u << nearest);
      if (worth_it(distance2[nearest], block.slot[nearest])) look_into(level, index * kQuarryWidth + nearest);
      bits &= near_ones(distance2);
    }
  }

  const Quarry& quarry_;
  float place_[3];
  std::uint32_t first_of_[kMostLevels] = {};  ///< The first block of each level.
  std::uint32_t self_, slot_ = kNobody, row_ = kNobody;
  float distance2_;
};

template <std::uint32_t kDim, bool kWrapped>
std::optional<QuarryHit> search(const Quarry& quarry, Vec3 place, float radius, std::uint32_t self) {
  Search<kDim, kWrapped> one(quarry, place, radius, self);
  one.look_everywhere();
  return one.found();
}

}  // namespace

Quarry make_quarry(std::uint8_t species, const WorldDesc& desc) {
  Quarry quarry;
  quarry.species = species;
  quarry.dimensions = desc.dimensions;
  quarry.period.fill(std::numeric_limits<float>::infinity());
  if (desc.scenery.edge == Edge::kWrap) quarry.period = {desc.size.x, desc.size.y, desc.size.z};
  quarry.leaves.resize(groups(desc.capacity));
  quarry.blocks.resize(blocks_over(groups(desc.capacity)));
  std::size_t most_cells = 1;
  while (most_cells << desc.dimensions <= desc.capacity) most_cells <<= desc.dimensions;
  quarry.cells.start.resize(most_cells + 1);
  quarry.order.resize(desc.capacity);
  quarry.by.resize(desc.capacity);
  return quarry;
}

void fill(Quarry& quarry, const AgentTable& agents) {
  list_rows(quarry, agents);
  const CurveFrame frame =
      sort_along_curve(agents.position, quarry.dimensions, std::span(quarry.order).first(quarry.count),
                       std::span(quarry.by).first(quarry.count));
  fill_leaves(quarry, agents);
  fill_cells(quarry, frame);
  fill_blocks(quarry);
}

std::optional<QuarryHit> nearest_of(const Quarry& quarry, Vec3 place, float radius, std::uint32_t self) {
  if (quarry.count == 0) return {};
  const bool wrapped = quarry.wrapped(), flat = quarry.dimensions == 2;
  const auto look =
      flat ? (wrapped ? search<2, true> : search<2, false>) : (wrapped ? search<3, true> : search<3, false>);
  return look(quarry, place, radius, self);
}

Vec3 way_to(const Quarry& quarry, Vec3 from, Vec3 to) {
  return {shorter_way(to.x - from.x, quarry.period[0]), shorter_way(to.y - from.y, quarry.period[1]),
          shorter_way(to.z - from.z, quarry.period[2])};
}

std::uint64_t memory_bytes(const Quarry& quarry) {
  return quarry.leaves.capacity() * sizeof(QuarryLeaf) + quarry.blocks.capacity() * sizeof(QuarryBlock) +
         quarry.cells.start.capacity() * sizeof(std::uint32_t) +
         (quarry.order.capacity() + quarry.by.capacity()) * sizeof(CurvePlace);
}

}  // namespace cardume
