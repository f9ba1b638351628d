#pragma once
#include <algorithm>
#include <array>
#include <cardume/field.hpp>
#include <cstdint>

namespace cardume {

/// A step to one of the 8 neighbours.
struct Step {
  std::int32_t dx = 0, dy = 0;

  bool diagonal() const { return dx != 0 && dy != 0; }
  friend Step operator-(Step a, Step b) { return {a.dx - b.dx, a.dy - b.dy}; }
  friend bool operator==(Step, Step) = default;
};

/// Diagonals first: of two ways of equal distance the one with more diagonals is truly shorter, because 99/70 is a
/// little more than sqrt 2. Chebyshev fields are read from the fifth entry on, where the straight step is the shorter
/// one.
inline constexpr std::array<Step, 8> kSteps{{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}}};

inline Cell operator+(Cell cell, Step step) {
  return {cell.x + static_cast<std::uint32_t>(step.dx), cell.y + static_cast<std::uint32_t>(step.dy)};
}

/// Distances of a cell and its 8 neighbours; kUnreachable for walls and whatever lies outside the map.
class Neighbourhood {
 public:
  Neighbourhood(const IntegrationField& field, Cell cell);

  std::uint32_t centre() const { return distance_[4]; }
  std::uint32_t at(Step step) const { return distance_[index(step)]; }
  bool reachable(Step step) const { return at(step) != kUnreachable && !barred(step); }
  /// Whether the step leads to a reachable cell without cutting the corner of a wall, from a centre that is reachable.
  /// Without branches, because walls are as hard to foresee as coins; of a straight step the parts are it and (0, 0).
  bool enterable(Step step) const {
    if (judged_) return reachable(step);
    return std::max({at(step), at({step.dx, 0}), at({0, step.dy})}) != kUnreachable;
  }
  /// From now on those steps are open that are not barred, whatever is beside them: among passages, what no way leads
  /// on from may yet be free.
  void judge() { judged_ = true; }
  void bar(Step step) { barred_ |= 1u << index(step); }
  bool barred(Step step) const { return (barred_ >> index(step) & 1) != 0; }
  bool downhill(Step step) const { return enterable(step) && at(step) < centre(); }
  /// The first step of a best way to the goal; no step (0, 0) from the goal and where no neighbour is nearer to it.
  Step best_step(Metric metric, std::uint8_t cost) const;

 private:
  static unsigned index(Step step) { return static_cast<unsigned>(step.dy * 3 + step.dx + 4); }

  std::array<std::uint32_t, 9> distance_;
  unsigned barred_ = 0;  ///< A bit a step.
  bool judged_ = false;
};

inline Neighbourhood::Neighbourhood(const IntegrationField& field, Cell cell) {
  const std::uint32_t* centre = field.distance.data() + std::size_t{cell.y} * field.width + cell.x;
  if (cell.x - 1 < field.width - 2 && cell.y - 1 < field.height - 2 && field.width > 2 && field.height > 2) {
    std::copy_n(centre - field.width - 1, 3, distance_.data());
    std::copy_n(centre - 1, 3, distance_.data() + 3);
    std::copy_n(centre + field.width - 1, 3, distance_.data() + 6);
    return;
  }
  for (std::size_t i = 0; i < distance_.size(); ++i) {
    const Cell near = cell + Step{static_cast<std::int32_t>(i % 3) - 1, static_cast<std::int32_t>(i / 3) - 1};
    distance_[i] = near.x < field.width && near.y < field.height ? field.at(near) : kUnreachable;
  }
}

/// kEikonalStep times sqrt 2, rounded.
inline constexpr std::uint32_t kEikonalDiagonal = 1584;

/// The length of a step in units of IntegrationField::distance, over ground of cost 1.
constexpr std::uint32_t step_length(Metric metric, bool diagonal) {
  if (metric == Metric::kEikonal) return diagonal ? kEikonalDiagonal : kEikonalStep;
  return diagonal && metric == Metric::kOctile ? kDiagonalStep : kStraightStep;
}

inline Step Neighbourhood::best_step(Metric metric, std::uint8_t cost) const {
  Step best;
  std::uint64_t shortest = std::uint64_t{kUnreachable} * 2;
  for (std::size_t i = 0; i < kSteps.size(); ++i) {
    const Step step = kSteps[metric == Metric::kChebyshev ? (i + 4) % 8 : i];
    const std::uint64_t length = std::uint64_t{at(step)} + step_length(metric, step.diagonal()) * cost;
    if (length >= shortest || !downhill(step)) continue;
    shortest = length;
    best = step;
  }
  return best;
}

}  // namespace cardume
