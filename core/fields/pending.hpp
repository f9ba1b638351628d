#pragma once
#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

namespace cardume {

/// Cells that wait for a flood to reach their distance, nearest first: those that lie farther apart than the ring of a
/// flood spans.
class Pending {
 public:
  /// Cells that are known before the flood begins cost less than later ones: they are sorted once.
  void add(std::uint32_t cell, std::uint32_t distance) { sorted_.push_back(entry(cell, distance)); }
  void sort() { std::sort(sorted_.begin() + static_cast<std::ptrdiff_t>(first_), sorted_.end()); }
  void push(std::uint32_t cell, std::uint32_t distance) {
    heap_.push_back(entry(cell, distance));
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  }

  bool empty() const { return first_ == sorted_.size() && heap_.empty(); }
  std::uint32_t distance() const { return static_cast<std::uint32_t>(nearest() >> 32); }

  /// Takes the nearest cell out.
  std::uint32_t pop() {
    const std::uint64_t taken = nearest();
    if (first_ < sorted_.size() && sorted_[first_] == taken) {
      ++first_;
    } else {
      std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
      heap_.pop_back();
    }
    return static_cast<std::uint32_t>(taken);
  }

  void clear() {
    sorted_.clear();
    heap_.clear();
    first_ = 0;
  }

  std::uint64_t memory_bytes() const { return (sorted_.capacity() + heap_.capacity()) * sizeof(std::uint64_t); }

 private:
  static std::uint64_t entry(std::uint32_t cell, std::uint32_t distance) {
    return std::uint64_t{distance} << 32 | cell;
  }
  std::uint64_t nearest() const {
    constexpr std::uint64_t kNone = ~std::uint64_t{0};
    return std::min(first_ < sorted_.size() ? sorted_[first_] : kNone, heap_.empty() ? kNone : heap_.front());
  }

  std::vector<std::uint64_t> sorted_, heap_;
  std::size_t first_ = 0;  ///< Of `sorted_` that has not been taken.
};

}  // namespace cardume
