#include <cardume/field.hpp>
#include <cardume/worldgen.hpp>

#include "bench/workloads/kinds.hpp"
#include "tools/scenario/clock.hpp"

namespace cardume::bench {
namespace {

constexpr std::uint64_t kSeed = 7;

/// Free cells to be goals, spread over the map.
std::vector<Cell> free_cells(const CostGrid& map) {
  constexpr std::uint64_t kTried = 64, kStep = 9973;  // A prime, so that they do not line up.
  std::vector<Cell> cells;
  for (std::uint64_t i = 0; i < kTried; ++i) {
    const auto index = static_cast<std::uint32_t>(i * kStep % map.cost.size());
    const Cell cell{index % map.width, index / map.width};
    if (!map.blocked(cell)) cells.push_back(cell);
  }
  return cells;
}

class Fields final : public Workload {
 public:
  explicit Fields(CostGrid map) : map_(std::move(map)), goals_(free_cells(map_)) {}

  StepTime step() override {
    const Cell goal = goals_[steps_++ % goals_.size()];
    const std::uint64_t wall = wall_ns(), cpu = thread_ns();
    distances_ = *build_integration_field(map_, {&goal, 1});
    flow_ = build_flow_field(map_, distances_);
    return {wall_ns() - wall, thread_ns() - cpu};
  }
  std::uint64_t hash() const override { return hash_of(flow_.direction, hash_of(distances_.distance)); }
  std::uint64_t items() const override { return map_.cost.size(); }

 private:
  CostGrid map_;
  std::vector<Cell> goals_;
  std::size_t steps_ = 0;
  IntegrationField distances_;
  FlowField flow_;
};

}  // namespace

Result<std::unique_ptr<Workload>> make_fields(const char*, const WorkloadSetup& setup, Scheduler&) {
  auto caves = generate_caves({.width = setup.size, .height = setup.size, .seed = kSeed});
  if (!caves) return caves.error();
  if (free_cells(*caves).empty()) return Error{Status::kInvalidArgument, "size: too small for caves with free cells"};
  return std::unique_ptr<Workload>(std::make_unique<Fields>(std::move(*caves)));
}

}  // namespace cardume::bench
