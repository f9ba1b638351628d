#include "tools/cardume/crowd_picture.hpp"

#include <algorithm>
#include <cmath>

#include "tools/cardume/agent_colours.hpp"
#include "tools/cardume/canvas.hpp"
#include "tools/cardume/scenery_picture.hpp"
#include "tools/cardume/terrain_picture.hpp"

namespace cardume {
namespace {

Vec3 row_of(const World& world, std::uint32_t row, std::span<const float> (World::*columns)(std::uint32_t) const) {
  const float z = world.desc().dimensions == 3 ? (world.*columns)(2)[row] : 0;
  return {(world.*columns)(0)[row], (world.*columns)(1)[row], z};
}

void draw_ground(Canvas& canvas, const CostGrid& terrain, const View& view, bool sharp, Scheduler& scheduler) {
  if (terrain.empty()) {
    std::fill(canvas.pixels.begin(), canvas.pixels.end(), from_srgb(0x080A12));
    return;
  }
  const TerrainPicture picture(terrain, view.scale() * terrain.cell_size, sharp);
  for_each_row(scheduler, canvas.height, [&](std::uint32_t y) {
    for (std::uint32_t x = 0; x < canvas.width; ++x) {
      const Vec2 at = view.place(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
      canvas.at(x, y) = picture.light(at.x / terrain.cell_size, at.y / terrain.cell_size);
    }
  });
}

/// How large and how bright an agent is drawn, so that few show as well as many.
struct Brush {
  float sigma = 1;  ///< Pixels.
  float light = 1;
  float wake = 0;  ///< Seconds of motion that the wake covers.
};

Brush brush_for(const View& view, const World& world) {
  const float area = static_cast<float>(view.width()) * static_cast<float>(view.height());
  const float spacing = std::sqrt(area / static_cast<float>(std::max(1u, world.count())));
  float speed = 1e-3f;
  for (const SpeciesDesc& species : world.desc().species) {
    speed = std::max(speed, species.motion.max_speed);
    for (const StateDesc& state : species.mind.states) speed = std::max(speed, state.behaviour.motion.max_speed);
  }
  // Those of space stand before each other.
  const float sigma = std::clamp((view.flat() ? 0.2f : 0.1f) * spacing, 0.62f, 4.f);
  return {sigma, 0.8f, 9 * sigma / (speed * view.scale())};
}

void draw_points(Canvas& lights, const Session& session, const View& view, float opacity) {
  const World& world = session.world();
  const Brush brush = brush_for(view, world);
  const AgentColours colours(session);
  constexpr int kWake = 6;
  for (std::uint32_t row = 0; row < world.count(); ++row) {
    const Vec3 at = row_of(world, row, &World::positions), v = row_of(world, row, &World::velocities);
    const Rgb colour = colours.point(row) * opacity;
    for (int i = 0; i <= kWake; ++i) {
      const float back = brush.wake * static_cast<float>(i) / kWake, fade = 1 - static_cast<float>(i) / (kWake + 1);
      const Projected point = view({at.x - v.x * back, at.y - v.y * back, at.z - v.z * back});
      const float depth = 0.25f + 0.75f * point.near * point.near;
      lights.splat(point.x, point.y, brush.sigma * (1 - 0.1f * static_cast<float>(i)),
                   colour * (brush.light * depth * fade * fade));
    }
  }
}

void add(Canvas& to, const Canvas& from, float share) {
  for (std::size_t i = 0; i < to.pixels.size(); ++i) to.pixels[i] += from.pixels[i] * share;
}

}  // namespace

CrowdPicture::CrowdPicture(const Session& session, std::uint32_t width, std::optional<Window> window)
    : view_(session.world(), width, window),
      size_(session.world().desc().size),
      scenery_(session.world().desc().scenery),
      bodies_(view_),
      lights_(view_.width(), view_.height()) {}

void CrowdPicture::expose(const Session& session, float opacity) {
  has_bodies_ = !session.world().radii().empty();
  if (has_bodies_) {
    bodies_.expose(session, view_, opacity);
  } else {
    draw_points(lights_, session, view_, opacity);
  }
  terrain_ = session.world().terrain();
  goals_.assign(session.goals().begin(), session.goals().end());
}

// Gold does not show on pale bodies, so what is under a goal is darkened.
void CrowdPicture::shade_goals(Canvas& canvas) const {
  Canvas shade(view_.width(), view_.height());
  for (const SessionGoal& goal : goals_) {
    const Projected at = view_(goal.position);
    shade.splat(at.x, at.y, 14 * static_cast<float>(view_.width()) / 1600, {1, 1, 1});
  }
  for (std::size_t i = 0; i < canvas.pixels.size(); ++i)
    canvas.pixels[i] = canvas.pixels[i] * (1 / (1 + 12 * shade.pixels[i].r));
}

void CrowdPicture::draw_goals(Canvas& lights) const {
  const Rgb gold = from_srgb(0xFFE9B0);
  const float unit = static_cast<float>(view_.width()) / 1600;
  for (const SessionGoal& goal : goals_) {
    const Projected at = view_(goal.position);
    if (!has_bodies_) lights.splat(at.x, at.y, 26 * unit, gold * 0.35f);
    lights.splat(at.x, at.y, 3 * unit, gold * 3);
    lights.ring(at.x, at.y, 13 * unit, 1.1f * unit, gold * 1.6f);
    lights.ring(at.x, at.y, 21 * unit, 0.8f * unit, gold * 0.5f);
  }
}

void CrowdPicture::shine(Canvas& canvas) const {
  Canvas lights = lights_;
  draw_goals(lights);
  add(canvas, lights, 1);
  if (has_bodies_) return;  // A glow would blur their outlines.
  add(canvas, blurred(lights, 5), 0.22f);
  add(canvas, blurred(lights, 22), 0.16f);
}

Image CrowdPicture::developed(Scheduler& scheduler) const {
  Canvas canvas(view_.width(), view_.height());
  draw_ground(canvas, terrain_, view_, has_bodies_, scheduler);
  if (!view_.flat()) draw_box(canvas, view_, {}, size_, from_srgb(0x2C3850));
  draw_scenery(canvas, scenery_, view_);
  if (has_bodies_) {
    bodies_.lay_on(canvas);
    shade_goals(canvas);
  }
  shine(canvas);
  return cardume::developed(canvas, has_bodies_ ? Film::kPlain : Film::kGrainy);
}

}  // namespace cardume
