// Where a field leads that leads away from something, or nowhere.
#include <algorithm>

#include "core/fields/flood.hpp"
#include "core/fields/integration_field.hpp"

namespace cardume {

/// The dead ends of the first flood are the sources of the second one: all other cells have a neighbour that makes up
/// for the step to it.
void IntegrationBuilder::escape() {
  std::uint64_t largest = 1;
  for (const std::uint32_t distance : distance_)
    if (distance != kUnvisited) largest = std::max<std::uint64_t>(largest, distance);
  for (std::uint32_t& distance : distance_) {
    if (distance == kUnvisited || distance == 0) continue;
    distance = static_cast<std::uint32_t>(std::min<std::uint64_t>(6 * (largest - distance) / 5 + 1, kUnvisited));
  }
  for (std::uint32_t cell = 0; cell < distance_.size(); ++cell)
    if (open(cell) && distance_[cell] < by_neighbours(cell)) queues_.pending.add(cell, distance_[cell]);
  queues_.pending.sort();
  clear_distances();
  flood();
}

/// Takes the cells in `stranded_` that no way leads from one by one, those nearest to the first source first, and lets
/// those that can reach them lead there.
void IntegrationBuilder::strand() {
  std::vector<std::uint64_t> order;
  for (const std::uint32_t cell : stranded_.cells) {
    if (distance_[cell] != kUnvisited) continue;
    const Cell at = unframed(cell);
    const std::uint32_t dx = at.x - asked_.first.x, dy = at.y - asked_.first.y;
    order.push_back(std::uint64_t{dx * dx + dy * dy} << 32 | cell);
  }
  std::sort(order.begin(), order.end());
  order.erase(std::unique(order.begin(), order.end()), order.end());
  stranded_.cells.clear();
  for (const std::uint64_t entry : order) {
    const auto cell = static_cast<std::uint32_t>(entry);
    stranded_.cells.push_back(cell);
    if (distance_[cell] != kUnvisited) continue;
    stranded_.sources.push_back({cell, kStranded});
    queues_.pending.push(cell, kStranded + 1);
    flood();
  }
  if (!map_.passages.empty()) flood_stranded();
  std::sort(stranded_.sources.begin(), stranded_.sources.end(),
            [](const FramedSource& a, const FramedSource& b) { return a.cell < b.cell; });
}

/// From all their places at once, because ways past one of them may lead to another.
void IntegrationBuilder::flood_stranded() {
  for (const std::uint32_t cell : stranded_.cells) distance_[cell] = kUnvisited;
  for (const FramedSource& source : stranded_.sources) queues_.pending.push(source.cell, source.distance + 1);
  flood();
}

}  // namespace cardume
