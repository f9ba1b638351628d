#include <cardume/worldgen.hpp>

#include "bench/workloads/kinds.hpp"
#include "tools/scenario/clock.hpp"

namespace cardume::bench {
namespace {

class Chunks final : public Workload {
 public:
  Chunks(Landscape landscape, std::uint32_t edge) : landscape_(std::move(landscape)), edge_(edge) {}

  StepTime step() override {
    const std::uint64_t wall = wall_ns(), cpu = thread_ns();
    const auto land = landscape_.chunk(steps_++, 0, edge_);
    const StepTime time{wall_ns() - wall, thread_ns() - cpu};
    hash_ = land ? land->hash : 0;
    return time;
  }
  std::uint64_t hash() const override { return hash_; }
  std::uint64_t items() const override { return std::uint64_t{edge_} * edge_; }

 private:
  Landscape landscape_;
  std::uint32_t edge_;
  std::int64_t steps_ = 0;
  std::uint64_t hash_ = 0;
};

constexpr const char* kRecipe = "forest";
constexpr std::uint64_t kSeed = 3;

}  // namespace

Result<std::unique_ptr<Workload>> make_worldgen(const char*, const WorkloadSetup& setup, Scheduler& scheduler) {
  const auto recipe = Recipe::shipped(kRecipe);
  if (!recipe) return recipe.error();
  LandscapeDesc desc{.seed = kSeed};
  desc.options = {&scheduler, setup.instruction_set};
  auto landscape = Landscape::create(*recipe, desc);
  if (!landscape) return landscape.error();
  return std::unique_ptr<Workload>(std::make_unique<Chunks>(std::move(*landscape), setup.size));
}

}  // namespace cardume::bench
