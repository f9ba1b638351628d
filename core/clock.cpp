#include "core/clock.hpp"

#include <algorithm>
#include <cmath>

namespace cardume {

float take_time(Clock& clock, float dt, const WorldDesc& desc, std::uint32_t& ticks) {
  // Half a millionth of a tick makes up for 1/60 + 1/60... falling short of whole ticks by roundings.
  const double tick_rate = static_cast<double>(desc.tick_rate),
               asked = (clock.left + static_cast<double>(dt)) * tick_rate;
  const double whole = std::max(0.0, std::floor(asked + 0.5e-6));
  const double done = std::min(whole, static_cast<double>(desc.budget.most_ticks_a_step));
  ticks = static_cast<std::uint32_t>(done);
  clock.left = (asked - whole) / tick_rate;
  return static_cast<float>((whole - done) / tick_rate);
}

}  // namespace cardume
