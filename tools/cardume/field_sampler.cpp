#include "tools/cardume/field_sampler.hpp"

#include <algorithm>
#include <cmath>

namespace cardume {
namespace {

constexpr float kNoWeight = 1e-4f;

float farthest_of(const IntegrationField& field) {
  std::uint32_t most = 0;
  for (const std::uint32_t d : field.distance)
    if (d != kUnreachable) most = std::max(most, d);
  return std::max(1.f, static_cast<float>(most) / static_cast<float>(straight_step(field.metric)));
}

}  // namespace

FieldSampler::FieldSampler(const FieldModel& model)
    : field_(model.field), flow_(model.flow), farthest_(farthest_of(model.field)) {}

bool FieldSampler::reachable(std::int64_t x, std::int64_t y) const {
  if (x < 0 || y < 0 || x >= std::int64_t{field_.width} || y >= std::int64_t{field_.height}) return false;
  return field_.at({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)}) != kUnreachable;
}

bool FieldSampler::reachable(Vec2 place) const {
  const float back = 0.5f - flow_.origin;
  return reachable(static_cast<std::int64_t>(std::floor(place.x + back)),
                   static_cast<std::int64_t>(std::floor(place.y + back)));
}

Cell FieldSampler::cell_at(Vec2 place) const {
  const auto at = [&](float along, std::uint32_t size) {
    return static_cast<std::uint32_t>(std::clamp(along + 0.5f - flow_.origin, 0.f, static_cast<float>(size - 1)));
  };
  return {at(place.x, field_.width), at(place.y, field_.height)};
}

Vec2 FieldSampler::place_of(Cell cell) const {
  return {static_cast<float>(cell.x) + flow_.origin, static_cast<float>(cell.y) + flow_.origin};
}

template <class Value>
float FieldSampler::between(Vec2 place, Value&& value) const {
  const float x = place.x - flow_.origin, y = place.y - flow_.origin;
  const float left = std::floor(x), top = std::floor(y);
  const float u = x - left, v = y - top;
  float weights = 0;
  for (int corner = 0; corner < 4; ++corner) {
    const auto i = static_cast<std::int64_t>(left) + corner % 2, j = static_cast<std::int64_t>(top) + corner / 2;
    if (!reachable(i, j)) continue;
    const float weight = (corner % 2 ? u : 1 - u) * (corner / 2 ? v : 1 - v);
    value(Cell{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j)}, weight);
    weights += weight;
  }
  return weights;
}

float FieldSampler::distance(Vec2 place) const {
  float sum = 0;
  const float step = static_cast<float>(straight_step(field_.metric));
  const float weights =
      between(place, [&](Cell cell, float weight) { sum += weight * static_cast<float>(field_.at(cell)) / step; });
  return weights > kNoWeight ? sum / weights : -1;
}

Vec2 FieldSampler::direction(Vec2 place) const {
  Vec2 sum;
  between(place, [&](Cell cell, float weight) {
    const Vec2 d = direction_at(flow_, cell);
    sum = {sum.x + weight * d.x, sum.y + weight * d.y};
  });
  const float length = std::sqrt(sum.x * sum.x + sum.y * sum.y);
  return length > 1e-3f ? Vec2{sum.x / length, sum.y / length} : Vec2{};
}

}  // namespace cardume
