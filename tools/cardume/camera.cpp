#include "tools/cardume/camera.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cardume {
namespace {

constexpr float kPast = 0.5f;  ///< Opacity of what is not the last.

Error refused(const std::string& what) { return {Status::kInvalidArgument, what}; }

Result<std::vector<std::uint64_t>> exposures(const std::vector<double>& seconds, float tick_rate, std::uint64_t ticks) {
  if (seconds.empty()) return std::vector<std::uint64_t>{ticks};
  std::vector<std::uint64_t> list;
  for (const double at : seconds) {
    const double tick = at * static_cast<double>(tick_rate) + 0.5;
    if (!(tick < static_cast<double>(ticks) + 1)) return refused(fmt::format("--png-at {}: the run ends before", at));
    // Before the first tick nobody is there.
    list.push_back(std::max<std::uint64_t>(static_cast<std::uint64_t>(tick), std::min<std::uint64_t>(ticks, 1)));
  }
  std::ranges::sort(list);
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

Result<std::optional<Window>> window_of(const std::vector<float>& corners, const WorldDesc& desc) {
  if (corners.empty()) return std::optional<Window>{};
  if (desc.dimensions != 2) return refused("--view: the world has 3 dimensions; expected 2");
  const auto [left, right] = std::minmax(corners[0], corners[2]);
  const auto [top, bottom] = std::minmax(corners[1], corners[3]);
  if (!(left >= 0 && top >= 0 && right <= desc.size.x && bottom <= desc.size.y && left < right && top < bottom)) {
    return refused(fmt::format("--view: expected opposite corners inside {} x {}", desc.size.x, desc.size.y));
  }
  return std::optional(Window{{left, top}, {right, bottom}});
}

}  // namespace

Result<Camera> Camera::create(const CameraPlan& plan, const Session& session, std::uint64_t ticks) {
  Camera camera;
  if (plan.path.empty()) return camera;
  const Result<std::optional<Window>> window = window_of(plan.window, session.world().desc());
  if (!window) return window.error();
  Result<std::vector<std::uint64_t>> list = exposures(plan.seconds, session.scenario().run.tick_rate, ticks);
  if (!list) return list.error();
  camera.path_ = plan.path;
  camera.ticks_ = std::move(*list);
  camera.picture_.emplace(session, plan.width, *window);
  return camera;
}

void Camera::see(const Session& session, std::uint64_t tick) {
  if (!std::ranges::binary_search(ticks_, tick)) return;
  picture_->expose(session, tick == ticks_.back() ? 1 : kPast);
}

Error Camera::write(Scheduler& scheduler) const {
  return picture_ ? write_picture(path_, picture_->developed(scheduler)) : Error{};
}

}  // namespace cardume
