#include "tools/cardume/crowd_picture.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <memory>

#include "tools/cardume/canvas.hpp"
#include "tools/cardume/terrain_picture.hpp"

namespace cardume {
namespace {

constexpr std::uint32_t kTallest = 2400;
constexpr float kTurn = 6.2831853f;

/// From world units to pixels; `near` is 1 for the closest point of a 3D world and 0 for the farthest.
struct Projected {
  float x = 0, y = 0, near = 1;
};

class View {
 public:
  View(const World& world, std::uint32_t width) : flat_(world.desc().dimensions == 2) {
    const Vec3 size = world.desc().size;
    if (flat_) {
      scale_ = static_cast<float>(width) / size.x;
      scale_ = std::min(scale_, static_cast<float>(kTallest) / size.y);
      width_ = pixels(size.x * scale_);
      height_ = pixels(size.y * scale_);
      return;
    }
    rotation_ =
        Eigen::AngleAxisf(-0.42f, Eigen::Vector3f::UnitX()) * Eigen::AngleAxisf(0.62f, Eigen::Vector3f::UnitY());
    centre_ = {size.x / 2, size.y / 2, size.z / 2};
    reach_ = centre_.norm();
    width_ = width;
    height_ = width * 3 / 4;
    scale_ = 0.5f * static_cast<float>(height_) / reach_;
  }

  Projected operator()(Vec3 at) const {
    if (flat_) return {at.x * scale_, at.y * scale_, 1};
    const Eigen::Vector3f v = rotation_ * (Eigen::Vector3f(at.x, at.y, at.z) - centre_);
    const float perspective = 2.6f * reach_ / (2.6f * reach_ - v.z());
    return {static_cast<float>(width_) / 2 + v.x() * scale_ * perspective,
            static_cast<float>(height_) / 2 + v.y() * scale_ * perspective,
            std::clamp(0.5f + 0.5f * v.z() / reach_, 0.f, 1.f)};
  }

  std::uint32_t width() const { return width_; }
  std::uint32_t height() const { return height_; }
  float scale() const { return scale_; }

 private:
  static std::uint32_t pixels(float length) { return std::max(1u, static_cast<std::uint32_t>(length + 0.5f)); }

  bool flat_;
  float scale_ = 1, reach_ = 1;
  std::uint32_t width_ = 1, height_ = 1;
  Eigen::Matrix3f rotation_ = Eigen::Matrix3f::Identity();
  Eigen::Vector3f centre_ = Eigen::Vector3f::Zero();
};

Vec3 row_of(const World& world, std::uint32_t row, std::span<const float> (World::*columns)(std::uint32_t) const) {
  const float z = world.desc().dimensions == 3 ? (world.*columns)(2)[row] : 0;
  return {(world.*columns)(0)[row], (world.*columns)(1)[row], z};
}

void draw_ground(Canvas& canvas, const CostGrid& terrain, Scheduler& scheduler) {
  if (terrain.empty()) {
    std::fill(canvas.pixels.begin(), canvas.pixels.end(), from_srgb(0x080A12));
    return;
  }
  const float cells = static_cast<float>(terrain.width) / static_cast<float>(canvas.width);
  const TerrainPicture picture(terrain, 1 / cells);
  for_each_row(scheduler, canvas.height, [&](std::uint32_t y) {
    for (std::uint32_t x = 0; x < canvas.width; ++x)
      canvas.at(x, y) = picture.light((static_cast<float>(x) + 0.5f) * cells, (static_cast<float>(y) + 0.5f) * cells);
  });
}

class Colours {
 public:
  explicit Colours(bool by_species) : by_species_(by_species) {
    for (std::uint32_t i = 0; i < kHues; ++i)
      wheel_.push_back(from_oklch(0.74f, 0.15f, static_cast<float>(i) / static_cast<float>(kHues)));
  }

  Rgb operator()(std::uint8_t species, Vec3 velocity) const {
    // Steps of the golden angle keep any number of species apart; the first is a sea green.
    if (by_species_) return hue(0.47f + 0.381966f * static_cast<float>(species));
    return hue(std::atan2(velocity.y, velocity.x) / kTurn + 0.1f);
  }

 private:
  static constexpr std::uint32_t kHues = 1024;

