#pragma once
#include <cardume/field.hpp>
#include <cstdint>

#include "core/fields/pending.hpp"

namespace cardume {

/// Of framed fields, where a distance is one more than the real one and 0 is a wall.
inline constexpr std::uint32_t kUnvisited = kUnreachable;

/// A wall's 0 becomes kUnreachable as well.
constexpr std::uint32_t unframed_distance(std::uint32_t framed) {
  return framed == kUnvisited ? kUnreachable : framed - 1;
}

/// Visits the nodes of a ring and cells that wait for it in order of distance, until there are no more of them as near
/// as `most`: take(node, distance) those of the ring, arrive(cell, distance) the others.
template <class Ring, class Take, class Arrive>
void run_flood(Ring& ring, Pending& pending, std::uint32_t most, Take take, Arrive arrive) {
  for (std::uint32_t distance = 1;;) {
    std::uint32_t queued = distance;
    const bool any = ring.advance(queued);
    if (!pending.empty() && (!any || pending.distance() <= queued)) {
      distance = pending.distance();
      arrive(pending.pop(), distance);
      continue;
    }
    if (!any || queued > most) return;
    distance = queued;
    std::uint32_t next = 0;
    for (std::uint32_t node = ring.take(distance); node != Ring::kEnd; node = next) {
      next = ring.next(node);
      take(node, distance);
    }
  }
}

}  // namespace cardume
