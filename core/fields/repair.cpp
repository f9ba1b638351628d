// G. Ramalingam, T. Reps, "An incremental algorithm for a generalization of the shortest-path problem", Journal of
// Algorithms, 1996: a cell that is farther than its neighbours say comes nearer, one that is nearer is forgotten and
// found again, in order of the lesser of both distances.
#include <algorithm>

#include "core/fields/flood.hpp"
#include "core/fields/integration_field.hpp"
#include "core/fields/wave.hpp"

namespace cardume {
namespace {

/// A repair that touches more than one in so many cells costs more than to build all anew.
constexpr std::size_t kShareForRepair = 24, kLeastForRepair = 1024;

constexpr Step kKnightSteps[] = {{2, 1}, {2, -1}, {-2, 1}, {-2, -1}, {1, 2}, {1, -2}, {-1, 2}, {-1, -2}};

std::uint32_t seed_among(std::span<const FramedSource> sources, std::uint32_t cell) {
  const auto found = std::partition_point(sources.begin(), sources.end(),
                                          [&](const FramedSource& source) { return source.cell < cell; });
  return found != sources.end() && found->cell == cell ? found->distance + 1 : kUnvisited;
}

}  // namespace

void IntegrationBuilder::repair(std::span<const CellEdit> edits, IntegrationField& out,
                                std::vector<std::uint32_t>& changed) {
  const bool apart = solved_ && !asked_.flee;
  touched_.clear();
  queues_.pending.clear();
  const bool walls = edit(edits);
  solved_ = false;
  if (apart && repair_all(walls)) {
    solved_ = true;
    patch(out, changed);
  } else {
    solve();
    store(out, changed);
  }
}

/// Applies the edits and notes the cells that differ. Returns whether any is a wall now and was none, or the other way
/// round.
bool IntegrationBuilder::edit(std::span<const CellEdit> edits) {
  bool walls = false;
  const std::uint32_t width = map_.stride - 2;
  for (const CellEdit& edit : edits) {
    const std::uint32_t cell = framed({edit.cell % width, edit.cell / width});
    const std::uint8_t before = map_.cost[cell];
    if (before == edit.cost) continue;
    map_.cost[cell] = edit.cost;
    touched_.push_back(cell);
    if (passable(edit.cost)) highest_cost_ = std::max(highest_cost_, edit.cost);
    if (passable(before) == passable(edit.cost)) continue;
    walls = true;
    distance_[cell] = passable(edit.cost) ? kUnvisited : 0;
  }
  return walls;
}

/// Returns false where too much changes.
bool IntegrationBuilder::repair_all(bool walls) {
  const std::size_t edited = touched_.size();
  const bool restrand = walls && asked_.nearest_instead;
  if (restrand) forget_stranded();
  reseeded_.clear();
  if (asked_.metric == Metric::kEikonal) asked_.discs.update({touched_.data(), edited}, map_, reseeded_);
  for (std::size_t i = 0; i < edited; ++i) {
    check(touched_[i]);
    check_around(touched_[i]);
  }
  for (const std::uint32_t cell : reseeded_) check(cell);
  const std::size_t most = std::max(kLeastForRepair, distance_.size() / kShareForRepair);
  if (!settle(touched_.size() + most)) return false;
  if (!asked_.nearest_instead) return true;
  if (!restrand)
    return std::none_of(touched_.begin(), touched_.end(),
                        [&](std::uint32_t cell) { return distance_[cell] == kUnvisited; });
  stranded_.cells.insert(stranded_.cells.end(), touched_.begin(), touched_.end());
  strand();
  touched_.insert(touched_.end(), stranded_.cells.begin(), stranded_.cells.end());
  return true;
}

void IntegrationBuilder::forget_stranded() {
  for (const std::uint32_t cell : stranded_.cells)
    if (open(cell)) distance_[cell] = kUnvisited;
  touched_.insert(touched_.end(), stranded_.cells.begin(), stranded_.cells.end());
  stranded_.sources.clear();
}

/// Queues a cell whose distance is not what its neighbours say.
void IntegrationBuilder::check(std::uint32_t cell) {
  if (!open(cell)) return;
  const std::uint32_t distance = evaluate(cell);
  if (distance != distance_[cell]) queues_.pending.push(cell, std::min(distance, distance_[cell]));
}

/// All that a cell's cost has a say in.
void IntegrationBuilder::check_around(std::uint32_t cell) {
  for (const Step step : kSteps) check(cell + offset(step));
  if (asked_.metric == Metric::kEikonal) {
    for (const Step step : kKnightSteps)
      if (const std::uint32_t near = cell + offset(step); near < distance_.size()) check(near);
  }
  if (map_.passages.empty()) return;
  for (const PassageMap::Way& way : map_.passages.ending_at(cell)) check(way.there);
}

/// The cells that may depend on one that was, or is now, so far: those at least a step farther.
void IntegrationBuilder::check_dependents(std::uint32_t cell, std::uint32_t distance) {
  const auto check_beyond = [&](std::uint32_t near, std::uint32_t least) {
    if (distance_[near] >= std::uint64_t{distance} + std::uint64_t{least} * map_.cost[near]) check(near);
  };
  const bool wave = asked_.metric == Metric::kEikonal;
  // A front over a straight neighbour may go past it: how much nearer that is does not matter then, only that it is.
  const std::uint32_t straight = wave ? 0 : kStraightStep;
  const std::uint32_t diagonal = wave ? kEikonalStep - 1 : step_length(asked_.metric, true);
  for (const Step step : kSteps) check_beyond(cell + offset(step), step.diagonal() ? diagonal : straight);
  if (wave) {
    for (const Step step : kKnightSteps)  // Past the frame there is some other cell, or none.
      if (const std::uint32_t near = cell + offset(step); near < distance_.size())
        check_beyond(near, 2 * kEikonalStep - 1);
  }
  if (map_.passages.empty()) return;
  for (const PassageMap::Way& way : map_.passages.ending_at(cell)) check(way.there);
}

/// Returns false where more than `most` cells were touched.
bool IntegrationBuilder::settle(std::size_t most) {
  while (!queues_.pending.empty()) {
    if (touched_.size() > most) return false;
    const std::uint32_t queued = queues_.pending.distance(), cell = queues_.pending.pop();
    const std::uint32_t distance = evaluate(cell), known = distance_[cell];
    if (distance == known) continue;
    if (std::min(distance, known) != queued) {
      queues_.pending.push(cell, std::min(distance, known));
      continue;
    }
    touched_.push_back(cell);
    distance_[cell] = distance < known || distance - known < shortest_way_out(cell) ? distance : kUnvisited;
    if (distance_[cell] != distance) check(cell);
    check_dependents(cell, queued);
  }
  return true;
}

/// No cell makes another one nearer than this and itself. What rises by less rests on cells that are nearer than it
/// was, so they are final, and so is what they say: it need not be forgotten first.
std::uint32_t IntegrationBuilder::shortest_way_out(std::uint32_t cell) const {
  if (!map_.passages.empty() && !map_.passages.beginning_at(cell).empty()) return 0;
  return (asked_.metric == Metric::kEikonal ? kLeastWave : kStraightStep) * map_.cost[cell];
}

/// What a cell's distance should be by its neighbours'.
std::uint32_t IntegrationBuilder::evaluate(std::uint32_t cell) const {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(seed(cell), by_neighbours(cell)));
}

