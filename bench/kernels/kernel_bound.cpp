#include "bench/kernels/kernel_bound.hpp"

#include <algorithm>
#include <limits>

#include "bench/kernels/kernel_scene.hpp"
#include "core/space/pair_census.hpp"
#include "tools/scenario/clock.hpp"

namespace cardume::bench {
namespace {

constexpr std::uint32_t kAgents = 512;  // 12 KiB of columns.
// So dense that batches are full, and looking at others is all that takes time.
constexpr float kScale = 1 / 3.f;
constexpr int kRuns = 500;

double pairs_tested(const simd::RulesArgs& args, std::uint32_t lanes) {
  const float sight2 = 0;  // Only whom the kernel looks at matters here.
  CensusArgs census{args.grid, {}, kAgents, lanes, &sight2, args.profile};
  for (std::uint32_t d = 0; d < 2; ++d) census.position[d] = args.motion.position[d];
  return count_pairs(census).tested * kAgents;
}

}  // namespace

std::optional<double> rules_bound_ns(const std::string& instruction_set) {
  const simd::KernelTable* const kernels =
      simd::find_kernels(instruction_set.empty() ? nullptr : instruction_set.c_str());
  if (kernels == nullptr) return {};
  KernelScene scene(kAgents, kScale);
  const simd::RulesArgs args = scene.rules_args();
  auto fastest = std::numeric_limits<std::uint64_t>::max();
  for (int run = 0; run < kRuns; ++run) {
    const std::uint64_t begin = wall_ns();
    kernels->rules[0](args);
    fastest = std::min(fastest, wall_ns() - begin);
  }
  return static_cast<double>(fastest) / pairs_tested(args, kernels->lanes);
}

}  // namespace cardume::bench
