#include "core/fields/outlook.hpp"

#include <algorithm>

namespace cardume {
namespace {

constexpr std::uint32_t kFullLight = 255, kEnoughLight = 230;

/// A cell by its distance from the goal along both axes, in one of the 4 quadrants around it.
class Quadrant {
 public:
  Quadrant(const IntegrationField& field, Cell goal, int step_x, int step_y, Outlook& out)
      : field_(field), goal_(goal), step_x_(step_x), step_y_(step_y), out_(out) {}

  void light_up(std::uint32_t dx, std::uint32_t dy) { at(dx, dy) = static_cast<std::uint8_t>(light(dx, dy)); }

 private:
  std::uint32_t x(std::uint32_t dx) const { return step_x_ > 0 ? goal_.x + dx : goal_.x - dx; }
  std::uint32_t y(std::uint32_t dy) const { return step_y_ > 0 ? goal_.y + dy : goal_.y - dy; }
  std::uint8_t& at(std::uint32_t dx, std::uint32_t dy) {
    return out_.light[(y(dy) - out_.low.y) * out_.width + x(dx) - out_.low.x];
  }

  std::uint32_t light(std::uint32_t dx, std::uint32_t dy) {
    const std::uint32_t far = std::max(dx, dy), aside = std::min(dx, dy);
    if (far == 0) return kFullLight;
    const std::uint32_t open_way = aside * kDiagonalStep + (far - aside) * kStraightStep;
    // Where the way is shorter than any over open ground it leads through a link.
    const std::uint32_t least = field_.metric == Metric::kChebyshev ? far * kStraightStep : open_way;
    const std::uint32_t way = field_.at({x(dx), y(dy)});
    if (way < least || way > open_way) return 0;
    const std::uint32_t level = aside == far ? 0 : at(dx > dy ? dx - 1 : dx, dx > dy ? dy : dy - 1);
    const std::uint32_t slant = aside == 0 ? 0 : at(dx - 1, dy - 1);
    return (level * (far - aside) + slant * aside) / far;
  }

  const IntegrationField& field_;
  Cell goal_;
  int step_x_, step_y_;
  Outlook& out_;
};

}  // namespace

bool Outlook::sees_goal(Cell cell) const {
  const std::uint32_t x = cell.x - low.x, y = cell.y - low.y;
  return x < width && y < height && light[y * width + x] >= kEnoughLight;
}

void look_around(const IntegrationField& field, Cell goal, std::uint32_t cells, Outlook& out) {
  const std::uint32_t left = std::min(goal.x, cells), right = std::min(field.width - 1 - goal.x, cells);
  const std::uint32_t down = std::min(goal.y, cells), up = std::min(field.height - 1 - goal.y, cells);
  out.low = {goal.x - left, goal.y - down};
  out.width = left + right + 1;
  out.height = down + up + 1;
  out.light.assign(std::size_t{out.width} * out.height, 0);
  for (const int step_y : {1, -1})
    for (const int step_x : {1, -1}) {
      Quadrant quadrant(field, goal, step_x, step_y, out);
      for (std::uint32_t dy = 0; dy <= (step_y > 0 ? up : down); ++dy)
        for (std::uint32_t dx = 0; dx <= (step_x > 0 ? right : left); ++dx) quadrant.light_up(dx, dy);
    }
}

}  // namespace cardume
