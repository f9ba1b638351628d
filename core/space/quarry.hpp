#pragma once
#include <array>
#include <cardume/world.hpp>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/agents/agent_table.hpp"
#include "core/space/curve.hpp"

// The agents of one species, for those who look for the nearest of them: a tree of boxes over the agents in the order
// of a curve that fills space (G. Morton, 1966; T. Karras, "Maximizing parallelism in the construction of BVHs,
// octrees, and k-d trees", 2012), eight by eight:
//
//      block            [ box box box box ... ]       A search goes into the nearest box first, and into others only if
//                        /   |                        they come nearer than the best so far. How the agents are spread
//      block    [ box box ..]  [ box box .. ]         does not matter: one far out, or all on one spot, cost no more.
//                 |    |
//      leaf     [ agent agent ... ]                   What is found is exact, so it does not depend on the order.
//
// Most who look among many find somebody nearby. So the cells around them come first, and the tree only where these do
// not settle it.
//
// On a torus the nearest is the one whose nearest image is.
namespace cardume {

inline constexpr std::uint32_t kQuarryWidth = 8;

/// Agents side by side; places without one are very far away.
struct QuarryLeaf {
  float at[3][kQuarryWidth];
  std::uint32_t slot[kQuarryWidth];
  std::uint32_t row[kQuarryWidth];
};

/// The boxes of eight leaves or blocks.
struct QuarryBlock {
  float low[3][kQuarryWidth], high[3][kQuarryWidth];
  std::uint32_t slot[kQuarryWidth];  ///< The lowest of the agents within.
};

/// Square cells that hold a few agents each where these are spread evenly. A cell is a run of the curve.
struct QuarryCells {
  CurveFrame frame;
  std::uint32_t side = 0;            ///< Cells along an axis; 0 where they are of no use.
  std::uint32_t shift = 0;           ///< Steps of the curve along a cell, as a power of 2.
  float sight = 0;                   ///< Whoever is no farther away than this is in the same cell or the next.
  std::vector<std::uint32_t> start;  ///< The first agent of each cell, and the end of the last.
};

/// Where the agents of one species are.
struct Quarry {
  std::uint8_t species = 0;
  std::uint32_t dimensions = 2;
  std::uint32_t count = 0;
  std::array<float, 3> period{};  ///< After which a torus comes round; infinite where none does.
  std::vector<QuarryLeaf> leaves;
  std::vector<QuarryBlock> blocks;  ///< Level by level, the one at the top last.
  QuarryCells cells;
  std::vector<CurvePlace> order, by;  ///< What sorting works in.

  bool wrapped() const { return period[0] < std::numeric_limits<float>::infinity(); }
};

struct QuarryHit {
  std::uint32_t row = 0;
  float distance2 = 0;
};

/// Takes all memory it will ever need.
Quarry make_quarry(std::uint8_t species, const WorldDesc&);

/// Finds all agents of the quarry's species anew.
void fill(Quarry&, const AgentTable&);

/// The nearest of them at most `radius` from a place, but for the agent in row `self`; ties by AgentId::slot().
std::optional<QuarryHit> nearest_of(const Quarry&, Vec3 place, float radius, std::uint32_t self);

/// The way from a place to the quarry's nearest image of another.
Vec3 way_to(const Quarry&, Vec3 from, Vec3 to);

std::uint64_t memory_bytes(const Quarry&);

}  // namespace cardume
