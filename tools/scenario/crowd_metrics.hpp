#pragma once
#include <cardume/world.hpp>

namespace cardume {

/// What a crowd looks like as a whole.
struct CrowdMetrics {
  double order = 0;            ///< Length of the mean heading: 0 any which way, 1 all alike (T. Vicsek et al., 1995).
  double mean_speed = 0;       ///< World units a second.
  Vec3 centre;                 ///< World units.
  double spread[3] = {};       ///< Standard deviations along the principal axes, the longest first; world units.
  Vec3 main_axis;              ///< Unit vector of the longest.
  double census_radius = 0;    ///< The largest rule radius of any species.
  double neighbours = 0;       ///< Mean number of agents within it, over a sample of agents.
  std::uint32_t in_walls = 0;  ///< Agents in a blocked cell: none, ever.
};

CrowdMetrics measure_crowd(const World&);

/// Mean number of other agents closer than `radius`, over every agent or about `samples` of them, evenly taken.
double mean_neighbours(const World&, float radius, std::uint32_t samples = 4096);

}  // namespace cardume