  Rgb hue(float turns) const {
    const float place = (turns - std::floor(turns)) * static_cast<float>(kHues);
    return wheel_[std::min(static_cast<std::uint32_t>(place), kHues - 1)];
  }

  bool by_species_;
  std::vector<Rgb> wheel_;
};

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
  for (const SpeciesDesc& species : world.desc().species) speed = std::max(speed, species.motion.max_speed);
  const float sigma = std::clamp(0.2f * spacing, 0.62f, 4.f);
  return {sigma, 0.8f, 9 * sigma / (speed * view.scale())};
}

void draw_agents(Canvas& lights, const World& world, const View& view) {
  const Brush brush = brush_for(view, world);
  const Colours colours(world.desc().species.size() > 1);
  constexpr int kWake = 6;
  for (std::uint32_t row = 0; row < world.count(); ++row) {
    const Vec3 at = row_of(world, row, &World::positions), v = row_of(world, row, &World::velocities);
    const Rgb colour = colours(world.species()[row], v);
    for (int i = 0; i <= kWake; ++i) {
      const float back = brush.wake * static_cast<float>(i) / kWake, fade = 1 - static_cast<float>(i) / (kWake + 1);
      const Projected point = view({at.x - v.x * back, at.y - v.y * back, at.z - v.z * back});
      const float depth = 0.25f + 0.75f * point.near * point.near;
      lights.splat(point.x, point.y, brush.sigma * (1 - 0.1f * static_cast<float>(i)),
                   colour * (brush.light * depth * fade * fade));
    }
  }
}

void draw_goals(Canvas& canvas, const Session& session, const View& view) {
  const Rgb gold = from_srgb(0xFFE9B0);
  const float unit = static_cast<float>(view.width()) / 1600;
  for (const SessionGoal& goal : session.goals()) {
    const Projected at = view({goal.position.x, goal.position.y, 0});
    canvas.splat(at.x, at.y, 26 * unit, gold * 0.35f);
    canvas.splat(at.x, at.y, 3 * unit, gold * 3);
    canvas.ring(at.x, at.y, 13 * unit, 1.1f * unit, gold * 1.6f);
    canvas.ring(at.x, at.y, 21 * unit, 0.8f * unit, gold * 0.5f);
  }
}

void draw_line(Canvas& canvas, const View& view, Vec3 from, Vec3 to, Rgb light) {
  constexpr int kDots = 900;
  for (int i = 0; i <= kDots; ++i) {
    const float t = static_cast<float>(i) / kDots;
    const Projected at =
        view({from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t, from.z + (to.z - from.z) * t});
    canvas.splat(at.x, at.y, 0.8f, light * (0.15f + 0.85f * at.near));
  }
}

void draw_box(Canvas& canvas, const View& view, Vec3 size) {
  const Rgb light = from_srgb(0x2C3850);
  for (const float a : {0.f, 1.f})
    for (const float b : {0.f, 1.f}) {
      draw_line(canvas, view, {0, a * size.y, b * size.z}, {size.x, a * size.y, b * size.z}, light);
      draw_line(canvas, view, {a * size.x, 0, b * size.z}, {a * size.x, size.y, b * size.z}, light);
      draw_line(canvas, view, {a * size.x, b * size.y, 0}, {a * size.x, b * size.y, size.z}, light);
    }
}

void add(Canvas& to, const Canvas& from, float share) {
  for (std::size_t i = 0; i < to.pixels.size(); ++i) to.pixels[i] += from.pixels[i] * share;
}

}  // namespace

Image draw_crowd(const Session& session, Scheduler& scheduler, std::uint32_t width) {
  const World& world = session.world();
  const View view(world, width);
  Canvas canvas(view.width(), view.height());
  draw_ground(canvas, world.terrain(), scheduler);
  if (world.desc().dimensions == 3) draw_box(canvas, view, world.desc().size);
  Canvas lights(view.width(), view.height());
  draw_agents(lights, world, view);
  draw_goals(lights, session, view);
  add(canvas, lights, 1);
  add(canvas, blurred(lights, 5), 0.22f);
  add(canvas, blurred(lights, 22), 0.16f);
  return developed(canvas);
}

}  // namespace cardume
