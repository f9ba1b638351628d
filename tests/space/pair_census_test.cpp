#include <gtest/gtest.h>

#include <cardume/world.hpp>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tools/scenario/random.hpp"

namespace cardume {
namespace {

WorldDesc flock_desc(std::uint32_t dimensions, float sight) {
  WorldDesc desc;
  desc.dimensions = dimensions;
  desc.size = {40, 30, 20};
  desc.capacity = 2000;
  desc.budget.crowd_limit = 0;
  desc.species[0].separation.radius = sight / 2;
  desc.species[0].alignment.radius = desc.species[0].cohesion.radius = sight;
  return desc;
}

World crowd(const WorldDesc& desc, Scheduler& scheduler, std::uint32_t count) {
  World world = std::move(*World::create(desc, scheduler));
  for (std::uint32_t i = 0; i < count; ++i) {
    Draws draws(5, 0, i);
    const float x = draws.unit(), y = draws.unit(), z = desc.dimensions == 3 ? draws.unit() : 0;
    (void)world.spawn({.position = {x * desc.size.x, y * desc.size.y, z * desc.size.z}});
  }
  world.tick();
  return world;
}

/// Everybody against everybody, in the precision of the columns.
double within_by_brute_force(const World& world, float sight) {
  std::uint64_t pairs = 0;
  for (std::uint32_t i = 0; i < world.count(); ++i)
    for (std::uint32_t j = 0; j < world.count(); ++j) {
      float distance2 = 0;
      for (std::uint32_t d = 0; d < world.desc().dimensions; ++d) {
        const float way = world.positions(d)[j] - world.positions(d)[i];
        distance2 += way * way;
      }
      pairs += i != j && distance2 < sight * sight;
    }
  return static_cast<double>(pairs) / world.count();
}

TEST(PairCensus, CountsThoseInSightAsBruteForceDoes) {
  const auto serial = make_serial_scheduler();
  for (const std::uint32_t dimensions : {2u, 3u}) {
    const World world = crowd(flock_desc(dimensions, 3), *serial, 1500);
    const PairCensus census = world.pairs();
    EXPECT_NEAR(census.within, within_by_brute_force(world, 3), 0.02) << dimensions;  // Some have walked out of reach.
    EXPECT_GT(census.within, 1);
    EXPECT_GT(census.tested, census.within);
    EXPECT_LT(census.tested, 1500);
  }
}

TEST(PairCensus, AWorldThatIsOneCellIsTestedWhole) {
  const auto serial = make_serial_scheduler();
  WorldDesc desc = flock_desc(2, 1000);
  desc.size = {10, 10, 1};
  const World world = crowd(desc, *serial, 300);
  EXPECT_EQ(world.pairs().tested, 300);  // Oneself among them.
  EXPECT_EQ(world.pairs().within, 299);
}

TEST(PairCensus, WiderBatchesTestMore) {
  const auto serial = make_serial_scheduler();
  double before = 0, within = 0;
  for (const char* set : instruction_sets()) {
    WorldDesc desc = flock_desc(2, 3);
    desc.instruction_set = set;
    const PairCensus census = crowd(desc, *serial, 1500).pairs();
    EXPECT_GE(census.tested, before) << set;
    if (within != 0) {
      EXPECT_EQ(census.within, within) << set;
    }
    before = census.tested;
    within = census.within;
  }
}

TEST(PairCensus, CrowdedCellsShowOnlyTheirWindow) {
  const auto serial = make_serial_scheduler();
  WorldDesc desc = flock_desc(2, 1000);
  desc.size = {10, 10, 1};
  desc.budget.crowd_limit = 64;
  const World world = crowd(desc, *serial, 300);
  EXPECT_LT(world.pairs().tested, 300);
  EXPECT_GT(world.pairs().tested, 0);
}

TEST(PairCensus, AnEmptyWorldHasNone) {
  const auto serial = make_serial_scheduler();
  const World world = crowd(flock_desc(2, 3), *serial, 0);
  EXPECT_EQ(world.pairs().tested, 0);
  EXPECT_EQ(world.pairs().within, 0);
}

TEST(Memory, PartsAddUpAndColumnsTakeWhatTheirRowsDo) {
  const auto serial = make_serial_scheduler();
  const World world = crowd(flock_desc(3, 3), *serial, 1500);
  std::vector<MemoryPart> parts;
  ASSERT_FALSE(world.memory(parts));
  std::uint64_t sum = 0, positions = 0;
  for (const MemoryPart& part : parts) {
    sum += part.bytes;
    if (std::string(part.name) == "positions") positions = part.bytes;
  }
  EXPECT_EQ(sum, world.memory_bytes());
  EXPECT_EQ(positions, 3u * sizeof(float) * (2000 + 16));  // Room for all, and for a batch past the last.
}

TEST(Memory, GrowsWithTheMap) {
  const auto serial = make_serial_scheduler();
  const auto map_bytes = [&](std::uint32_t edge) {
    WorldDesc desc;
    desc.terrain = {edge, edge, 1, std::vector<std::uint8_t>(std::size_t{edge} * edge, kOpenCost)};
    const World world = std::move(*World::create(desc, *serial));
    std::vector<MemoryPart> parts;
    EXPECT_FALSE(world.memory(parts));
    for (const MemoryPart& part : parts)
      if (std::string(part.name) == "map") return part.bytes;
    return std::uint64_t{0};
  };
  EXPECT_GE(map_bytes(64), 64u * 64);
  EXPECT_GE(map_bytes(256), 10 * map_bytes(64));
}

}  // namespace
}  // namespace cardume
