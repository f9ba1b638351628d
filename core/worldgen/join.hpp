#pragma once
#include <cstdint>
#include <vector>

namespace cardume {

/// Ground, row by row: 1 for free cells, 0 for rock.
struct OpenGround {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> open;
};

struct JoinDesc {
  std::uint32_t width = 1;    ///< Of bodies, in cells; odd.
  std::uint32_t brush = 2;    ///< Ways are dug so many cells wide; at least `width`.
  std::uint32_t pockets = 0;  ///< What holds fewer places than that is closed rather than joined.
  std::uint32_t inset = 0;    ///< Rows and columns at the edge where nothing is dug, but for a middle one.
};

/// Digs the shortest ways that join all ground: afterwards every free cell reaches every other by 4-neighbour steps,
/// and so does every place where a body of that width fits (the square of so many cells around it is free). At least
/// one fits. What no body of that width gets to is closed. A map that is thinner than that stays as it is.
void join_ground(OpenGround&, const JoinDesc&);

}  // namespace cardume
