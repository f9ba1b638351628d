#pragma once
#include <cardume/landscape.hpp>
#include <map>
#include <optional>
#include <utility>

#include "core/worldgen/recipe/ground.hpp"

namespace cardume::recipe {

/// The joined ground of a landscape: worked out where it is first asked for, and kept.
class GroundStore {
 public:
  GroundStore(const Content& content, LandscapeDesc desc, Layers layers)
      : content_(&content), desc_(std::move(desc)), layers_(std::move(layers)) {}

  /// Walls where the box leaves a landscape with an edge.
  Result<Ground> ground(const SampleBox&);

  const Layers& layers() const { return layers_; }

 private:
  using Region = std::pair<std::int64_t, std::int64_t>;

  Error make_whole();
  Error make_regions(const SampleBox&);
  std::vector<Region> missing_regions(const SampleBox&) const;
  void forget_regions(const SampleBox& needed);

  const Content* content_;
  LandscapeDesc desc_;
  Layers layers_;
  std::optional<Ground> whole_;  ///< Of a landscape with an edge, once it has been asked for.
  std::map<Region, Ground> regions_;
};

}  // namespace cardume::recipe
