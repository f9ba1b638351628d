#include <recastnavigation/DetourCrowd.h>
#include <recastnavigation/DetourNavMesh.h>
#include <recastnavigation/DetourNavMeshBuilder.h>

#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "bench/peers/crowd_scene.hpp"
#include "bench/peers/makers.hpp"
#include "bench/support/flock_scene.hpp"

// Both walk to the middle, anticipate collisions and are pushed apart where they touch, each as it does by default:
// DetourCrowd is set up as its own demo begins, or with the lowest of the demo's four qualities. What they do not
// share: it looks at the six nearest alone, which at this density are those within about kReach, where the engine looks
// at everyone; it samples velocities where the engine sums forces, and keeps agents on a mesh, of one polygon here.
namespace cardume::bench {
namespace {

constexpr float kReach = 2.4f;
constexpr float kMaxAcceleration = 8, kHorizon = 2.5f, kSlow = 2 * kBodyRadius;

// Its grid numbers what it holds, 25/9 entries for an agent on average, with 16 bits and does not notice an overflow.
constexpr std::uint32_t kMostAgents = 23'000;

struct Free {
  void operator()(dtNavMesh* mesh) const { dtFreeNavMesh(mesh); }
  void operator()(dtCrowd* crowd) const { dtFreeCrowd(crowd); }
};

/// One square from the origin on; null for want of memory.
std::unique_ptr<dtNavMesh, Free> make_ground(float edge) {
  const auto cells = static_cast<unsigned short>(std::ceil(edge));
  const std::array<unsigned short, 12> corners{0, 0, 0, 0, 0, cells, cells, 0, cells, cells, 0, 0};
  const std::array<unsigned short, 8> polygon{0, 1, 2, 3, 0xffff, 0xffff, 0xffff, 0xffff};
  const unsigned short flags = 1;
  const unsigned char area = 0;
  dtNavMeshCreateParams params{};
  params.verts = corners.data();
  params.vertCount = 4;
  params.polys = polygon.data();
  params.polyFlags = &flags;
  params.polyAreas = &area;
  params.polyCount = 1;
  params.nvp = 4;
  params.bmax[0] = params.bmax[2] = cells;
  params.bmax[1] = 1;
  params.walkableHeight = 2;
  params.walkableRadius = kBodyRadius;
  params.walkableClimb = kBodyRadius;
  params.cs = params.ch = 1;
  params.buildBvTree = true;
  unsigned char* data = nullptr;
  int bytes = 0;
  if (!dtCreateNavMeshData(&params, &data, &bytes)) return nullptr;
  std::unique_ptr<dtNavMesh, Free> mesh(dtAllocNavMesh());
  if (mesh == nullptr || dtStatusFailed(mesh->init(data, bytes, DT_TILE_FREE_DATA))) return nullptr;
  return mesh;
}

/// How well it samples velocities, after the demo's "High" and "Low".
struct Quality {
  unsigned char divisions, rings, depth;
};
constexpr Quality kHigh{7, 2, 3}, kLow{5, 2, 1};

dtObstacleAvoidanceParams avoidance_by(const Quality& quality, const dtCrowd& crowd) {
  dtObstacleAvoidanceParams params = *crowd.getObstacleAvoidanceParams(0);
  params.velBias = 0.5f;
  params.horizTime = kHorizon;
  params.adaptiveDivs = quality.divisions;
  params.adaptiveRings = quality.rings;
  params.adaptiveDepth = quality.depth;
  return params;
}

dtCrowdAgentParams agent_params() {
  dtCrowdAgentParams params{};
  params.radius = kBodyRadius;
  params.height = 2;
  params.maxAcceleration = kMaxAcceleration;
  params.maxSpeed = kTopSpeed;
  params.collisionQueryRange = 12 * kBodyRadius;
  params.pathOptimizationRange = 30 * kBodyRadius;
  params.updateFlags =
      DT_CROWD_ANTICIPATE_TURNS | DT_CROWD_OPTIMIZE_VIS | DT_CROWD_OPTIMIZE_TOPO | DT_CROWD_OBSTACLE_AVOIDANCE;
  return params;
}

class DetourContender final : public Contender {
 public:
  Error fill(const CrowdScene& scene, const Quality& quality) {
    Error refused{Status::kOutOfMemory, "DetourCrowd"};
    mesh_ = make_ground(scene.edge);
    crowd_.reset(dtAllocCrowd());
    count_ = static_cast<int>(scene.places.size());
    if (mesh_ == nullptr || crowd_ == nullptr || !crowd_->init(count_, kBodyRadius, mesh_.get())) return refused;
    const dtObstacleAvoidanceParams avoidance = avoidance_by(quality, *crowd_);
    crowd_->setObstacleAvoidanceParams(0, &avoidance);
    return add(scene) ? Error{} : refused;
  }

  void step() override { crowd_->update(1 / kTickRate, nullptr); }
  double items() const override { return count_; }
  double neighbours() const override {
    std::vector<Vec2> places;
    for (int i = 0; i < count_; ++i) {
      const dtCrowdAgent& agent = *crowd_->getAgent(i);
      places.push_back({agent.npos[0], agent.npos[2]});
    }
    return mean_neighbours(places, kSight);
  }

 private:
  bool add(const CrowdScene& scene) {
    const std::array<float, 3> middle{scene.middle().x, 0, scene.middle().y};
    std::array<float, 3> target{};
    dtPolyRef polygon = 0;
    crowd_->getNavMeshQuery()->findNearestPoly(middle.data(), crowd_->getQueryHalfExtents(), crowd_->getFilter(0),
                                               &polygon, target.data());
    if (polygon == 0) return false;
    const dtCrowdAgentParams params = agent_params();
    for (Vec2 place : scene.places) {
      const std::array<float, 3> at{place.x, 0, place.y};
      const int agent = crowd_->addAgent(at.data(), &params);
      if (agent < 0 || !crowd_->requestMoveTarget(agent, polygon, target.data())) return false;
    }
    return true;
  }

  std::unique_ptr<dtNavMesh, Free> mesh_;
  std::unique_ptr<dtCrowd, Free> crowd_;
  int count_ = 0;
};

SpeciesDesc avoiding_walkers() {
  SpeciesDesc species = walkers(kBodyRadius);
  species.avoidance.radius = kReach;
  species.avoidance.horizon = kHorizon;
  species.steering.seek.slow = kSlow;
  species.motion.max_acceleration = kMaxAcceleration;
  return species;
}

Result<Duel> make_duel(const DuelSetup& setup, const Quality& quality) {
  if (setup.size > kMostAgents) return Error{Status::kLimit, "size: DetourCrowd holds 23000 such agents"};
  const CrowdScene scene = make_crowd_scene(setup.size);
  auto peer = std::make_unique<DetourContender>();
  if (Error error = peer->fill(scene, quality)) return error;
  auto engine = make_engine_crowd(scene, ground_of(scene, avoiding_walkers(), setup));
  if (!engine) return engine.error();
  return Duel{std::move(*engine), std::move(peer)};
}

}  // namespace

Result<Duel> make_detour_crowd(const DuelSetup& setup) { return make_duel(setup, kHigh); }
Result<Duel> make_detour_crowd_low(const DuelSetup& setup) { return make_duel(setup, kLow); }

}  // namespace cardume::bench
