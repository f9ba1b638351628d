#pragma once
#include <cardume/world.hpp>
#include <memory>
#include <optional>
#include <vector>

#include "bench/peers/peer.hpp"

namespace cardume::bench {

constexpr float kBodyRadius = 0.5f;
constexpr float kTopSpeed = 2;
constexpr float kTickRate = 60;
constexpr float kSight = 4;  ///< Within which neighbours are counted.

/// A crowd at rest in an open square, uniform, where each has 16 neighbours within kSight on average. All want to be in
/// the middle.
struct CrowdScene {
  float edge = 0;
  std::vector<Vec2> places;

  Vec2 middle() const { return {edge / 2, edge / 2}; }
};

CrowdScene make_crowd_scene(std::uint32_t count);

/// A species of that body which goes straight for its goal and wants nothing else: no flocking, no coming to rest.
SpeciesDesc walkers(float radius);

/// The scene's ground for one species, everyone seen by all in sight.
WorldDesc ground_of(const CrowdScene&, const SpeciesDesc&, const DuelSetup&);
std::vector<AgentDesc> agents_of(const CrowdScene&);

/// The engine's side, by default of a duel between crowds.
class EngineContender : public Contender {
 public:
  /// With a goal all agents have it.
  Error fill(const WorldDesc&, std::vector<AgentDesc>, std::optional<Vec2> goal);

  void step() override { world_->tick(); }
  double items() const override { return world_->count(); }
  double neighbours() const override;

  /// Only after fill().
  const World& world() const { return *world_; }

 protected:
  World& world() { return *world_; }

 private:
  std::unique_ptr<Scheduler> scheduler_ = make_serial_scheduler();
  std::optional<World> world_;
};

/// The scene in such a world, everyone on the way to its middle.
Result<std::unique_ptr<Contender>> make_engine_crowd(const CrowdScene&, const WorldDesc&);

}  // namespace cardume::bench
