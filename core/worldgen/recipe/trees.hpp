#pragma once
#include <cardume/landscape.hpp>
#include <vector>

#include "core/worldgen/recipe/ground.hpp"

namespace cardume::recipe {

/// Trees of one line of a recipe: the sizes of a few that its L-system grows, to choose from.
class Grove {
 public:
  /// kInvalidArgument for an unknown system.
  static Result<Grove> create(const TreesRule&, std::uint32_t kind, const Content&, std::uint64_t seed);

  /// Adds those that stand in `box`. The ground must reach `width` cells farther, but for the edge of the landscape.
  void plant(const Content&, const Ground&, const SampleBox& box, std::vector<TreeSpot>& out) const;

 private:
  Grove(const TreesRule& rule, std::uint32_t width, std::uint64_t seed) : rule_(&rule), width_(width), seed_(seed) {}

  bool has_room(const Ground&, std::int64_t x, std::int64_t y) const;

  const TreesRule* rule_;
  std::uint32_t width_;
  std::uint64_t seed_;
  std::vector<TreeSpot> shapes_;
};

}  // namespace cardume::recipe
