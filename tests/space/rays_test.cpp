#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/support/crowds.hpp"
#include "tests/support/maps.hpp"
#include "tests/support/query_worlds.hpp"

namespace cardume::testing {
namespace {

double distance_to_box(Spot at, Spot low, Spot high) {
  return std::sqrt(distance2(
      at, {std::clamp(at.x, low.x, high.x), std::clamp(at.y, low.y, high.y), std::clamp(at.z, low.z, high.z)}));
}

/// One thing that a ray may hit.
struct Solid {
  RayHit::What what;
  AgentId agent;
  Spot low, high;     ///< A box, or twice the centre of a ball.
  double radius = 0;  ///< Of a ball.

  double gap(Spot at) const { return distance_to_box(at, low, high) - radius; }
};

void add_agents(const World& world, const RayQuery& query, std::vector<Solid>& solids) {
  for (std::uint32_t row = 0; row < world.count(); ++row) {
    const double radius = world.radii().empty() ? 0 : static_cast<double>(world.radii()[row]);
    if (radius + static_cast<double>(query.radius) == 0 || !admitted(world, query.filter, row)) continue;
    solids.push_back({RayHit::What::kAgent, world.id_at(row), spot_at(world, row), spot_at(world, row), radius});
  }
  std::sort(solids.begin(), solids.end(),
            [](const Solid& a, const Solid& b) { return a.agent.slot() < b.agent.slot(); });
}

/// Every wall is a square, and beyond the map all is wall.
void add_walls(const World& world, std::vector<Solid>& solids) {
  const CostGrid& map = world.terrain();
  if (map.empty()) return;
  const auto edge = static_cast<double>(map.cell_size);
  const double right = map.width * edge, top = map.height * edge, far = 1e7;
  const auto add = [&](double x, double y, double to_x, double to_y) {
    solids.push_back({RayHit::What::kTerrain, {}, {x, y, 0}, {to_x, to_y, 0}, 0});
  };
  for (std::uint32_t y = 0; y < map.height; ++y)
    for (std::uint32_t x = 0; x < map.width; ++x)
      if (map.blocked({x, y})) add(x * edge, y * edge, (x + 1) * edge, (y + 1) * edge);
  add(-far, -far, 0, far);
  add(right, -far, far, far);
  add(-far, -far, far, 0);
  add(-far, top, far, far);
}

void add_obstacles(const World& world, std::vector<Solid>& solids) {
  const Vec3 size = world.desc().size;
  const int around = world.desc().scenery.edge == Edge::kWrap ? 1 : 0, deep = world.desc().dimensions == 3 ? around : 0;
  for (const ObstacleDesc& one : world.desc().scenery.obstacles)
    for (int z = -deep; z <= deep; ++z)
      for (int y = -around; y <= around; ++y)
        for (int x = -around; x <= around; ++x) {
          const bool ball = one.zone.shape == Zone::Shape::kBall;
          const Spot half = ball ? Spot{} : spot_of(world, one.zone.half);
          Spot at = spot_of(world, one.zone.centre);
          at.x += x * static_cast<double>(size.x);
          at.y += y * static_cast<double>(size.y);
          at.z += z * static_cast<double>(size.z);
          solids.push_back({RayHit::What::kObstacle,
                            {},
                            {at.x - half.x, at.y - half.y, at.z - half.z},
                            {at.x + half.x, at.y + half.y, at.z + half.z},
                            ball ? static_cast<double>(one.zone.radius) : 0});
        }
}

std::vector<Solid> solids_of(const World& world, const RayQuery& query) {
  std::vector<Solid> solids;
  if (query.agents) add_agents(world, query, solids);
  if (query.walls) add_walls(world, solids);
  if (query.walls) add_obstacles(world, solids);
  return solids;
}

/// What is found by going on, again and again, as far as the nearest thing is away (J. C. Hart, "Sphere tracing",
/// 1996).
struct Traced {
  const Solid* solid = nullptr;
  double length = 0;   ///< Until there.
  double closest = 1;  ///< The least gap on the way, but for what was hit.
  bool slow = false;   ///< The way runs along something for so long that this cannot say.
};

Spot along(const World& world, const RayQuery& query, double share) {
  const Spot from = spot_of(world, query.from), to = spot_of(world, query.to);
  return {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, from.z + (to.z - from.z) * share};
}

Traced trace(const World& world, const RayQuery& query, const std::vector<Solid>& solids) {
  const double whole = std::sqrt(distance2(spot_of(world, query.from), spot_of(world, query.to)));
  const auto radius = static_cast<double>(query.radius);
  Traced traced;
  for (int step = 0; step < 3000; ++step) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const Solid& solid : solids) {
      const double gap = solid.gap(along(world, query, whole == 0 ? 0 : traced.length / whole)) - radius;
      if (gap < nearest) {
        nearest = gap;
        traced.solid = &solid;
      }
    }
    if (nearest <= 1e-10) return traced;
    traced.closest = std::min(traced.closest, nearest);
    traced.length += nearest;
    if (traced.length > whole) {
      traced.solid = nullptr;
      return traced;
    }
  }
  traced.slow = true;
  return traced;
}

