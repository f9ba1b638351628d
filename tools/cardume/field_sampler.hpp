#pragma once
#include <cardume/field.hpp>
#include <cstdint>

#include "tools/cardume/field_model.hpp"

namespace cardume {

/// What a field is between the places of its cells. Places are in cells of the map.
class FieldSampler {
 public:
  explicit FieldSampler(const FieldModel& model);

  bool reachable(std::int64_t x, std::int64_t y) const;
  bool reachable(Vec2 place) const;
  /// The cell whose place is nearest.
  Cell cell_at(Vec2 place) const;
  Vec2 place_of(Cell cell) const;

  /// In cells of open ground; negative where nobody can go.
  float distance(Vec2 place) const;
  /// A unit vector, or (0, 0).
  Vec2 direction(Vec2 place) const;
  float farthest() const { return farthest_; }

  const IntegrationField& field() const { return field_; }
  const FlowField& flow() const { return flow_; }

 private:
  /// Adds up `value(cell, weight)` over the four nearest reachable cells; the sum of weights.
  template <class Value>
  float between(Vec2 place, Value&& value) const;

  const IntegrationField& field_;
  const FlowField& flow_;
  float farthest_ = 1;
};

}  // namespace cardume
