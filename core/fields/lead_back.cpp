#include "core/fields/lead_back.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/fields/flow_field.hpp"
#include "core/fields/walk_grid.hpp"

namespace cardume {
namespace {

constexpr std::uint32_t kMostSteps = 8, kTile = 2 * kMostSteps, kWindow = kTile + 2 * kMostSteps;

/// A tile of the map, whose directions it writes, and what lies so near that it matters to them.
class Window {
 public:
  Window(const CostGrid& walk, const IntegrationField& field, Cell tile, FlowField& out)
      : walk_(walk), field_(field), out_(out), tile_(tile) {
    low_ = {tile.x - std::min(tile.x, kMostSteps), tile.y - std::min(tile.y, kMostSteps)};
    high_ = {std::min(tile.x + kTile + kMostSteps, walk.width), std::min(tile.y + kTile + kMostSteps, walk.height)};
  }

  bool any_unfit() const {
    for (std::uint32_t y = tile_.y; y < std::min(tile_.y + kTile, walk_.height); ++y) {
      const std::uint8_t* row = walk_.cost.data() + std::size_t{y} * walk_.width;
      if (std::find(row + tile_.x, row + std::min(tile_.x + kTile, walk_.width), kUnfit) !=
          row + std::min(tile_.x + kTile, walk_.width))
        return true;
    }
    return false;
  }

  void write() {
    gather();
    for (std::uint8_t steps = 1; steps <= kMostSteps && count_ > 0; ++steps) advance(steps);
    for (std::uint32_t i = 0; i < count_; ++i) direct(unfit_[i], FlowField::kNoDirection);
  }

 private:
  static constexpr std::uint8_t kFarOff = 255;

  std::uint8_t cost(Cell cell) const { return walk_.cost[std::size_t{cell.y} * walk_.width + cell.x]; }
  std::uint8_t& steps(Cell cell) { return steps_[(cell.y - low_.y) * kWindow + cell.x - low_.x]; }
  bool inside(Cell cell) const { return cell.x - low_.x < high_.x - low_.x && cell.y - low_.y < high_.y - low_.y; }
  bool free(Cell cell) const { return inside(cell) && cost(cell) != kWall; }

  void gather() {
    for (std::uint32_t y = low_.y; y < high_.y; ++y)
      for (std::uint32_t x = low_.x; x < high_.x; ++x) {
        steps({x, y}) = field_.at({x, y}) != kUnreachable ? 0 : kFarOff;
        if (cost({x, y}) == kUnfit) unfit_[count_++] = {x, y};
      }
  }

  /// Leads those back that are so many steps off.
  void advance(std::uint8_t steps_off) {
    std::uint32_t left = 0, found = 0;
    for (std::uint32_t i = 0; i < count_; ++i) {
      const Cell cell = unfit_[i];
      const Step step = way_back(cell, static_cast<std::uint8_t>(steps_off - 1));
      if (step == Step{}) {
        unfit_[left++] = cell;
        continue;
      }
      found_[found++] = cell;
      const auto scale = step.diagonal() ? std::sqrt(0.5f) : 1.0f;
      direct(cell, pack_direction(static_cast<float>(step.dx) * scale, static_cast<float>(step.dy) * scale));
    }
    for (std::uint32_t i = 0; i < found; ++i) steps(found_[i]) = steps_off;
    count_ = left;
  }

  /// To a neighbour that is so many steps off: straight ones first, and of those on good ground the one nearest to the
  /// goal.
  Step way_back(Cell cell, std::uint8_t steps_off) {
    Step best;
    std::uint32_t least = kUnreachable;
    for (std::size_t i = 0; i < kSteps.size(); ++i) {
      const Step step = kSteps[(i + 4) % kSteps.size()];
      if (i == 4 && best != Step{}) break;
      const Cell to = cell + step;
      if (!free(to) || steps(to) != steps_off || !free({to.x, cell.y}) || !free({cell.x, to.y})) continue;
      if (best != Step{} && field_.at(to) >= least) continue;
      least = field_.at(to);
      best = step;
    }
    return best;
  }

  void direct(Cell cell, std::uint32_t packed) {
    if (cell.x - tile_.x >= kTile || cell.y - tile_.y >= kTile) return;
    out_.direction[std::size_t{cell.y + 1} * out_.stride + cell.x + 1] = packed;
  }

  const CostGrid& walk_;
  const IntegrationField& field_;
  FlowField& out_;
  Cell tile_, low_, high_;
  std::array<std::uint8_t, kWindow * kWindow> steps_;
  std::array<Cell, kWindow * kWindow> unfit_, found_;
  std::uint32_t count_ = 0;  ///< Of `unfit_`.
};

void lead_back(const CostGrid& walk, const IntegrationField& field, Cell tile, FlowField& out) {
  Window window(walk, field, tile, out);
  if (window.any_unfit()) window.write();
}

}  // namespace

void lead_back(const CostGrid& walk, const IntegrationField& field, FlowField& out) {
  if (std::find(walk.cost.begin(), walk.cost.end(), kUnfit) == walk.cost.end()) return;
  for (std::uint32_t y = 0; y < walk.height; y += kTile)
    for (std::uint32_t x = 0; x < walk.width; x += kTile) lead_back(walk, field, {x, y}, out);
}

void lead_back(const CostGrid& walk, const IntegrationField& field, std::span<const std::uint32_t> changed,
               FlowField& out) {
  std::vector<std::uint32_t> tiles;
  const std::uint32_t across = (walk.width + kTile - 1) / kTile;
  for (const std::uint32_t index : changed) {
    const std::uint32_t x = index % walk.width, y = index / walk.width;
    for (std::uint32_t row = (y - std::min(y, kMostSteps)) / kTile; row * kTile <= y + kMostSteps; ++row)
      for (std::uint32_t column = (x - std::min(x, kMostSteps)) / kTile; column * kTile <= x + kMostSteps; ++column)
        if (column < across && row * kTile < walk.height) tiles.push_back(row * across + column);
  }
  std::sort(tiles.begin(), tiles.end());
  tiles.erase(std::unique(tiles.begin(), tiles.end()), tiles.end());
  for (const std::uint32_t tile : tiles) lead_back(walk, field, {tile % across * kTile, tile / across * kTile}, out);
}

}  // namespace cardume
