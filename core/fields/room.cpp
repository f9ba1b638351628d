#include "core/fields/room.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cardume {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;

float square(float x) { return x * x; }

/// The first whole distance that is not less.
std::uint32_t ring(float distance) { return static_cast<std::uint32_t>(std::ceil(distance)); }

/// Turns the numbers of cells at each distance into those within it.
void sum_up(std::vector<float>& cells) {
  for (std::size_t k = 1; k < cells.size(); ++k) cells[k] += cells[k - 1];
}

void count_disc(std::uint32_t most, std::vector<float>& disc) {
  if (disc.size() == most + 1) return;
  disc.assign(most + 1, 0);
  const auto edge = static_cast<std::int32_t>(most);
  for (std::int32_t y = -edge; y <= edge; ++y)
    for (std::int32_t x = -edge; x <= edge; ++x)
      if (const auto k = ring(std::sqrt(static_cast<float>(x * x + y * y))); k <= most) ++disc[k];
  sum_up(disc);
}

void count_free(const IntegrationField& field, Cell goal, std::uint32_t most, Room& out) {
  for (std::vector<float>* sum : {&out.area, &out.off_x, &out.off_y}) sum->assign(most + 1, 0);
  const std::uint32_t left = goal.x - std::min(goal.x, most), right = std::min(goal.x + most + 1, field.width);
  const std::uint32_t low = goal.y - std::min(goal.y, most), high = std::min(goal.y + most + 1, field.height);
  for (std::uint32_t y = low; y < high; ++y)
    for (std::uint32_t x = left; x < right; ++x) {
      if (field.at({x, y}) == kUnreachable) continue;
      const float dx = static_cast<float>(x) - static_cast<float>(goal.x);
      const float dy = static_cast<float>(y) - static_cast<float>(goal.y);
      const float away = cells_away(std::sqrt(dx * dx + dy * dy), field.at({x, y}));
      if (away > static_cast<float>(most)) continue;
      const std::uint32_t k = ring(away);
      ++out.area[k];
      out.off_x[k] += dx;
      out.off_y[k] += dy;
    }
  for (std::vector<float>* sum : {&out.area, &out.off_x, &out.off_y}) sum_up(*sum);
}

}  // namespace

void measure_room(const IntegrationField& field, Cell goal, std::uint32_t cells, Room& out) {
  const std::uint32_t most = std::min(cells, std::max(field.width, field.height));
  count_disc(most, out.disc);
  count_free(field, goal, most, out);
  for (std::uint32_t k = 0; k <= most; ++k) {
    out.off_x[k] /= out.area[k];
    out.off_y[k] /= out.area[k];
  }
  // A share of the true disc, because few cells make a poor one.
  out.area[0] = 0;
  for (std::uint32_t k = 1; k <= most; ++k)
    out.area[k] = std::max(out.area[k - 1], kPi * square(static_cast<float>(k)) * out.area[k] / out.disc[k]);
}

float reach_of(const Room& room, float area) {
  if (room.area.empty()) return std::sqrt(area / kPi);
  const auto next = std::upper_bound(room.area.begin() + 1, room.area.end(), area);
  const auto k = static_cast<float>(next - room.area.begin());
  if (next == room.area.end()) return k - 1;
  const float inside = *(next - 1);
  const float share = (area - inside) / (*next - inside);
  return std::sqrt(square(k - 1) + share * (square(k) - square(k - 1)));
}

Vec2 middle_of(const Room& room, float reach) {
  if (room.area.empty()) return {};
  const std::size_t k = std::min(std::size_t{ring(reach)}, room.area.size() - 1);
  return {room.off_x[k], room.off_y[k]};
}

}  // namespace cardume
