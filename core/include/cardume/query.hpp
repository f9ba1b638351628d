#pragma once
#include <cardume/agent.hpp>
#include <cardume/export.hpp>
#include <cardume/vector.hpp>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

// Questions about the agents as they are after the last tick. They change nothing, and cost nothing unless they are
// asked. Agents that are to be despawned are not seen any more; those that are to be spawned, not yet.
namespace cardume {

/// Who counts.
struct AgentFilter {
  std::uint64_t species = ~0ull;  ///< A bit each.
  AgentId except{};               ///< Not this one.
};

/// A part of the world, and who of those whose position is in it (edges included).
struct AreaQuery {
  enum class Shape : std::uint8_t { kBall, kBox, kCone };

  Shape shape = Shape::kBall;
  Vec3 centre{};       ///< Of a ball, or the apex of a cone.
  float radius = 0;    ///< Of a ball or a cone, in world units; >= 0, may be infinite.
  Vec3 low{}, high{};  ///< Corners of a box.
  Vec3 direction{};    ///< Of a cone: of any length but 0.
  float angle = 0;     ///< Of a cone: radians from one side to the other, 0 to 2 pi.
  /// The nearest so many to the centre (of a box, to its middle), ties by AgentId::slot(), in order of distance; 0 for
  /// all, in order of AgentId::slot().
  std::uint32_t nearest = 0;
  AgentFilter filter{};
};

CARDUME_EXPORT AreaQuery within(Vec3 centre, float radius, AgentFilter = {});
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

/// A straight way: what is the first thing on it?
struct RayQuery {
  Vec3 from{}, to{};
  float radius = 0;  ///< Of a disc (a ball) that goes along it, in world units; >= 0. Agents count with their bodies.
  AgentFilter filter{};
  bool agents = true;
  bool walls = true;  ///< And obstacles. One who begins inside a wall hits it at once.
};

struct RayHit {
  enum class What : std::uint8_t { kNothing, kAgent, kTerrain, kObstacle };

  What what = What::kNothing;
  float share = 1;  ///< Of the way until there, 0 to 1.
  Vec3 normal{};    ///< Out of what was hit, of length 1; (0, 0, 0) for who begins inside.
  AgentId agent{};  ///< Of kAgent; of those equally far the one of the lowest AgentId::slot().
};

/// Agents counted in a raster of square cells (cubes) over the world, along x, then y, then z. Those beyond its edge
/// count in the cells nearest to them.
struct DensityMap {
  float cell_size = 1;  ///< In: world units, so that there are at most limits::kMaxDensityCells.
  std::uint32_t columns = 0, rows = 0, layers = 0;
  std::vector<std::uint32_t> count;
};

}  // namespace cardume
