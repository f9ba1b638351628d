#include "core/worldgen/recipe/trees.hpp"

#include <algorithm>
#include <cardume/cost_grid.hpp>
#include <cardume/lsystem.hpp>
#include <cardume/random.hpp>

namespace cardume::recipe {
namespace {

/// Trees of a kind that differ.
constexpr std::uint64_t kShapes = 16;

constexpr std::uint32_t kRewritings = 5;

/// How far a canopy reaches on average, and the limits of trunks: all in cells.
constexpr double kCanopy = 1.7, kThinnest = 0.12, kThickest = 0.4;

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }

}  // namespace

Result<Grove> Grove::create(const TreesRule& rule, std::uint32_t kind, const Content& content, std::uint64_t seed) {
  const auto system = LSystem::shipped(rule.system);
  if (!system) return Error{system.error().status, "trees: " + system.error().message};
  Grove grove(rule, content.join.width, seed);
  std::vector<TreeSize> sizes;
  double mean = 0;
  for (std::uint64_t shape = 0; shape < kShapes; ++shape) {
    const auto size = measure_tree(*system, kRewritings, Stream(seed).at(shape, 1));
    if (!size) return Error{size.error().status, "trees " + rule.system + ": " + size.error().message};
    mean += size->canopy_radius / kShapes;
    sizes.push_back(*size);
  }
  const double scale = mean > 0 ? kCanopy / mean : 1, cell = static_cast<double>(content.cell_size);
  for (const TreeSize& size : sizes) {
    TreeSpot spot;
    const double trunk = std::clamp(size.trunk_radius * scale, kThinnest, kThickest);
    spot.trunk_radius = static_cast<float>(trunk * cell);
    spot.canopy_radius = static_cast<float>(std::max(size.canopy_radius * scale, trunk * 1.5) * cell);
    spot.kind = kind;
    grove.shapes_.push_back(spot);
  }
  return grove;
}

/// At most one in each square of `spacing` cells, so far from its sides that others stand at least width + 1 cells off.
void Grove::plant(const Content& content, const Ground& ground, const SampleBox& box,
                  std::vector<TreeSpot>& out) const {
  const std::int64_t spacing = rule_->spacing, margin = width_ / 2 + 1;
  const std::int64_t free = std::max<std::int64_t>(spacing - width_, 1);
  const Stream stream(seed_);
  for (std::int64_t j = floor_div(box.y, spacing); j * spacing < box.y + box.height; ++j)
    for (std::int64_t i = floor_div(box.x, spacing); i * spacing < box.x + box.width; ++i) {
      const Stream own(stream.at(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(j)));
      if (!(u01(own.at(0, 0)) < static_cast<double>(rule_->chance))) continue;
      TreeSpot tree = shapes_[own.below(kShapes, 1, 0)];
      tree.x = i * spacing + margin + own.below(static_cast<std::uint32_t>(free), 2, 0) - 1;
      tree.y = j * spacing + margin + own.below(static_cast<std::uint32_t>(free), 3, 0) - 1;
      const bool inside =
          tree.x >= box.x && tree.y >= box.y && tree.x < box.x + box.width && tree.y < box.y + box.height;
      if (!inside || !has_room(ground, tree.x, tree.y)) continue;
      const float room = content.cell_size - 2 * tree.trunk_radius;
      tree.offset.x = tree.trunk_radius + room * static_cast<float>(u01(own.at(4, 0)));
      tree.offset.y = tree.trunk_radius + room * static_cast<float>(u01(own.at(5, 0)));
      out.push_back(tree);
    }
}

/// A body of the width that ways have gets around it: all cells so near are free.
bool Grove::has_room(const Ground& ground, std::int64_t x, std::int64_t y) const {
  if (!rule_->in[ground.biome[ground.index(x, y)]]) return false;
  for (std::int64_t row = y - width_; row <= y + width_; ++row)
    for (std::int64_t column = x - width_; column <= x + width_; ++column)
      if (ground.cost[ground.index(column, row)] == kWall) return false;
  return true;
}

}  // namespace cardume::recipe
