#pragma once
#include <cardume/field.hpp>
#include <cstdint>
#include <span>
#include <vector>

#include "core/fields/neighbourhood.hpp"

namespace cardume {

/// Refuses passages that do not belong to a map of this size. Throws std::bad_alloc.
Error check_passages(const Passages&, std::uint32_t width, std::uint32_t height);

/// One-way cells and links by cell, in a frame of one cell around the map: cell (x, y) is (y + 1) * (width + 2) + x
/// + 1.
class PassageMap {
 public:
  /// A link as seen from one of its ends.
  struct Way {
    std::uint32_t here, there;  ///< Framed cells.
    std::uint32_t length;       ///< In units of IntegrationField::distance.
  };

  /// What lies outside the map is left out. Throws std::bad_alloc.
  void load(const Passages&, std::uint32_t width, std::uint32_t height, Metric metric);

  bool empty() const { return marks_.empty(); }
  bool allows(std::uint32_t from, std::uint32_t to, Step step) const {
    return ((against(marks_[from]) | against(marks_[to])) >> bit_of(step) & 1) == 0;
  }
  bool one_way(std::uint32_t cell) const { return (marks_[cell] & kDirection) != 0; }
  std::span<const Way> ending_at(std::uint32_t cell) const {
    return (marks_[cell] & kEnds) != 0 ? at(ends_, cell) : std::span<const Way>{};
  }
  std::span<const Way> beginning_at(std::uint32_t cell) const {
    return (marks_[cell] & kBegins) != 0 ? at(begins_, cell) : std::span<const Way>{};
  }

  std::uint64_t memory_bytes() const {
    return marks_.capacity() + (begins_.capacity() + ends_.capacity()) * sizeof(Way);
  }

 private:
  static constexpr std::uint8_t kDirection = 15, kEnds = 16, kBegins = 32;

  static constexpr unsigned bit_of(Step step) { return static_cast<unsigned>(step.dy * 3 + step.dx + 4); }
  static constexpr std::uint8_t mark_of(Step step) { return static_cast<std::uint8_t>(bit_of(step) + 1); }
  /// The steps that a mark forbids, a bit each.
  static unsigned against(std::uint8_t mark) { return kAgainst[mark & kDirection]; }
  static const std::array<std::uint16_t, 16> kAgainst;
  static std::span<const Way> at(const std::vector<Way>& ways, std::uint32_t cell);

  void lay(const OneWay& area, std::uint32_t width, std::uint32_t height);
  void lay(const Link& link, std::uint32_t width, std::uint32_t height, Metric metric);
  void add(std::uint32_t from, std::uint32_t to, std::uint32_t length);

  std::vector<std::uint8_t> marks_;  ///< A cell; none without passages.
  std::vector<Way> begins_, ends_;   ///< By `here`.
};

}  // namespace cardume
