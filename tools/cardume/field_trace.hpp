#pragma once
#include <optional>
#include <vector>

#include "tools/cardume/field_sampler.hpp"

namespace cardume {

/// A way along a field.
struct FieldTrace {
  Cell from;
  std::vector<Cell> cells;   ///< From the first one to the last; empty where no way leads on.
  std::vector<Vec2> places;  ///< The same as a line, in cells.
  double length = 0;         ///< Of the line.
  bool arrives = false;      ///< At a goal, or where threats are farthest, and not in a hollow of weighed fields.
};

double length_of(const std::vector<Vec2>& line);

/// The way from a cell: the exact steps where distances were counted in steps, else the course of a walker.
FieldTrace trace_field(const FieldModel&, const FieldSampler&, Cell from);

/// Someone on a course along the directions.
class FieldWalker {
 public:
  FieldWalker(const FieldSampler& sampler, Vec2 place)
      : sampler_(sampler), place_(place), nearest_(sampler.field().at(sampler.cell_at(place))) {}

  Vec2 place() const { return place_; }
  Cell cell() const { return sampler_.cell_at(place_); }
  bool arrived() const { return sampler_.field().at(cell()) == 0; }
  /// A quarter of a cell, or out of a corner to the middle of the next cell. False where that leads nowhere, as in the
  /// hollows of weighed fields.
  bool step();

 private:
  bool move();

  const FieldSampler& sampler_;
  Vec2 place_;
  std::uint32_t nearest_;   ///< The least distance so far.
  std::uint32_t idle_ = 0;  ///< Steps since then.
};

}  // namespace cardume
