#pragma once
#include <algorithm>
#include <cardume/world.hpp>
#include <cmath>

// When fields are asked for and taken into use.
namespace cardume::tick {

inline std::uint64_t rebuild_period(const WorldDesc& desc) {
  const float ticks = std::floor(desc.tick_rate / desc.fields.rebuild_hz + 0.5f);  // At most 1e9, as checked.
  return static_cast<std::uint64_t>(std::max(1.f, ticks));
}

/// The fewest ticks from asking for a field to its use.
inline std::uint64_t latency(const WorldDesc& desc) {
  return std::min<std::uint64_t>(desc.fields.latency_ticks, rebuild_period(desc));
}

/// Whether it is time to look at goals that have moved.
inline bool is_turn(const WorldDesc& desc, std::uint64_t tick) { return tick % rebuild_period(desc) == 0; }

}  // namespace cardume::tick