/// The gap at the end of a hit between the ray and the nearest thing of the kind that it says.
double gap_at_end(const World& world, const RayQuery& query, const RayHit& hit, const std::vector<Solid>& solids) {
  double gap = std::numeric_limits<double>::infinity();
  for (const Solid& solid : solids)
    if (solid.what == hit.what && solid.agent == hit.agent)
      gap = std::min(gap, solid.gap(along(world, query, static_cast<double>(hit.share))));
  return gap - static_cast<double>(query.radius);
}

/// True where the trace can tell.
bool expect_traced(const World& world, const RayQuery& query, const RayHit& hit) {
  const std::vector<Solid> solids = solids_of(world, query);
  const Traced traced = trace(world, query, solids);
  if (traced.slow) return false;
  const double whole = std::sqrt(distance2(spot_of(world, query.from), spot_of(world, query.to)));
  const double length = static_cast<double>(hit.share) * whole;
  if (traced.solid == nullptr) {
    EXPECT_TRUE(hit.what == RayHit::What::kNothing || traced.closest < 1e-6) << length << " of " << whole;
    return true;
  }
  if (hit.what == RayHit::What::kNothing) {
    ADD_FAILURE() << "nothing, but the trace ends at " << traced.length << " of " << whole;
    return true;
  }
  EXPECT_NEAR(length, traced.length, 1e-3) << "of " << whole;
  EXPECT_LT(gap_at_end(world, query, hit, solids), 1e-5);
  return true;
}

