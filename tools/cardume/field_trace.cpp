#include "tools/cardume/field_trace.hpp"

#include <cmath>

namespace cardume {
namespace {

constexpr float kStride = 0.25f;
constexpr std::uint32_t kMostIdle = 32;  ///< Steps without coming nearer.

/// The neighbour that is nearest to the goal, or the cell itself where none is nearer.
Cell lowest_beside(const FieldSampler& sampler, Cell cell) {
  const IntegrationField& field = sampler.field();
  const auto free = [&](std::int64_t x, std::int64_t y) { return sampler.reachable(x, y); };
  Cell best = cell;
  for (std::int64_t dy = -1; dy <= 1; ++dy)
    for (std::int64_t dx = -1; dx <= 1; ++dx) {
      const std::int64_t x = cell.x + dx, y = cell.y + dy;
      if (!free(x, y) || !free(cell.x, y) || !free(x, cell.y)) continue;
      const Cell next{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)};
      if (field.at(next) < field.at(best)) best = next;
    }
  return best;
}

void walk_steps(const FieldSampler& sampler, std::vector<Cell> cells, FieldTrace& trace) {
  for (const Cell cell : cells) trace.places.push_back(sampler.place_of(cell));
  trace.cells = std::move(cells);
  trace.arrives = true;
}

void walk_course(const FieldSampler& sampler, FieldTrace& trace) {
  FieldWalker walker(sampler, sampler.place_of(trace.from));
  const auto note = [&] {
    trace.places.push_back(walker.place());
    if (trace.cells.empty() || trace.cells.back() != walker.cell()) trace.cells.push_back(walker.cell());
  };
  note();
  while (!walker.arrived() && walker.step()) note();
  trace.arrives = walker.arrived();
  if (trace.arrives) trace.places.push_back(sampler.place_of(walker.cell()));
}

}  // namespace

double length_of(const std::vector<Vec2>& line) {
  double length = 0;
  for (std::size_t i = 1; i < line.size(); ++i)
    length += std::hypot(static_cast<double>(line[i].x) - static_cast<double>(line[i - 1].x),
                         static_cast<double>(line[i].y) - static_cast<double>(line[i - 1].y));
  return length;
}

bool FieldWalker::step() {
  if (++idle_ > kMostIdle || !move()) return false;
  const std::uint32_t distance = sampler_.field().at(cell());
  if (distance < nearest_) {
    nearest_ = distance;
    idle_ = 0;
  }
  return true;
}

bool FieldWalker::move() {
  const Vec2 direction = sampler_.direction(place_);
  const Vec2 next{place_.x + kStride * direction.x, place_.y + kStride * direction.y};
  if (direction != Vec2{} && sampler_.reachable(next)) {
    place_ = next;
    return true;
  }
  const Cell lower = lowest_beside(sampler_, cell());
  if (lower == cell()) return false;
  place_ = sampler_.place_of(lower);
  return true;
}

FieldTrace trace_field(const FieldModel& model, const FieldSampler& sampler, Cell from) {
  FieldTrace trace;
  trace.from = from;
  if (model.field.at(from) == kUnreachable) return trace;
  Result<std::vector<Cell>> cells = Error{Status::kInvalidArgument, {}};
  const bool in_steps = model.field.metric != Metric::kEikonal && (model.goals.empty() || model.threats.empty());
  if (in_steps) cells = path_to_goal(model.ground, model.field, from);
  if (cells) {
    walk_steps(sampler, std::move(*cells), trace);
  } else {
    walk_course(sampler, trace);
  }
  trace.length = length_of(trace.places);
  return trace;
}

}  // namespace cardume
