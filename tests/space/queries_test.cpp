#include "core/space/queries.hpp"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/support/crowds.hpp"
#include "tests/support/query_worlds.hpp"
#include "tests/support/scenes.hpp"
#include "tests/support/thread_pool.hpp"

namespace cardume::testing {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// The angle between two ways, in radians.
double angle_between(Spot a, Spot b) {
  const Spot cross{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  return std::atan2(std::sqrt(distance2(cross, {})), a.x * b.x + a.y * b.y + a.z * b.z);
}

Spot centre_of(const World& world, const AreaQuery& query) {
  if (query.shape != AreaQuery::Shape::kBox) return spot_of(world, query.centre);
  const Spot low = spot_of(world, query.low), high = spot_of(world, query.high);
  return {(low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2};
}

bool is_in(const World& world, const AreaQuery& query, Spot at) {
  const Spot low = spot_of(world, query.low), high = spot_of(world, query.high), centre = centre_of(world, query);
  if (query.shape == AreaQuery::Shape::kBox)
    return at.x >= low.x && at.x <= high.x && at.y >= low.y && at.y <= high.y && at.z >= low.z && at.z <= high.z;
  const auto radius = static_cast<double>(query.radius);
  if (distance2(at, centre) > radius * radius) return false;
  if (query.shape == AreaQuery::Shape::kBall || distance2(at, centre) == 0) return true;
  const Spot way{at.x - centre.x, at.y - centre.y, at.z - centre.z};
  return angle_between(way, spot_of(world, query.direction)) <= static_cast<double>(query.angle) / 2;
}

/// By looking at everyone.
std::vector<AreaHit> brute_force(const World& world, const AreaQuery& query) {
  struct One {
    double distance2;
    AgentId id;
  };
  std::vector<One> found;
  for (std::uint32_t row = 0; row < world.count(); ++row)
    if (admitted(world, query.filter, row) && is_in(world, query, spot_at(world, row)))
      found.push_back({distance2(spot_at(world, row), centre_of(world, query)), world.id_at(row)});
  std::sort(found.begin(), found.end(), [&](const One& a, const One& b) {
    if (query.nearest != 0 && a.distance2 != b.distance2) return a.distance2 < b.distance2;
    return a.id.slot() < b.id.slot();
  });
  if (query.nearest != 0 && query.nearest < found.size()) found.resize(query.nearest);
  std::vector<AreaHit> hits;
  hits.reserve(found.size());
  for (const One& one : found) hits.push_back({one.id, static_cast<float>(std::sqrt(one.distance2))});
  return hits;
}

std::vector<AreaHit> find(const World& world, const AreaQuery& query) {
  std::vector<AreaHit> hits{{AgentId{77}, 7}};
  const Error error = world.find(query, hits);
  EXPECT_FALSE(error) << error.message;
  return hits;
}

std::uint32_t count_in(const World& world, const AreaQuery& query) {
  const auto count = world.count_in(query);
  EXPECT_TRUE(count) << count.error().message;
  return count ? *count : 0;
}

TEST(Queries, FindWhomBruteForceFindsInThousandsOfWorlds) {
  Dice dice(1);
  const auto scheduler = make_serial_scheduler();
  std::uint64_t found = 0;
  for (int i = 0; i < 2000; ++i) {
    const World world = run_random_world(random_world_desc(dice), *scheduler, dice);
    for (int k = 0; k < 12; ++k) {
      const AreaQuery query = random_area(world, dice);
      const auto expected = brute_force(world, query);
      ASSERT_EQ(find(world, query), expected) << "world " << i << " query " << k;
      ASSERT_EQ(count_in(world, query), expected.size()) << "world " << i << " query " << k;
      found += expected.size();
    }
  }
  // Compilers draw the worlds in different orders.
  EXPECT_GT(found, 250'000u);
}

/// Crowds of which many are in one cell and many exactly as far as others.
TEST(Queries, NearestAreExactInCrowdsAndTiesGoBySlot) {
  Dice dice(2);
  for (std::uint32_t dimensions : {2u, 3u}) {
    WorldDesc desc = body_desc({}, 0);
    desc.dimensions = dimensions;
    desc.size = {200, 100, 50};
    Crowd crowd(desc);
    for (int i = 0; i < 5000; ++i)
      crowd.spawn({.position = {static_cast<float>(dice() % 12), static_cast<float>(dice() % 12),
                                static_cast<float>(dice() % 3)}});
    for (int i = 0; i < 2000; ++i) crowd.spawn({.position = {dice.below(200), dice.below(100), dice.below(50)}});
    crowd.world().tick();
    for (std::uint32_t count : {1u, 2u, 7u, 16u, 300u, 6999u, 8000u, ~0u})
      for (int i = 0; i < 4; ++i) {
        const AreaQuery query = nearest(random_place(crowd.world(), dice), count);
        ASSERT_EQ(find(crowd.world(), query), brute_force(crowd.world(), query)) << dimensions << "D " << count;
      }
  }
}

/// The nearest one of a species, as a hunter asks for it.
TEST(Queries, NearestOfASpeciesIsNeitherAnotherNorOneself) {
  WorldDesc desc = body_desc({}, 0);
  desc.species.assign(3, desc.species[0]);
  Crowd crowd(desc);
  const AgentId hunter = crowd.spawn({.position = {50, 50, 0}, .species = 1});
  crowd.spawn({.position = {51, 50, 0}, .species = 2});
  const AgentId mate = crowd.spawn({.position = {20, 50, 0}, .species = 1});
  crowd.world().tick();
  const auto hits = find(crowd.world(), nearest({50, 50, 0}, 1, {.species = 1u << 1, .except = hunter}));
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_EQ(hits[0], (AreaHit{mate, 30}));
  EXPECT_TRUE(find(crowd.world(), nearest({50, 50, 0}, 1, {.species = 1u << 1, .except = hunter}, 29.9f)).empty());
}

/// Most stay where the grid has them, some cross the whole world within the tick.
TEST(Queries, SeeThoseWhoAreFarOutOfTheirCells) {
  Dice dice(3);
  for (float share : {0.002f, 0.02f, 0.5f}) {
    WorldDesc desc = body_desc({}, 0, 10'000);
    desc.species[0].separation.radius = 2;
    desc.species[0].separation.weight = 0;
    desc.size = {150, 150, 1};
    Crowd crowd(desc);
    for (int i = 0; i < 4000; ++i) {
      const bool fast = dice.below(1) < share;
      const Vec3 velocity{fast ? dice.below(9000) - 4500 : 0, fast ? dice.below(9000) - 4500 : 0, 0};
      crowd.spawn({.position = {dice.below(150), dice.below(150), 0}, .velocity = velocity});
    }
    for (int tick = 0; tick < 3; ++tick) {
      crowd.world().tick();
      for (int i = 0; i < 60; ++i) {
        const AreaQuery query = random_area(crowd.world(), dice);
        ASSERT_EQ(find(crowd.world(), query), brute_force(crowd.world(), query)) << share;
      }
    }
  }
}

TEST(Queries, ConesOpenByTheirAngleAndSeeTheirApex) {
  WorldDesc desc = body_desc({}, 0);
  desc.dimensions = 3;
  Crowd crowd(desc);
  const AgentId apex = crowd.spawn({.position = {50, 50, 50}}), ahead = crowd.spawn({.position = {53, 54, 50}}),
                beside = crowd.spawn({.position = {46, 53, 50}}), behind = crowd.spawn({.position = {47, 46, 50}}),
                above = crowd.spawn({.position = {50, 50, 55}});
  crowd.world().tick();
  const auto seen = [&](float angle) {
    std::vector<AgentId> ids;
    for (const AreaHit& hit : find(crowd.world(), in_cone({50, 50, 50}, {0.75f, 1, 0}, 5, angle)))
      ids.push_back(hit.agent);
    return ids;
  };
  EXPECT_EQ(seen(0), (std::vector{apex, ahead}));
  EXPECT_EQ(seen(3.14f), (std::vector{apex, ahead}));
  EXPECT_EQ(seen(3.15f), (std::vector{apex, ahead, beside, above}));
  EXPECT_EQ(seen(6.2831855f), (std::vector{apex, ahead, beside, behind, above}));
}

TEST(Queries, FindNobodyBeforeTheFirstTickAndInAnEmptyWorld) {
  Crowd crowd(body_desc({}, 0));
  const AgentId id = crowd.spawn({.position = {5, 5, 0}});
  EXPECT_TRUE(find(crowd.world(), within({5, 5, 0}, 100)).empty());
  EXPECT_TRUE(find(crowd.world(), nearest({5, 5, 0}, 3)).empty());
  crowd.world().tick();
  EXPECT_EQ(count_in(crowd.world(), within({5, 5, 0}, 0)), 1u);
  ASSERT_FALSE(crowd.world().despawn(id));
  crowd.world().tick();
  EXPECT_EQ(count_in(crowd.world(), within({5, 5, 0}, 100)), 0u);
}

TEST(Queries, B34_RemovedAgentsAreInvisibleAtOnce) {
  WorldDesc desc = body_desc({}, 0.4f);
  Crowd crowd(desc);
  const AgentId first = crowd.spawn({.position = {20, 20, 0}}), second = crowd.spawn({.position = {30, 20, 0}});
  crowd.world().tick();
  const World& world = crowd.world();
  const RayQuery ray{.from = {10, 20, 0}, .to = {40, 20, 0}};
  EXPECT_EQ(world.cast(ray)->agent, first);
  ASSERT_FALSE(crowd.world().despawn(first));
  const AgentId next = crowd.spawn({.position = {15, 20, 0}});
  EXPECT_EQ(find(world, within({20, 20, 0}, 11)), (std::vector{AreaHit{second, 10}}));
  EXPECT_EQ(find(world, nearest({20, 20, 0}, 2)).size(), 1u);
  EXPECT_EQ(count_in(world, in_box({0, 0, 0}, {100, 100, 0})), 1u);
  EXPECT_EQ(world.cast(ray)->agent, second);
  DensityMap map{.cell_size = 10};
  ASSERT_FALSE(world.density(map));
  EXPECT_EQ(std::count(map.count.begin(), map.count.end(), 1u), 1);
  crowd.world().tick();
  EXPECT_EQ(world.cast(ray)->agent, next);
  EXPECT_EQ(count_in(world, in_box({0, 0, 0}, {100, 100, 0})), 2u);
}

TEST(Queries, B34_WorldsThatAreNeverAskedKeepTheirMemory) {
  Dice dice(4);
  const auto scheduler = make_serial_scheduler();
  for (int i = 0; i < 50; ++i) {
    World world = run_random_world(random_world_desc(dice), *scheduler, dice);
    world.tick();
    const std::uint64_t before = world.memory_bytes();
    for (int tick = 0; tick < 5; ++tick) world.tick();
    EXPECT_EQ(world.memory_bytes(), before);
  }
}

/// Asks 10,000 things of every kind.
void ask(const World& world, Dice& dice) {
  std::vector<AreaQuery> areas;
  std::vector<RayQuery> rays;
  for (int i = 0; i < 4900; ++i) {
    AreaQuery area = random_area(world, dice);
    area.radius = std::min(area.radius, 5.f);
    areas.push_back(area);
    rays.push_back(random_ray(world, dice));
  }
  AreaHits hits;
  std::vector<RayHit> ends;
  EXPECT_FALSE(world.find_all(areas, hits));
  EXPECT_FALSE(world.cast_all(rays, ends));
  for (int i = 0; i < 50; ++i) {
    find(world, areas[static_cast<std::size_t>(i)]);
    count_in(world, areas[static_cast<std::size_t>(i)]);
    EXPECT_TRUE(world.cast(rays[static_cast<std::size_t>(i)]));
    DensityMap map{.cell_size = 1 + dice.below(9)};
    EXPECT_FALSE(world.density(map, random_filter(world, dice)));
  }
}

void expect_hashes_unchanged_by_queries(Scheduler& scheduler) {
  constexpr std::uint32_t kTicks = 12;
  for (const Scene& scene : {flock_scene(2), flock_scene(3), bodies_scene()}) {
    Dice dice(5);
    const auto asked = run(scene, scheduler, kTicks, [&](const World& world) { ask(world, dice); });
    EXPECT_EQ(asked, run(scene, scheduler, kTicks)) << scene.name;
  }
}

TEST(Queries, B36_TenThousandATickLeaveEveryHashAlone) { expect_hashes_unchanged_by_queries(*make_serial_scheduler()); }

TEST(Queries, B36_TenThousandATickLeaveEveryHashAloneOnTbb) {
  expect_hashes_unchanged_by_queries(*make_tbb_scheduler(2));
}

/// What a world answers to many queries at once, after some ticks on that scheduler.
struct AllAnswers {
  AreaHits areas;
  std::vector<RayHit> rays;
  DensityMap map{.cell_size = 3};
};

AllAnswers answers_of(Scheduler& scheduler, bool one_by_one) {
  AllAnswers answers;
  run(bodies_scene(), scheduler, 4, [&](const World& world) {
    Dice dice(6);
    std::vector<AreaQuery> areas;
    std::vector<RayQuery> rays;
    for (int i = 0; i < 1000; ++i) {
      areas.push_back(random_area(world, dice));
      rays.push_back(random_ray(world, dice));
    }
    EXPECT_FALSE(world.density(answers.map));
    if (!one_by_one) {
      EXPECT_FALSE(world.find_all(areas, answers.areas));
      EXPECT_FALSE(world.cast_all(rays, answers.rays));
      return;
    }
    answers.areas = {};
    answers.rays.clear();
    answers.areas.start.push_back(0);
    for (const AreaQuery& area : areas) {
      for (const AreaHit& hit : find(world, area)) answers.areas.hits.push_back(hit);
      answers.areas.start.push_back(static_cast<std::uint32_t>(answers.areas.hits.size()));
    }
    for (const RayQuery& ray : rays) answers.rays.push_back(*world.cast(ray));
  });
  return answers;
}

void expect_same(const AllAnswers& a, const AllAnswers& b) {
  EXPECT_EQ(a.areas.start, b.areas.start);
  EXPECT_EQ(a.areas.hits, b.areas.hits);
  EXPECT_EQ(a.map.count, b.map.count);
  ASSERT_EQ(a.rays.size(), b.rays.size());
  for (std::size_t i = 0; i < a.rays.size(); ++i) {
    EXPECT_EQ(a.rays[i].what, b.rays[i].what);
    EXPECT_EQ(a.rays[i].share, b.rays[i].share);
    EXPECT_EQ(a.rays[i].normal, b.rays[i].normal);
    EXPECT_EQ(a.rays[i].agent, b.rays[i].agent);
  }
}

TEST(Queries, ManyAtOnceAreAnsweredAsOneByOneOnTheHostsThreads) {
  const AllAnswers expected = answers_of(*make_serial_scheduler(), true);
  EXPECT_GT(expected.areas.hits.size(), 1000u);
  expect_same(answers_of(*make_serial_scheduler(), false), expected);
  ThreadPool pool(3);
  expect_same(answers_of(*make_host_scheduler(pool.callbacks()), false), expected);
}

TEST(Queries, ManyAtOnceAreAnsweredAlikeOnAnyNumberOfTbbThreads) {
  const tbb::global_control more_threads(tbb::global_control::max_allowed_parallelism, 8);
  const AllAnswers expected = answers_of(*make_serial_scheduler(), false);
  for (std::uint32_t workers : {1u, 2u, 3u, 8u}) expect_same(answers_of(*make_tbb_scheduler(workers), false), expected);
}

TEST(Queries, NoQueriesHaveNoAnswers) {
  Crowd crowd(body_desc({}, 0));
  AreaHits hits{{1, 2, 3}, {{}, {}}};
  ASSERT_FALSE(crowd.world().find_all({}, hits));
  EXPECT_EQ(hits.start, std::vector<std::uint32_t>{0});
  EXPECT_TRUE(hits.hits.empty());
}

TEST(Queries, DensityCountsEveryoneOnceInTheCellTheyAreIn) {
  Dice dice(7);
  const auto scheduler = make_serial_scheduler();
  for (int i = 0; i < 300; ++i) {
    const World world = run_random_world(random_world_desc(dice), *scheduler, dice);
    const Vec3 size = world.desc().size;
    const AgentFilter filter = random_filter(world, dice);
    DensityMap map{.cell_size = 0.3f + dice.below(8)};
    ASSERT_FALSE(world.density(map, filter));
    EXPECT_GE(static_cast<float>(map.columns) * map.cell_size, size.x * 0.999999f);
    EXPECT_LT(static_cast<float>(map.columns - 1) * map.cell_size, size.x);
    std::vector<std::uint32_t> expected(std::size_t{map.columns} * map.rows * map.layers);
    for (std::uint32_t row = 0; row < world.count(); ++row) {
      if (!admitted(world, filter, row)) continue;
      const Spot at = spot_at(world, row);
      const auto cell = [&](double place, std::uint32_t count) {
        const double number = std::floor(place / static_cast<double>(map.cell_size));
        return static_cast<std::size_t>(std::min(std::max(number, 0.0), count - 1.0));
      };
      ++expected[(cell(at.z, map.layers) * map.rows + cell(at.y, map.rows)) * map.columns + cell(at.x, map.columns)];
    }
    EXPECT_EQ(map.count, expected);
  }
}

TEST(Queries, InThePlaneLeaveTheThirdAxisAlone) {
  Crowd crowd(body_desc({}, 0.5f));
  crowd.spawn({.position = {5, 5, 0}});
  crowd.world().tick();
  EXPECT_EQ(count_in(crowd.world(), within({5, 5, kNan}, 0)), 1u);
  EXPECT_EQ(count_in(crowd.world(), in_box({4, 4, 9}, {6, 6, -9})), 1u);
  EXPECT_EQ(count_in(crowd.world(), in_cone({4, 5, 7}, {1, 0, kNan}, 1, 0.1f)), 1u);
  const auto hit = crowd.world().cast({.from = {5, 0, 3}, .to = {5, 9, kNan}});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->share, 0.5f);
  EXPECT_EQ(hit->normal, (Vec3{0, -1, 0}));
}

}  // namespace
}  // namespace cardume::testing
