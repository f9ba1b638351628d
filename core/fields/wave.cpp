#include "core/fields/wave.hpp"

#include <algorithm>
#include <array>

#include "core/fields/flood.hpp"
#include "core/fields/integration_field.hpp"

namespace cardume {

template <bool kPassages>
void IntegrationBuilder::flood_wave() {
  MovableRing& ring = queues_.movable;
  const auto visit = [&](std::uint32_t cell) {
    expand_wave<kPassages>(cell);
    if (kPassages) follow_links(cell);
  };
  run_flood(
      ring, queues_.pending, kUnvisited, [&](std::uint32_t cell, std::uint32_t) { visit(cell); },
      [&](std::uint32_t cell, std::uint32_t distance) {
        if (distance >= distance_[cell]) return;
        if (distance_[cell] != kUnvisited) ring.remove(cell, distance_[cell]);
        distance_[cell] = distance;
        visit(cell);
      });
}

template void IntegrationBuilder::flood_wave<false>();
template void IntegrationBuilder::flood_wave<true>();

template <bool kPassages>
void IntegrationBuilder::expand_wave(std::uint32_t cell) {
  for (std::size_t i = 0; i < kSteps.size(); ++i) {
    const Step step = kSteps[i];
    const std::uint32_t from = cell - offset(step);
    if (distance_[from] <= distance_[cell]) continue;
    if (kPassages && !walkable(from, cell, step)) continue;
    if (!step.diagonal()) {
      lower(from, wave_over<kPassages>(from, cell, step));
    } else if (level()) {
      continue;
    } else if (needs_diagonal<kPassages>(from, cell, step)) {
      lower(from, distance_[cell] + wave_diagonal(from, wave_step(map_.cost[from])));
    }
  }
}

/// Of a cell over one of its straight neighbours.
template <bool kPassages>
std::uint64_t IntegrationBuilder::wave_over(std::uint32_t cell, std::uint32_t straight, Step step) const {
  WaveFront front(cell, wave_step(map_.cost[cell]), distance_[straight]);
  for (const std::int32_t side : {-1, 1}) {
    const Step slant{step.dx != 0 ? step.dx : side, step.dy != 0 ? step.dy : side};
    const std::uint32_t diagonal = cell + offset(slant), knight = diagonal + (straight - cell);
    if (!open(diagonal)) continue;
    const bool free = open(cell + (diagonal - straight));
    if (!kPassages || map_.passages.allows(cell, diagonal, slant))
      front.cross_to_diagonal(distance_[diagonal], free || leads_on<kPassages>(cell, straight, diagonal, slant - step));
    if (!even<kPassages>(cell, {straight, diagonal, knight})) continue;
    front.cross_to_knight(distance_[knight]);
    if (free) front.cross_beyond(distance_[diagonal], distance_[knight]);
  }
  return front.least();
}

/// Whether the straight neighbour is surely nearer than a cell that a front reaches past the corner of a wall: then
/// there is an open way along which distances fall.
template <bool kPassages>
bool IntegrationBuilder::leads_on(std::uint32_t cell, std::uint32_t straight, std::uint32_t diagonal, Step side) const {
  return map_.cost[straight] <= map_.cost[cell] && (!kPassages || map_.passages.allows(straight, diagonal, side));
}

/// Whether a front may pass a cell and others as if they were one.
template <bool kPassages>
bool IntegrationBuilder::even(std::uint32_t cell, std::array<std::uint32_t, 3> others) const {
  const auto differs = [&](std::uint32_t other) {
    return map_.cost[other] != map_.cost[cell] || (kPassages && map_.passages.one_way(other));
  };
  return !(kPassages && map_.passages.one_way(cell)) && std::none_of(others.begin(), others.end(), differs);
}

/// Whether a cell may be reached first by a diagonal step: not so where one of the straight neighbours that both share
/// comes before it.
template <bool kPassages>
bool IntegrationBuilder::needs_diagonal(std::uint32_t from, std::uint32_t to, Step step) const {
  for (const Step straight : {Step{step.dx, 0}, Step{0, step.dy}}) {
    const Step other{step.dx - straight.dx, step.dy - straight.dy};
    const std::uint32_t corner = from + offset(straight);
    if (!open(corner)) return false;
    if (map_.cost[corner] > map_.cost[from]) continue;
    if (!kPassages) return false;
    if (map_.passages.allows(from, corner, straight) && map_.passages.allows(corner, to, other)) return false;
  }
  return true;
}

void IntegrationBuilder::lower(std::uint32_t cell, std::uint64_t distance) {
  const std::uint32_t known = distance_[cell];
  if (distance >= known) return;
  if (known != kUnvisited) queues_.movable.remove(cell, known);
  distance_[cell] = static_cast<std::uint32_t>(distance);
  queues_.movable.push(cell, static_cast<std::uint32_t>(distance));
}

/// As Metric::kEikonal has it, from the distances of the cells around.
std::uint64_t IntegrationBuilder::by_wave(std::uint32_t cell) const {
  std::uint64_t least = kUnvisited;
  const std::uint64_t diagonal = wave_diagonal(cell, wave_step(map_.cost[cell]));
  for (const Step step : kSteps) {
    const std::uint32_t to = cell + offset(step);
    if (distance_[to] >= least || !walkable(cell, to, step)) continue;
    if (step.diagonal()) {
      least = std::min(least, distance_[to] + diagonal);
    } else {
      least =
          std::min(least, map_.passages.empty() ? wave_over<false>(cell, to, step) : wave_over<true>(cell, to, step));
    }
  }
  return least;
}

}  // namespace cardume
