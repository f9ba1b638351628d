#pragma once
#include <Eigen/Core>
#include <cardume/world.hpp>
#include <cstdint>
#include <optional>

namespace cardume {

/// A part of the plane, in world units.
struct Window {
  Vec2 low, high;
};

/// From world units to pixels; `near` is 1 for the closest point of a 3D world and 0 for the farthest.
struct Projected {
  float x = 0, y = 0, near = 1;
};

/// Flat worlds are seen from above, whole or through a window; 3D worlds whole, from a corner.
class View {
 public:
  View(const World&, std::uint32_t width, std::optional<Window>);

  Projected operator()(Vec3 at) const;
  /// The place in a flat world that is seen there, in pixels.
  Vec2 place(float x, float y) const { return {origin_.x + x / scale_, origin_.y + y / scale_}; }

  bool flat() const { return flat_; }
  std::uint32_t width() const { return width_; }
  std::uint32_t height() const { return height_; }
  /// Pixels to a world unit.
  float scale() const { return scale_; }

 private:
  void look_down(Window);
  void look_from_corner(Vec3 size, std::uint32_t width);

  bool flat_;
  Vec2 origin_;
  float scale_ = 1, reach_ = 1;
  std::uint32_t width_ = 1, height_ = 1;
  Eigen::Matrix3f rotation_ = Eigen::Matrix3f::Identity();
  Eigen::Vector3f centre_ = Eigen::Vector3f::Zero();
};

}  // namespace cardume
