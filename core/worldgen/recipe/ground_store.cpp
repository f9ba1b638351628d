#include "core/worldgen/recipe/ground_store.hpp"

#include <algorithm>
#include <cardume/cost_grid.hpp>

#include "core/exact_float.hpp"

namespace cardume::recipe {
namespace {

/// Regions of an endless landscape that are kept for the next box.
constexpr std::size_t kMostRegions = 1024;

std::int64_t region_of(std::int64_t cell) {
  return (cell >= 0 ? cell : cell - (std::int64_t{kRegion} - 1)) / std::int64_t{kRegion};
}

bool overlap(const SampleBox& a, const SampleBox& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

void copy_common(const Ground& from, Ground& to) {
  if (!overlap(from.box, to.box)) return;
  const std::int64_t left = std::max(from.box.x, to.box.x), top = std::max(from.box.y, to.box.y);
  const std::int64_t right = std::min(from.box.x + from.box.width, to.box.x + to.box.width);
  const std::int64_t bottom = std::min(from.box.y + from.box.height, to.box.y + to.box.height);
  for (std::int64_t y = top; y < bottom; ++y) {
    const std::size_t source = from.index(left, y), target = to.index(left, y);
    const auto count = static_cast<std::size_t>(right - left);
    std::copy_n(&from.biome[source], count, &to.biome[target]);
    std::copy_n(&from.cost[source], count, &to.cost[target]);
    if (!from.height.empty()) std::copy_n(&from.height[source], count, &to.height[target]);
  }
}

/// Calls `function(i)` for i below `count`, on all threads of the scheduler if there is one; true if none threw.
template <class Function>
void for_each(Scheduler* scheduler, std::size_t count, Function function) {
  if (scheduler != nullptr)
    return scheduler->parallel_for(static_cast<std::uint32_t>(count), 1, [&](Chunk chunk) { function(chunk.first); });
  for (std::size_t i = 0; i < count; ++i) function(i);
}

}  // namespace

Result<Ground> GroundStore::ground(const SampleBox& box) {
  if (Error error = content_->endless ? make_regions(box) : make_whole()) return error;
  Ground out = blank_ground(*content_, box);
  if (whole_) copy_common(*whole_, out);
  for (const auto& [place, region] : regions_) copy_common(region, out);
  return out;
}

Error GroundStore::make_whole() {
  if (whole_) return {};
  const SampleBox box{0, 0, 0, desc_.width, desc_.height, 1};
  auto ground = raw_ground(*content_, layers_, box, desc_.options.scheduler);
  if (!ground) return ground.error();
  join_all(*content_, *ground);
  whole_ = std::move(*ground);
  return {};
}

std::vector<GroundStore::Region> GroundStore::missing_regions(const SampleBox& box) const {
  std::vector<Region> missing;
  for (std::int64_t y = region_of(box.y); y <= region_of(box.y + box.height - 1); ++y)
    for (std::int64_t x = region_of(box.x); x <= region_of(box.x + box.width - 1); ++x)
      if (!regions_.contains({x, y})) missing.emplace_back(x, y);
  return missing;
}

Error GroundStore::make_regions(const SampleBox& box) {
  const std::vector<Region> missing = missing_regions(box);
  if (regions_.size() + missing.size() > kMostRegions) forget_regions(box);
  std::vector<Result<Ground>> made(missing.size(), Error{Status::kOutOfMemory, {}});
  for_each(desc_.options.scheduler, missing.size(), [&](std::size_t i) noexcept {
    const ExactFloat exact;
    try {
      made[i] = joined_region(*content_, layers_, missing[i].first, missing[i].second, desc_.seed);
    } catch (...) {  // For want of memory, as it says already.
    }
  });
  for (std::size_t i = 0; i < missing.size(); ++i) {
    if (!made[i]) return made[i].error();
    regions_.emplace(missing[i], std::move(*made[i]));
  }
  return {};
}

void GroundStore::forget_regions(const SampleBox& needed) {
  std::erase_if(regions_, [&](const auto& one) { return !overlap(one.second.box, needed); });
}

}  // namespace cardume::recipe
