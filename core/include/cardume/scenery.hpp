#pragma once
#include <cardume/vector.hpp>
#include <cstdint>
#include <vector>

namespace cardume {

/// A simple shape in the world.
struct Zone {
  enum class Shape : std::uint8_t {
    kWorld,  ///< All of the world; the other fields say nothing.
    kBox,    ///< A rectangle (a box in 3 dimensions) along the axes.
    kBall,   ///< A disc (a ball in 3 dimensions).
  };

  Shape shape = Shape::kWorld;  ///< Obstacles and regions are boxes or balls.
  Vec3 centre{};                ///< World units, each from -1e6 to 1e6.
  Vec3 half{};       ///< Of a box: half its edges, in world units; each > 0 within the world's dimensions, to 1e6.
  float radius = 0;  ///< Of a ball, in world units; > 0, to 1e6.
};

/// What happens to agents at the edge of the world.
enum class Edge : std::uint8_t {
  kStop,     ///< They stop there.
  kReflect,  ///< They are thrown back, as light by a mirror.
  kWrap,  ///< They come in on the other side and see across it, as on a torus: neighbours, whom they pursue, evade and
          ///< follow, and who is near. Goals, homes and points of interest are where they are. For points, without
          ///< terrain.
  kOpen,  ///< There is none: the world goes on, up to 1e6 world units from its origin. Without terrain.
};

/// What agents steer around, and do not enter. Solid for points; bodies keep their radius away.
struct ObstacleDesc {
  Zone zone{};  ///< A box or a ball.
};

/// A part of the world whose comings and goings are told; see Event::Kind::kEntered.
struct RegionDesc {
  Zone zone{};                    ///< A box or a ball.
  std::uint64_t species = ~0ull;  ///< Whose, a bit each.
};

/// What surrounds the agents, besides the terrain.
struct SceneryDesc {
  Edge edge = Edge::kStop;              ///< Of the world.
  std::vector<ObstacleDesc> obstacles;  ///< At most limits::kMaxObstacles.
  std::vector<RegionDesc> regions;      ///< At most limits::kMaxRegions. They may overlap.
};

}  // namespace cardume
