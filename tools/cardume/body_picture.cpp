#include "tools/cardume/body_picture.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "tools/cardume/agent_colours.hpp"

namespace cardume {
namespace {

constexpr float kSmallest = 0.8f;  ///< Pixels: smaller ones would flicker away.
constexpr float kMarked = 4;       ///< Pixels: on smaller discs nobody would see a mark.

Vec3 position_of(const World& world, std::uint32_t row) {
  const float z = world.desc().dimensions == 3 ? world.positions(2)[row] : 0;
  return {world.positions(0)[row], world.positions(1)[row], z};
}

/// Unit vector on the picture; (0, 0) for one who is not on its way.
Vec2 heading_of(const World& world, std::uint32_t row, const View& view) {
  if (world.states()[row] != AgentState::kMoving) return {};
  const Vec3 at = position_of(world, row);
  const float vx = world.velocities(0)[row], vy = world.velocities(1)[row];
  const Projected here = view(at), there = view({at.x + vx, at.y + vy, at.z});
  const float dx = there.x - here.x, dy = there.y - here.y, length = std::sqrt(dx * dx + dy * dy);
  return length > 0.05f * view.scale() ? Vec2{dx / length, dy / length} : Vec2{};
}

/// Rows from the farthest to the nearest; all as near in flat worlds.
std::vector<std::uint32_t> from_afar(const World& world, const View& view) {
  std::vector<std::uint32_t> rows(world.count());
  std::iota(rows.begin(), rows.end(), 0u);
  if (view.flat()) return rows;
  const auto near = [&](std::uint32_t row) { return view(position_of(world, row)).near; };
  std::ranges::sort(rows, [&](std::uint32_t a, std::uint32_t b) { return near(a) < near(b); });
  return rows;
}

}  // namespace

BodyLayer::BodyLayer(const View& view) : colour_(view.width(), view.height()), cover_(view.width(), view.height()) {}

void BodyLayer::blend(std::uint32_t x, std::uint32_t y, Rgb colour, float cover) {
  colour_.at(x, y) = mix(colour_.at(x, y), colour, cover);
  cover_.at(x, y) += (1 - cover_.at(x, y)) * cover;
}

void BodyLayer::disc(Projected at, float radius, Rgb colour, float opacity) {
  const float reach = radius + 1;
  const auto first = [](float v) { return static_cast<std::uint32_t>(std::clamp(v, 0.f, 1e9f)); };
  for (std::uint32_t y = first(at.y - reach); y < cover_.height && static_cast<float>(y) < at.y + reach; ++y)
    for (std::uint32_t x = first(at.x - reach); x < cover_.width && static_cast<float>(x) < at.x + reach; ++x) {
      const float dx = static_cast<float>(x) + 0.5f - at.x, dy = static_cast<float>(y) + 0.5f - at.y;
      const float away = std::sqrt(dx * dx + dy * dy);
      const float cover = std::clamp(radius + 0.5f - away, 0.f, 1.f);
      // A dark rim parts bodies that touch.
      const float rim = radius > kMarked ? 0.55f + 0.45f * smooth_step(0, 1.5f, radius - away) : 1;
      if (cover > 0) blend(x, y, colour * rim, cover * opacity);
    }
}

void BodyLayer::expose(const Session& session, const View& view, float opacity) {
  const World& world = session.world();
  const AgentColours colours(session);
  for (const std::uint32_t row : from_afar(world, view)) {
    const Projected at = view(position_of(world, row));
    const float radius = std::max(kSmallest, world.radii()[row] * view.scale());
    const Rgb colour = colours.body(row) * (0.25f + 0.75f * at.near * at.near);
    disc(at, radius, colour, opacity);
    const Vec2 heading = heading_of(world, row, view);
    if (radius < kMarked || heading == Vec2{}) continue;
    disc({at.x + 0.5f * radius * heading.x, at.y + 0.5f * radius * heading.y, 1}, 0.24f * radius, colour * 0.12f,
         opacity);
  }
}

void BodyLayer::lay_on(Canvas& canvas) const {
  for (std::size_t i = 0; i < canvas.pixels.size(); ++i)
    canvas.pixels[i] = canvas.pixels[i] * (1 - cover_.values[i]) + colour_.pixels[i];
}

}  // namespace cardume
