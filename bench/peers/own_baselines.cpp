#include <utility>

#include "bench/baselines/naive.hpp"
#include "bench/baselines/scalar_grid.hpp"
#include "bench/peers/crowd_scene.hpp"
#include "bench/peers/makers.hpp"
#include "bench/support/flock_scene.hpp"

// The flock scene by code of this project that is not the engine: the same rules, the same start, no border.
namespace cardume::bench {
namespace {

template <class Flock>
class FlockContender final : public Contender {
 public:
  template <class... Arguments>
  FlockContender(const FlockScene& scene, Arguments... arguments)
      : flock_(scene.boids, scene.rules, arguments...), sight_(scene.rules.perception) {}

  void step() override { flock_.tick(); }
  double items() const override { return static_cast<double>(flock_.boids().size()); }
  double neighbours() const override {
    std::vector<Vec2> places;
    for (const Boid& boid : flock_.boids()) places.push_back({boid.x, boid.y});
    return mean_neighbours(places, sight_);
  }

 private:
  Flock flock_;
  float sight_;
};

template <class Flock, class... Arguments>
Result<Duel> duel_of_flocks(const DuelSetup& setup, Arguments... arguments) {
  const FlockScene scene = make_flock_scene(setup.size, Heading::kMiddle);
  WorldDesc desc = world_of(scene);
  desc.instruction_set = setup.instruction_set;
  auto engine = std::make_unique<EngineContender>();
  if (Error error = engine->fill(desc, agents_of(scene), {})) return error;
  return Duel{std::move(engine), std::make_unique<FlockContender<Flock>>(scene, arguments...)};
}

}  // namespace

Result<Duel> make_naive(const DuelSetup& setup) { return duel_of_flocks<NaiveFlock>(setup); }

Result<Duel> make_scalar_grid(const DuelSetup& setup) {
  return duel_of_flocks<ScalarGridFlock>(setup, scalar_grid_tick());
}

Result<Duel> make_scalar_grid_v3(const DuelSetup& setup) {
  if (scalar_grid_tick_v3() == nullptr)
    return Error{Status::kInvalidArgument, "scalar_grid_v3: not for this machine's processor"};
  return duel_of_flocks<ScalarGridFlock>(setup, scalar_grid_tick_v3());
}

}  // namespace cardume::bench
