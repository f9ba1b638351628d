#include <algorithm>

#include "bench/workloads/kinds.hpp"

namespace cardume::bench {

std::span<const WorkloadKind> workloads() {
  static const std::vector<WorkloadKind> kinds{
      {"flock", "free flocking on open ground", "agent", true, {10'000, 100'000}, 60, make_scene, "flock"},
      {"horde", "a horde after a player in 512x512 caves", "agent", true, {10'000, 100'000}, 60, make_scene, "horde"},
      {"jam", "bodies pressed into a corner", "agent", true, {20'000}, 120, make_scene, "jam"},
      {"clump", "a flock in one dense clump", "agent", true, {10'000}, 60, make_scene, "clump"},
      {"rts_map", "two armies with minds on a continent", "agent", true, {480}, 120, make_scene, "rts_continent"},
      {"predators", "prey that flee from hunters", "agent", true, {100'000}, 60, make_scene, "predators"},
      {"flock3d", "a shoal in space", "agent", true, {50'000}, 60, make_scene, "school3d"},
      {"fields", "octile distances and directions in caves", "cell", false, {512, 1024}, 3, make_fields, ""},
      {"worldgen", "chunks of a forest without end", "cell", false, {64}, 2, make_worldgen, ""},
      {"queries", "everyone's 8 nearest in a flock", "query", true, {10'000}, 10, make_queries, ""},
  };
  return kinds;
}

const WorkloadKind* find_workload(const std::string& name) {
  const auto kinds = workloads();
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const auto& kind) { return kind.name == name; });
  return found == kinds.end() ? nullptr : &*found;
}

std::uint64_t hash_of(std::span<const std::uint32_t> words, std::uint64_t seed) {
  // 64-bit FNV-1a, a word at a time (G. Fowler, L. C. Noll, K.-P. Vo, 1991).
  std::uint64_t hash = 0xCBF29CE484222325u ^ seed;
  for (const std::uint32_t word : words) hash = (hash ^ word) * 0x100000001B3u;
  return hash;
}

Result<std::unique_ptr<Scheduler>> make_scheduler(std::uint32_t threads) {
  auto scheduler = threads <= 1 ? make_serial_scheduler() : make_tbb_scheduler(threads);
  if (scheduler == nullptr) return Error{Status::kOutOfMemory, {}};
  if (scheduler->worker_count() == std::max(threads, 1u)) return scheduler;
  return Error{Status::kInvalidArgument, "threads: " + std::to_string(threads) + " asked for; this machine has " +
                                             std::to_string(scheduler->worker_count())};
}

}  // namespace cardume::bench
