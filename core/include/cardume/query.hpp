#pragma once
#include <cardume/agent.hpp>
#include <cardume/export.hpp>
#include <cardume/vector.hpp>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

// Questions about the agents as they are after the last tick; see World::find() and those after it. They change
// nothing, neither states nor hashes, and cost nothing unless they are asked. Agents that are to be despawned are not
// seen any more; those that are to be spawned, not yet. Answers are exact: what looking at every agent in double
// precision would find, whatever the number of threads. In two dimensions z says nothing.
//
// The first query after a tick looks once at where all agents have gone since they were sorted; then each looks at the
// agents of the cells around it. Cells are as large as the farthest that any rule looks, so that in a world with far
// sight small areas cost more than they need. On a torus (Edge::kWrap) queries see the plain rectangle: nothing is
// found across the edge. In open worlds (Edge::kOpen) they find agents beyond it.
//
// Refused with kInvalidArgument and the name of the field, such as "radius" or, of many, "queries[3].radius": NaN,
// places and directions beyond 1e6, and what is out of the ranges below.
namespace cardume {

/// Who counts.
struct AgentFilter {
  std::uint64_t species = ~0ull;  ///< A bit each.
  AgentId except{};               ///< Not this one, such as the one who asks.
};

/// A part of the world, and who of those whose position is in it (its boundary included; bodies count by their
/// centres).
struct AreaQuery {
  enum class Shape : std::uint8_t { kBall, kBox, kCone };

  Shape shape = Shape::kBall;
  Vec3 centre{};       ///< Of a ball, or the apex of a cone, which is in it. World units.
  float radius = 0;    ///< Of a ball or a cone, in world units; >= 0, may be infinite.
  Vec3 low{}, high{};  ///< Corners of a box, in world units; low <= high along each axis.
  Vec3 direction{};    ///< Of a cone: of any length but 0.
  float angle = 0;  ///< Of a cone: radians from one side to the other, 0 to 2 pi (as a float), which sees all around.
  /// The nearest so many to the centre (of a box, to its middle), ties by AgentId::slot(), in order of distance; 0 for
  /// all, in order of AgentId::slot().
  std::uint32_t nearest = 0;
  AgentFilter filter{};
};

CARDUME_EXPORT AreaQuery within(Vec3 centre, float radius, AgentFilter = {});
/// Also the nearest of a species. Who of species 3 is nearest to me, and no farther than 20?
///
///     std::vector<AreaHit> hits;
///     Error error = world.find(nearest(here, 1, {.species = 1ull << 3, .except = me}, 20), hits);
///     if (!error && !hits.empty()) chase(hits[0].agent);
CARDUME_EXPORT AreaQuery nearest(Vec3 centre, std::uint32_t count, AgentFilter = {},
                                 float radius = std::numeric_limits<float>::infinity());
CARDUME_EXPORT AreaQuery in_box(Vec3 low, Vec3 high, AgentFilter = {});
CARDUME_EXPORT AreaQuery in_cone(Vec3 apex, Vec3 direction, float radius, float angle, AgentFilter = {});

/// Who was found.
struct AreaHit {
  AgentId agent{};
  float distance = 0;  ///< To the centre, in world units.

  friend bool operator==(AreaHit, AreaHit) = default;
};

/// The answers to many area queries.
struct AreaHits {
  std::vector<std::uint32_t> start;  ///< Of each query's hits, and the end of the last one's.
  std::vector<AreaHit> hits;

  std::span<const AreaHit> of(std::size_t query) const {
    return {hits.data() + start[query], start[query + 1] - start[query]};
  }
};

/// A straight way: what is the first thing on it? Touching is enough, be it the end of the way or a corner: to look
/// along a wall that it stands at, a body asks with a little less than its radius.
struct RayQuery {
  Vec3 from{}, to{};  ///< World units; they may be equal, to ask what is there.
  /// Of a disc (a ball) that goes along it, in world units; 0 to 1e6. Agents count with their bodies; points, and those
  /// without one, only where this is more than 0.
  float radius = 0;
  AgentFilter filter{};
  bool agents = true;
  /// The map's walls, its edge among them, and obstacles; on a torus also their images. Open ground has no edge here.
  bool walls = true;
};

/// Of things equally far an agent comes before a wall, and a wall before an obstacle.
struct RayHit {
  enum class What : std::uint8_t { kNothing, kAgent, kTerrain, kObstacle };

  What what = What::kNothing;
  float share = 1;  ///< Of the way until there, 0 to 1; 0 for who touches something at the start.
  Vec3 normal{};    ///< Out of what was hit, of length 1; (0, 0, 0) for whose centre begins inside it.
  AgentId agent{};  ///< Of kAgent; of those equally far the one of the lowest AgentId::slot().
};

/// Agents counted in a raster of square cells (cubes) over the world, along x, then y, then z. Those beyond its edge
/// count in the cells nearest to them.
struct DensityMap {
  float cell_size = 1;  ///< In: world units, 1e-6 to 1e6; too many cells for limits::kMaxDensityCells are kLimit.
  std::uint32_t columns = 0, rows = 0, layers = 0;  ///< Out, as all below; layers is 1 in two dimensions.
  std::vector<std::uint32_t> count{};
};

}  // namespace cardume