std::uint32_t IntegrationBuilder::seed(std::uint32_t cell) const {
  std::uint32_t least = kUnvisited;
  if (asked_.metric == Metric::kEikonal) {
    least = asked_.discs.seed(cell);
    least += least != kUnvisited;
  } else {
    least = seed_among(asked_.sources, cell);
  }
  return stranded_.sources.empty() ? least : std::min(least, seed_among(stranded_.sources, cell));
}

std::uint64_t IntegrationBuilder::by_neighbours(std::uint32_t cell) const {
  std::uint64_t least = asked_.metric == Metric::kEikonal ? by_wave(cell) : by_steps(cell);
  if (map_.passages.empty()) return least;
  for (const PassageMap::Way& way : map_.passages.beginning_at(cell))
    if (open(way.there)) least = std::min(least, std::uint64_t{distance_[way.there]} + way.length);
  return std::min<std::uint64_t>(least, kUnvisited);
}

std::uint64_t IntegrationBuilder::by_steps(std::uint32_t cell) const {
  std::uint64_t least = kUnvisited;
  const std::uint32_t cost = map_.cost[cell], diagonal = step_length(asked_.metric, true) * cost;
  for (const Step step : kSteps) {
    const std::uint32_t to = cell + offset(step);
    const std::uint64_t distance = std::uint64_t{distance_[to]} + (step.diagonal() ? diagonal : kStraightStep * cost);
    if (distance < least && walkable(cell, to, step)) least = distance;
  }
  return least;
}

void IntegrationBuilder::patch(IntegrationField& out, std::vector<std::uint32_t>& changed) const {
  for (const std::uint32_t cell : touched_) {
    const Cell at = unframed(cell);
    const std::uint32_t index = at.y * out.width + at.x, distance = unframed_distance(distance_[cell]);
    if (out.distance[index] == distance) continue;
    out.distance[index] = distance;
    changed.push_back(index);
  }
}

void IntegrationBuilder::store(IntegrationField& out, std::vector<std::uint32_t>& changed) const {
  for (std::uint32_t index = 0; index < out.distance.size(); ++index) {
    const std::uint32_t distance = unframed_distance(distance_[framed({index % out.width, index / out.width})]);
    if (out.distance[index] == distance) continue;
    out.distance[index] = distance;
    changed.push_back(index);
  }
}

}  // namespace cardume
