#include <box2d/box2d.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "bench/peers/crowd_scene.hpp"
#include "bench/peers/makers.hpp"
#include "bench/support/flock_scene.hpp"

// Both set out anew for the middle at full speed in each step and push apart who touches. What they do not share: Box2D
// keeps contacts from step to step, solves for velocities first, and knows no edge; the engine corrects positions, so
// many times, and keeps bodies in the square, which nobody leaves on the way to its middle but for those who are
// pushed.
namespace cardume::bench {
namespace {

// Nearer to the middle than this nobody wants to get.
constexpr float kNear = 0.1f;
constexpr int kVelocityIterations = 8, kPositionIterations = 3;

class Box2dContender final : public Contender {
 public:
  explicit Box2dContender(const CrowdScene& scene) : world_(b2Vec2(0, 0)), middle_(scene.middle().x, scene.middle().y) {
    world_.SetAllowSleeping(false);
    b2CircleShape disc;
    disc.m_radius = kBodyRadius;
    b2FixtureDef fixture;
    fixture.shape = &disc;
    fixture.friction = 0;
    fixture.restitution = 0;
    fixture.density = 1 / (std::numbers::pi_v<float> * kBodyRadius * kBodyRadius);
    b2BodyDef body;
    body.type = b2_dynamicBody;
    body.fixedRotation = true;
    body.allowSleep = false;
    bodies_.reserve(scene.places.size());
    for (Vec2 place : scene.places) {
      body.position.Set(place.x, place.y);
      bodies_.push_back(world_.CreateBody(&body));
      bodies_.back()->CreateFixture(&fixture);
    }
  }

  void step() override {
    for (b2Body* body : bodies_) body->SetLinearVelocity(wanted(middle_ - body->GetPosition()));
    world_.Step(1 / kTickRate, kVelocityIterations, kPositionIterations);
  }
  double items() const override { return static_cast<double>(bodies_.size()); }
  double neighbours() const override {
    std::vector<Vec2> places;
    for (const b2Body* body : bodies_) places.push_back({body->GetPosition().x, body->GetPosition().y});
    return mean_neighbours(places, kSight);
  }

 private:
  static b2Vec2 wanted(b2Vec2 way) {
    const float length = way.Length();
    return length < kNear ? b2Vec2(0, 0) : (kTopSpeed / length) * way;
  }

  b2World world_;
  b2Vec2 middle_;
  std::vector<b2Body*> bodies_;
};

SpeciesDesc pushing_walkers() {
  SpeciesDesc species = walkers(kBodyRadius);
  species.steering.seek.slow = kNear;
  // Whatever velocity is wanted is had in one tick.
  species.motion.response = kTickRate;
  species.motion.max_acceleration = 2 * kTopSpeed * kTickRate;
  return species;
}

}  // namespace

Result<Duel> make_box2d(const DuelSetup& setup) {
  const CrowdScene scene = make_crowd_scene(setup.size);
  WorldDesc desc = ground_of(scene, pushing_walkers(), setup);
  desc.contacts.iterations = kPositionIterations;
  auto engine = make_engine_crowd(scene, desc);
  if (!engine) return engine.error();
  return Duel{std::move(*engine), std::make_unique<Box2dContender>(scene)};
}

}  // namespace cardume::bench
