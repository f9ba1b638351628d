#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace cardume {

/// The queue of Dial's algorithm: nodes by distance, as long as all distances in it lie within one longest step of the
/// nearest. That makes a ring of buckets enough. Buckets are chains through one array with an entry a node, so the
/// memory is known beforehand, and a bitmap skips empty buckets 64 at a time.
///
///     occupied  0 0 1 0 0 1 0 0           nearest at bucket 2; distance 70 later is bucket (2 + 70) mod size
///     head      . . 7 . . 4 . .
///     next          7 -> 9 -> 3 -> end
class BucketRing {
 public:
  static constexpr std::uint32_t kEnd = ~0u;

  /// Makes room for nodes [0, nodes) and steps up to `longest_step`. The ring must be empty, as it is after a full run.
  void reserve(std::uint32_t nodes, std::uint32_t longest_step) {
    const std::size_t buckets =
        std::bit_ceil(std::size_t{longest_step} + 1) < 64 ? 64 : std::bit_ceil(std::size_t{longest_step} + 1);
    mask_ = static_cast<std::uint32_t>(buckets - 1);
    if (next_.size() < nodes) next_.resize(nodes);
    if (head_.size() < buckets) head_.resize(buckets, kEnd);
    if (occupied_.size() < buckets / 64) occupied_.resize(buckets / 64, 0);
  }

  std::uint64_t memory_bytes() const {
    return (next_.capacity() + head_.capacity()) * sizeof(std::uint32_t) + occupied_.capacity() * sizeof(std::uint64_t);
  }

  /// Each node may be in the ring once.
  void push(std::uint32_t node, std::uint32_t distance) {
    const std::uint32_t bucket = distance & mask_;
    next_[node] = head_[bucket];
    head_[bucket] = node;
    occupied_[bucket / 64] |= std::uint64_t{1} << (bucket % 64);
  }

  /// Moves `distance` on to the next one that has nodes, itself included. False when the ring is empty.
  bool advance(std::uint32_t& distance) const {
    const std::uint32_t first = distance & mask_;
    std::uint64_t word = occupied_[first / 64] & (~std::uint64_t{0} << (first % 64));
    for (std::uint32_t passed = 0; passed <= mask_ / 64 + 1; ++passed) {
      const std::uint32_t index = (first / 64 + passed) & (mask_ / 64);
      if (passed > 0) word = occupied_[index];
      if (word == 0) continue;
      const std::uint32_t bucket = index * 64 + static_cast<std::uint32_t>(std::countr_zero(word));
      distance += (bucket - first) & mask_;
      return true;
    }
    return false;
  }

  /// Empties the bucket of `distance` and returns its first node; next() gives the others.
  std::uint32_t take(std::uint32_t distance) {
    const std::uint32_t bucket = distance & mask_;
    const std::uint32_t node = head_[bucket];
    head_[bucket] = kEnd;
    occupied_[bucket / 64] &= ~(std::uint64_t{1} << (bucket % 64));
    return node;
  }

  /// Empties it before a full run is over.
  void clear() {
    std::fill(head_.begin(), head_.end(), kEnd);
    std::fill(occupied_.begin(), occupied_.end(), 0);
  }

  std::uint32_t next(std::uint32_t node) const { return next_[node]; }

 protected:
  std::uint32_t mask_ = 0;
  std::vector<std::uint32_t> head_, next_;
  std::vector<std::uint64_t> occupied_;
};

/// A ring whose nodes can be taken out again, at the price of a second array: for nodes that come nearer many times.
class MovableRing : private BucketRing {
 public:
  using BucketRing::advance;
  using BucketRing::clear;
  using BucketRing::kEnd;
  using BucketRing::next;
  using BucketRing::take;

  void reserve(std::uint32_t nodes, std::uint32_t longest_step) {
    BucketRing::reserve(nodes, longest_step);
    if (before_.size() < nodes) before_.resize(nodes);
  }

  std::uint64_t memory_bytes() const { return BucketRing::memory_bytes() + before_.capacity() * sizeof(std::uint32_t); }

  void push(std::uint32_t node, std::uint32_t distance) {
    BucketRing::push(node, distance);
    before_[node] = kEnd;
    if (next_[node] != kEnd) before_[next_[node]] = node;
  }

  /// Takes out a node that is in the ring at this distance.
  void remove(std::uint32_t node, std::uint32_t distance) {
    const std::uint32_t bucket = distance & mask_, before = before_[node], after = next_[node];
    if (after != kEnd) before_[after] = before;
    if (before != kEnd) {
      next_[before] = after;
      return;
    }
    head_[bucket] = after;
    if (after == kEnd) occupied_[bucket / 64] &= ~(std::uint64_t{1} << (bucket % 64));
  }

 private:
  std::vector<std::uint32_t> before_;
};

}  // namespace cardume