TEST(Rays, EndWhereATraceEndsInThousandsOfWorlds) {
  Dice dice(11);
  const auto scheduler = make_serial_scheduler();
  int told = 0, counts[4] = {};
  for (int i = 0; i < 2000; ++i) {
    const World world = run_random_world(random_world_desc(dice), *scheduler, dice);
    for (int k = 0; k < 8; ++k) {
      const RayQuery query = random_ray(world, dice);
      const auto hit = world.cast(query);
      ASSERT_TRUE(hit) << hit.error().message;
      told += expect_traced(world, query, *hit) ? 1 : 0;
      ++counts[static_cast<int>(hit->what)];
      ASSERT_FALSE(HasFailure()) << "world " << i << " ray " << k;
    }
  }
  EXPECT_GT(told, 15'200);
  for (int count : counts) EXPECT_GT(count, 250);
}

/// Whoever goes back along the normal gets away from what was hit.
TEST(Rays, NormalsLeadStraightOutOfWhatWasHit) {
  Dice dice(12);
  const auto scheduler = make_serial_scheduler();
  int checked = 0;
  for (int i = 0; i < 600; ++i) {
    const World world = run_random_world(random_world_desc(dice), *scheduler, dice);
    for (int k = 0; k < 8; ++k) {
      RayQuery query = random_ray(world, dice);
      query.radius = 0.01f + dice.below(1);
      const RayHit hit = *world.cast(query);
      if (hit.what == RayHit::What::kNothing) continue;
      std::vector<Solid> solids = solids_of(world, query);
      std::erase_if(solids, [&](const Solid& one) { return one.what != hit.what || one.agent != hit.agent; });
      Spot at = along(world, query, static_cast<double>(hit.share));
      const auto gap = [&] {
        double least = std::numeric_limits<double>::infinity();
        for (const Solid& one : solids) least = std::min(least, one.gap(at));
        return least;
      };
      const double before = gap();
      const Spot normal{static_cast<double>(hit.normal.x), static_cast<double>(hit.normal.y),
                        static_cast<double>(hit.normal.z)};
      if (before <= 0) {
        EXPECT_EQ(hit.normal, Vec3{});
        continue;
      }
      ++checked;
      EXPECT_NEAR(distance2(normal, {}), 1, 1e-5);
      at = {at.x + normal.x * 1e-3, at.y + normal.y * 1e-3, at.z + normal.z * 1e-3};
      if (solids.size() == 1) {
        EXPECT_NEAR(gap() - before, 1e-3, 1e-5) << "world " << i << " ray " << k;
      }
    }
  }
  EXPECT_GT(checked, 1000);
}

/// A map whose only walls are its edge and a pillar, by its cells.
World pillar_world(Scheduler& scheduler, float cell_size, float radius) {
  WorldDesc desc =
      body_desc(grid_of({"..........", "..........", "....##....", "....##....", "..........", ".........."}), radius);
  desc.terrain.cell_size = cell_size;
  return std::move(*World::create(desc, scheduler));
}

TEST(Rays, StopAtWallsByTheirRadius) {
  const auto scheduler = make_serial_scheduler();
  for (float cell : {0.25f, 1.f, 8.f}) {
    const World world = pillar_world(*scheduler, cell, 0);
    for (float radius : {0.f, 0.25f, 0.5f}) {
      const RayQuery right{.from = {cell, 3 * cell, 0}, .to = {9 * cell, 3 * cell, 0}, .radius = radius * cell};
      const RayHit hit = *world.cast(right);
      EXPECT_EQ(hit.what, RayHit::What::kTerrain);
      EXPECT_FLOAT_EQ(hit.share, (3 - radius) / 8);
      EXPECT_EQ(hit.normal, (Vec3{-1, 0, 0}));
      EXPECT_EQ(hit.agent, AgentId{});
      const RayQuery down{
          .from = {2 * cell, 4.5f * cell, 0}, .to = {2 * cell, -4.5f * cell, 0}, .radius = radius * cell};
      EXPECT_FLOAT_EQ(world.cast(down)->share, (4.5f - radius) / 9);
      EXPECT_EQ(world.cast(down)->normal, (Vec3{0, 1, 0}));
    }
    const RayQuery past{.from = {cell, 1.4f * cell, 0}, .to = {9 * cell, 1.4f * cell, 0}, .radius = 0.59f * cell};
    EXPECT_EQ(world.cast(past)->what, RayHit::What::kNothing);
    EXPECT_EQ(world.cast(past)->share, 1);
  }
}

/// Flat walls are flat also where two of their squares meet, from whichever side and however slanting.
TEST(Rays, SeamsOfWallsAreNoCorners) {
  const auto scheduler = make_serial_scheduler();
  WorldDesc desc = body_desc(open_map(20, 20), 0);
  add_wall(desc.terrain, {5, 5}, {14, 14});
  const World world = std::move(*World::create(desc, *scheduler));
  for (float radius : {0.f, 0.5f})
    for (int seam = 6; seam <= 14; ++seam)
      for (float slant : {-2.f, -1.f, -0.5f, 0.f, 0.5f, 1.f, 2.f}) {
        const auto at = static_cast<float>(seam);
        const RayHit left =
            *world.cast({.from = {4 - radius, at - slant, 0}, .to = {6 - radius, at + slant, 0}, .radius = radius});
        EXPECT_EQ(left.share, 0.5f) << seam << " " << slant;
        EXPECT_EQ(left.normal, (Vec3{-1, 0, 0})) << seam << " " << slant;
        const RayHit above =
            *world.cast({.from = {at - slant, 16 + radius, 0}, .to = {at + slant, 14 + radius, 0}, .radius = radius});
        EXPECT_EQ(above.share, 0.5f) << seam << " " << slant;
        EXPECT_EQ(above.normal, (Vec3{0, 1, 0})) << seam << " " << slant;
      }
}

TEST(Rays, DoNotSlipThroughWhereWallsTouchAtACorner) {
  const auto scheduler = make_serial_scheduler();
  WorldDesc desc = body_desc(grid_of({"..#.", ".#..", "....", "...."}), 0);
  const World world = std::move(*World::create(desc, *scheduler));
  const RayHit hit = *world.cast({.from = {1.5f, 0.5f, 0}, .to = {2.5f, 1.5f, 0}});
  EXPECT_EQ(hit.what, RayHit::What::kTerrain);
  EXPECT_EQ(hit.share, 0.5f);
}

TEST(Rays, WhoBeginsInAWallOrBeyondTheMapHitsItAtOnce) {
  const auto scheduler = make_serial_scheduler();
  const World world = pillar_world(*scheduler, 1, 0);
  for (const Vec3 inside : {Vec3{5, 3, 0}, Vec3{-3, 2, 0}, Vec3{4, 7, 0}, Vec3{1000, 1000, 0}}) {
    const RayHit hit = *world.cast({.from = inside, .to = {1, 1, 0}});
    EXPECT_EQ(hit.what, RayHit::What::kTerrain);
    EXPECT_EQ(hit.share, 0);
    EXPECT_EQ(hit.normal, Vec3{});
  }
  const RayHit beside = *world.cast({.from = {3.5f, 3, 0}, .to = {1, 3, 0}, .radius = 0.75f});
  EXPECT_EQ(beside.share, 0);
  EXPECT_EQ(beside.normal, (Vec3{-1, 0, 0}));
}

TEST(Rays, OpenGroundHasNoWalls) {
  Crowd crowd(body_desc({}, 0.5f));
  crowd.world().tick();
  EXPECT_EQ(crowd.world().cast({.from = {-50, 5, 0}, .to = {900, 800, 0}})->what, RayHit::What::kNothing);
}

TEST(Rays, HitTheFirstBodyOnTheirWayAndOfThoseEquallyFarTheLowestSlot) {
  WorldDesc desc = body_desc({}, 0.5f);
  desc.species[0].body.collides = 0;
  desc.species.push_back(desc.species[0]);
  desc.species[1].body.radius = 0;
  Crowd crowd(desc);
  crowd.spawn({.position = {30, 10, 0}, .species = 1});
  const AgentId far = crowd.spawn({.position = {60, 10, 0}}), first = crowd.spawn({.position = {50, 10, 0}});
  crowd.spawn({.position = {50, 10, 0}});
  crowd.world().tick();
  const World& world = crowd.world();
  RayQuery ray{.from = {20, 10, 0}, .to = {80, 10, 0}};
  EXPECT_EQ(world.cast(ray)->agent, first);
  EXPECT_FLOAT_EQ(world.cast(ray)->share, 29.5f / 60);
  EXPECT_EQ(world.cast(ray)->normal, (Vec3{-1, 0, 0}));
  ray.radius = 1;
  EXPECT_EQ(world.cast(ray)->agent.slot(), 0u) << "points count for those who have a radius";
  ray.radius = 0;
  ray.to.x = 10;
  EXPECT_EQ(world.cast(ray)->what, RayHit::What::kNothing);
  ray = {.from = {90, 10, 0}, .to = {0, 10, 0}, .filter = {.except = far}};
  EXPECT_FLOAT_EQ(world.cast(ray)->share, 39.5f / 90);
  ray.agents = false;
  EXPECT_EQ(world.cast(ray)->what, RayHit::What::kNothing);
}

TEST(Rays, OfThingsEquallyFarAnAgentComesBeforeAWallBeforeAnObstacle) {
  WorldDesc desc = body_desc(open_map(20, 20), 1);
  add_wall(desc.terrain, {10, 0}, {10, 3});
  desc.scenery.obstacles = {{{.shape = Zone::Shape::kBox, .centre = {10.5f, 5, 0}, .half = {0.5f, 5, 1}}}};
  Crowd crowd(desc);
  RayQuery ray{.from = {5, 2, 0}, .to = {15, 2, 0}};
  EXPECT_EQ(crowd.world().cast(ray)->what, RayHit::What::kTerrain);
  ray = {.from = {5, 8, 0}, .to = {15, 8, 0}};
  EXPECT_EQ(crowd.world().cast(ray)->what, RayHit::What::kObstacle);
  EXPECT_EQ(crowd.world().cast(ray)->share, 0.5f);
  WorldDesc open = body_desc(open_map(20, 20), 1);
  add_wall(open.terrain, {12, 0}, {12, 19});
  Crowd beside(open);
  const AgentId agent = beside.spawn({.position = {10, 5, 0}});
  beside.world().tick();
  ray = {.from = {10.5f, 5, 0}, .to = {20, 5, 0}, .radius = 3};
  EXPECT_EQ(beside.world().cast(ray)->agent, agent);
}

TEST(Rays, InSpaceHitBallsAndBoxes) {
  WorldDesc desc = body_desc({}, 0.5f);
  desc.dimensions = 3;
  desc.scenery.obstacles = {{{.shape = Zone::Shape::kBall, .centre = {50, 50, 50}, .radius = 4}},
                            {{.shape = Zone::Shape::kBox, .centre = {20, 20, 20}, .half = {1, 2, 3}}}};
  Crowd crowd(desc);
  const AgentId agent = crowd.spawn({.position = {50, 50, 80}});
  crowd.world().tick();
  const World& world = crowd.world();
  const RayHit ball = *world.cast({.from = {50, 50, 0}, .to = {50, 50, 100}, .radius = 1});
  EXPECT_EQ(ball.what, RayHit::What::kObstacle);
  EXPECT_FLOAT_EQ(ball.share, 0.45f);
  EXPECT_EQ(ball.normal, (Vec3{0, 0, -1}));
  const RayHit body = *world.cast({.from = {50, 50, 100}, .to = {50, 50, 0}, .radius = 1});
  EXPECT_EQ(body.agent, agent);
  EXPECT_FLOAT_EQ(body.share, 0.185f);
  const RayHit box = *world.cast({.from = {20, 20, 0}, .to = {20, 20, 40}, .radius = 2});
  EXPECT_FLOAT_EQ(box.share, 15.f / 40);
  const RayHit edge = *world.cast({.from = {0, 20, 24}, .to = {40, 20, 24}, .radius = std::sqrt(2.f)});
  EXPECT_FLOAT_EQ(edge.share, 18.f / 40);
  EXPECT_NEAR(edge.normal.x, -std::sqrt(0.5f), 1e-6);
  EXPECT_NEAR(edge.normal.z, std::sqrt(0.5f), 1e-6);
}

/// Whole numbers, so that the way leads exactly over a body or past it by what is said.
TEST(Rays, LongOnesAreAsExactAsShortOnes) {
  Dice dice(13);
  WorldDesc desc = body_desc({}, 0.001f);
  desc.size = {1e6f, 1e6f, 1};
  Crowd crowd(desc);
  const AgentId agent = crowd.spawn({.position = {400'000, 500'000, 0}});
  crowd.world().tick();
  for (int i = 0; i < 500; ++i) {
    const auto x = static_cast<float>(1 + dice() % 400), y = static_cast<float>(1 + dice() % 400);
    const Vec3 from{400'000 - 1000 * x, 500'000 - 1000 * y, 0}, to{400'000 + 700 * x, 500'000 + 700 * y, 0};
    const RayHit hit = *crowd.world().cast({.from = from, .to = to});
    ASSERT_EQ(hit.agent, agent) << x << " " << y;
    EXPECT_NEAR(hit.share, 1000.f / 1700, 1e-6);
    const Vec3 aside = x < y ? Vec3{0.0625f, 0, 0} : Vec3{0, 0.0625f, 0};
    const RayHit past = *crowd.world().cast(
        {.from = {from.x + aside.x, from.y + aside.y, 0}, .to = {to.x + aside.x, to.y + aside.y, 0}});
    EXPECT_EQ(past.what, RayHit::What::kNothing) << x << " " << y;
  }
}

}  // namespace
}  // namespace cardume::testing
