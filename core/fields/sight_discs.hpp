#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/fields/passage_map.hpp"

namespace cardume {

/// A source of a field in the frame of its map.
struct FramedSource {
  std::uint32_t cell;
  std::uint32_t distance;  ///< Its handicap.
};

/// A map in its frame of walls.
struct FramedMap {
  std::uint32_t stride = 0;  ///< Cells in a row, frame included.
  std::vector<std::uint8_t> cost;
  PassageMap passages;
};

/// The straight distance from each source to the cells around it that it sees over open ground: those whose middle is
/// joined to its own by a line that touches no other ground, not even at a corner. Where a front is most curved its
/// equations are least true, so eikonal fields start from there.
///
/// Each eighth of a disc is scanned outwards, column by column. What is not open hides all slopes that touch it:
///
///     slope         + - +       (2 y + 1) / (2 x - 1)
///     . . . . . . . |x,y|
///     source        + - +       (2 y - 1) / (2 x + 1)
class SightDiscs {
 public:
  void load(std::span<const FramedSource> sources, const FramedMap& map);
  void clear();

  /// After these cells have changed; appends the cells whose seed is another now.
  void update(std::span<const std::uint32_t> cells, const FramedMap& map, std::vector<std::uint32_t>& changed);

  /// The least distance by sight to a source, as IntegrationField has it; kUnreachable where none sees the cell.
  std::uint32_t seed(std::uint32_t cell) const { return seed_[cell]; }
  /// The cells with a seed, each at least once.
  void collect(std::vector<std::uint32_t>& cells) const;

  std::uint64_t memory_bytes() const { return seed_.capacity() * sizeof(std::uint32_t) + seen_.capacity(); }

 private:
  struct Span {
    std::uint32_t low, low_unit, high, high_unit;  ///< Slopes as fractions.
  };
  struct Eighth;
  struct Sight {
    std::size_t source;
    std::uint32_t cell;
    std::uint32_t place;      ///< In the source's part of `seen_`, from its middle.
    std::uint32_t distance2;  ///< In cells.
  };

  void scan(std::size_t source, unsigned eighth, const FramedMap& map, std::vector<std::uint32_t>& changed);
  void scan_column(std::size_t source, const Eighth& eighth, std::uint32_t x, const FramedMap& map,
                   std::vector<std::uint32_t>& changed);
  void hide_behind(const Eighth& eighth, std::uint32_t x, const FramedMap& map);
  void see(const Sight& sight, bool seen, std::vector<std::uint32_t>& changed);
  void merge_hidden(std::size_t old_spans);
  std::uint32_t seed_of(std::uint32_t cell) const;
  std::uint32_t seed_of(std::size_t source, std::uint32_t distance2) const;

  std::uint32_t stride_ = 0, radius_ = 0;
  std::vector<FramedSource> sources_;
  std::vector<std::uint8_t> seen_;  ///< By source and cell of its disc.
  std::vector<std::uint32_t> seed_;
  std::vector<Span> hidden_;  ///< Of the eighth at hand: disjoint, by slope.
};

}  // namespace cardume
