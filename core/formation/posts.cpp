#include "core/formation/posts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/space/body_fit.hpp"
#include "core/space/sight.hpp"

namespace cardume {
namespace {

/// Places that are tried on a line.
constexpr int kTries = 32;

/// How much nearer than the spacing a place of its own may be to the others.
constexpr float kSqueeze = 0.95f;

Vec2 pulled_in(const CostGrid& grid, Vec2 anchor, Vec2 place, float radius) {
  for (int i = 0; i < kTries; ++i) {
    const Vec2 nearer = place + (anchor - place) * (static_cast<float>(i) / kTries);
    if (fits(grid, radius, nearer)) return nearer;
  }
  return anchor;
}

bool taken(const Formation& formation, const FormationSlot& but, Vec2 offset) {
  const float least = kSqueeze * formation.desc.spacing;
  return std::any_of(formation.slots.begin(), formation.slots.end(), [&](const FormationSlot& slot) {
    const Vec2 way = slot.offset - offset;
    return &slot != &but && !slot.squeezed && dot(way, way) < least * least;
  });
}

}  // namespace

Post post_for(const CostGrid& grid, Vec2 anchor, Vec2 slot, Vec2 member, float radius) {
  const Vec2 roomy = pulled_in(grid, anchor, slot, radius);
  const bool squeezed = roomy != slot;
  if (in_sight(grid, member, roomy)) return {roomy, squeezed};
  const float share = clear_share(grid, anchor, roomy);
  if (share == 1) return {roomy, squeezed};
  return {pulled_in(grid, anchor, anchor + (roomy - anchor) * share, radius), true};
}

bool find_room(const CostGrid& grid, Formation& formation, FormationSlot& slot, float radius) {
  const int side = static_cast<int>(std::sqrt(static_cast<float>(formation.slots.size()))) + 4;
  float nearest2 = std::numeric_limits<float>::infinity();
  Vec2 best;
  for (int x = -side; x <= side; ++x)
    for (int y = -side; y <= side; ++y) {
      const Vec2 offset = Vec2{static_cast<float>(x), static_cast<float>(y)} * formation.desc.spacing;
      const Vec2 way = offset - slot.offset, place = formation.anchor + turned(offset, formation.heading);
      if (dot(way, way) >= nearest2 || taken(formation, slot, offset)) continue;
      if (!fits(grid, radius, place) || !in_sight(grid, formation.anchor, place)) continue;
      nearest2 = dot(way, way);
      best = offset;
    }
  if (nearest2 == std::numeric_limits<float>::infinity()) return false;
  slot.offset = best;
  return true;
}

}  // namespace cardume
