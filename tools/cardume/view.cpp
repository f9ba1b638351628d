#include "tools/cardume/view.hpp"

#include <Eigen/Geometry>
#include <algorithm>

namespace cardume {
namespace {

constexpr std::uint32_t kTallest = 2400;

std::uint32_t pixels(float length) { return std::max(1u, static_cast<std::uint32_t>(length + 0.5f)); }

}  // namespace

View::View(const World& world, std::uint32_t width, std::optional<Window> window)
    : flat_(world.desc().dimensions == 2), width_(width) {
  const Vec3 size = world.desc().size;
  if (flat_) {
    look_down(window.value_or(Window{{}, {size.x, size.y}}));
  } else {
    look_from_corner(size, width);
  }
}

void View::look_down(Window window) {
  const float width = window.high.x - window.low.x, height = window.high.y - window.low.y;
  origin_ = window.low;
  scale_ = std::min(static_cast<float>(width_) / width, static_cast<float>(kTallest) / height);
  width_ = pixels(width * scale_);
  height_ = pixels(height * scale_);
}

void View::look_from_corner(Vec3 size, std::uint32_t width) {
  rotation_ = Eigen::AngleAxisf(-0.42f, Eigen::Vector3f::UnitX()) * Eigen::AngleAxisf(0.62f, Eigen::Vector3f::UnitY());
  centre_ = {size.x / 2, size.y / 2, size.z / 2};
  reach_ = centre_.norm();
  height_ = width * 3 / 4;
  scale_ = 0.5f * static_cast<float>(height_) / reach_;
}

Projected View::operator()(Vec3 at) const {
  if (flat_) return {(at.x - origin_.x) * scale_, (at.y - origin_.y) * scale_, 1};
  const Eigen::Vector3f v = rotation_ * (Eigen::Vector3f(at.x, at.y, at.z) - centre_);
  const float perspective = 2.6f * reach_ / (2.6f * reach_ - v.z());
  return {static_cast<float>(width_) / 2 + v.x() * scale_ * perspective,
          static_cast<float>(height_) / 2 + v.y() * scale_ * perspective,
          std::clamp(0.5f + 0.5f * v.z() / reach_, 0.f, 1.f)};
}

}  // namespace cardume
