#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "tests/support/blocks.hpp"
#include "tests/support/crowds.hpp"

namespace cardume::testing {
namespace {

double distance(Vec2 a, Vec2 b) {
  return std::hypot(static_cast<double>(a.x) - static_cast<double>(b.x),
                    static_cast<double>(a.y) - static_cast<double>(b.y));
}

/// Distances of all agents from a place, ascending.
std::vector<double> distances(const World& world, Vec2 from) {
  std::vector<double> all;
  for (std::uint32_t row = 0; row < world.count(); ++row)
    all.push_back(distance({world.positions(0)[row], world.positions(1)[row]}, from));
  std::sort(all.begin(), all.end());
  return all;
}

/// The radius of a disc of the same area as all bodies.
double ideal_radius(const World& world) {
  double sum = 0;
  for (float radius : world.radii()) sum += static_cast<double>(radius) * static_cast<double>(radius);
  return std::sqrt(sum);
}

/// Share of the largest possible mean speed around a place.
double circling(const World& world, Vec2 around) {
  double sum = 0;
  for (std::uint32_t row = 0; row < world.count(); ++row) {
    const double x = static_cast<double>(world.positions(0)[row]) - static_cast<double>(around.x);
    const double y = static_cast<double>(world.positions(1)[row]) - static_cast<double>(around.y);
    const double length = std::hypot(x, y);
    if (length > 0)
      sum += (x * static_cast<double>(world.velocities(1)[row]) - y * static_cast<double>(world.velocities(0)[row])) /
             length;
  }
  return sum / world.count() / static_cast<double>(world.desc().species[0].motion.max_speed);
}

double energy_share(const World& world) {
  const auto speed = static_cast<double>(world.desc().species[0].motion.max_speed);
  return kinetic_energy(world) / (world.count() * speed * speed / 2);
}

struct Approach {
  float radius, speed, angle;
};

/// Tells by how much the body has gone beyond its goal, along the way it came.
double overshoot(const Approach& approach) {
  Crowd crowd(body_desc(open_map(60, 60), approach.radius, approach.speed));
  const Vec2 goal{30.3f, 29.6f}, way{std::cos(approach.angle), std::sin(approach.angle)};
  AgentDesc agent;
  agent.position = {goal.x - 12 * way.x, goal.y - 12 * way.y, 0};
  agent.goal = crowd.add_goal(goal);
  const AgentId id = crowd.spawn(agent);
  double beyond = 0;
  for (int tick = 0; tick < 60 * (4 + static_cast<int>(20 / approach.speed)); ++tick) {
    crowd.run(1. / 60);
    const Vec2 at = crowd.position(id);
    beyond = std::max(beyond, static_cast<double>((at.x - goal.x) * way.x + (at.y - goal.y) * way.y));
  }
  EXPECT_EQ(crowd.state(id), AgentState::kArrived);
  EXPECT_EQ(crowd.velocity(id), (Vec2{0, 0}));
  EXPECT_LT(distance(crowd.position(id), goal), 0.1 * static_cast<double>(approach.radius));
  return beyond;
}

TEST(Arrive, OneBodyStopsAtItsGoalWithoutOvershoot) {
  for (float radius : {0.2f, 0.5f, 1.f})
    for (float speed : {1.f, 4.f, 15.f})
      for (float angle : {0.f, 0.7f, 2.5f, 4.f})
        EXPECT_LT(overshoot({radius, speed, angle}), 0.02 * static_cast<double>(radius))
            << radius << ' ' << speed << ' ' << angle;
}

struct Gathering {
  std::uint32_t agents;
  float least, radius;
  bool one_side;
  double seconds;  ///< The longest that the first 95 % may take.
};

/// Ticks until 95 % have arrived, at most for so many seconds.
void run_until_gathered(Crowd& crowd, double seconds) {
  for (double at = 0; at < seconds; at += 0.25)
    if (crowd.run(0.25).states.arrived >= 0.95 * crowd.world().count()) return;
}

void expect_gathered(const Gathering& scene) {
  const float ideal = scene.radius * std::sqrt(static_cast<float>(scene.agents));
  const auto half = static_cast<std::uint32_t>(5 * ideal) / 2 + 4;
  Crowd crowd(body_desc(open_map(2 * half, 2 * half), scene.radius));
  const auto edge = static_cast<float>(half);
  const Vec2 goal{edge + 0.2f, edge - 0.3f};
  AgentDesc agent;
  agent.radius = scene.radius;
  agent.goal = crowd.add_goal(goal);
  Dice dice(scene.agents);
  // A block of the crowd's size on one side, or thinly all over the map.
  const float fit = std::sqrt(1.1f * 4 * edge * edge / static_cast<float>(scene.agents)) * 0.95f;
  const float spacing = scene.one_side ? 2.4f * scene.radius : std::max(fit, 2.4f * scene.radius);
  const float far = scene.one_side ? edge - 2 * scene.radius : 2 * edge - 1.3f;
  const Vec2 low{1.2f, scene.one_side ? edge - 1.2f * ideal : 1.2f};
  const auto ids = spawn_block(crowd, {low, {far, 2 * edge - 1.3f}, spacing, 0.15f * scene.radius}, scene.agents, agent,
                               scene.least, dice);
  ASSERT_GE(ids.size(), scene.agents * 8 / 10);
  run_until_gathered(crowd, scene.seconds);
  const TickReport report = crowd.run(5);
  const World& world = crowd.world();
  EXPECT_GE(report.states.arrived, 0.95 * world.count());
  EXPECT_LT(distances(world, goal)[world.count() * 95 / 100 - 1], 1.3 * ideal_radius(world));
  EXPECT_LT(energy_share(world), 0.01);
  EXPECT_LT(std::fabs(circling(world, goal)), 0.01);
  EXPECT_EQ(world.overlaps().deep, 0u);
}

TEST(Arrive, B20_ACrowdFromAllSidesPacksIntoADisc) {
  expect_gathered({100, 0.6f, 0.6f, false, 20});
  expect_gathered({1000, 0.3f, 0.4f, false, 25});
}

TEST(Arrive, B20_ACrowdFromOneSidePacksIntoADisc) {
  expect_gathered({100, 0.3f, 0.3f, true, 25});
  expect_gathered({1000, 0.4f, 0.4f, true, 80});
}

TEST(Arrive, B20_ThousandsCome) { expect_gathered({3000, 0.3f, 0.3f, false, 30}); }

TEST(Arrive, ACornerAndACorridorHoldTheirCrowdsToo) {
  CostGrid corridor = open_map(120, 9);
  add_wall(corridor, {0, 0}, {119, 2});
  add_wall(corridor, {0, 6}, {119, 8});
  Crowd along(body_desc(corridor, 0.4f)), one_way(body_desc(corridor, 0.4f)), corner(body_desc(open_map(40, 40), 0.4f));
  Dice dice(7);
  AgentDesc agent;
  agent.radius = 0.4f;
  agent.goal = along.add_goal({60, 4.5f});
  spawn_block(along, {{1, 3.5f}, {118, 5.6f}, 1}, 240, agent, 0.4f, dice);
  EXPECT_GE(along.run(30).states.arrived, 228u);
  agent.goal = one_way.add_goal({90, 4.5f});
  spawn_block(one_way, {{1, 3.5f}, {70, 5.6f}, 1}, 150, agent, 0.4f, dice);
  EXPECT_GE(one_way.run(60).states.arrived, 142u);
  agent.goal = corner.add_goal({0.5f, 0.5f});
  spawn_block(corner, {{8, 8}, {38, 38}, 1.3f}, 400, agent, 0.4f, dice);
  EXPECT_GE(corner.run(40).states.arrived, 380u);
  EXPECT_EQ(corner.world().overlaps().deep, 0u);
}

TEST(Arrive, B21_AGoalInAWallIsReachedInPartAndToldOnce) {
  for (std::uint32_t agents : {1u, 40u}) {
    CostGrid map = open_map(50, 30);
    add_wall(map, {24, 12}, {30, 18});
    Crowd crowd(body_desc(map, 0.4f));
    AgentDesc agent;
    agent.radius = 0.4f;
    agent.goal = crowd.add_goal({26.5f, 15.5f});
    Dice dice(3);
    spawn_block(crowd, {{4, 8}, {12, 20}, 1}, agents, agent, 0.4f, dice);
    std::map<AgentId, int> told;
    int others = 0;
    for (int tick = 0; tick < 60 * 30; ++tick) {
      crowd.run(1. / 60);
      for (const Event& event : crowd.world().events())
        if (event.kind == Event::Kind::kArrivedPartial)
          ++told[event.agent];
        else
          others += event.kind == Event::Kind::kMoving || event.kind == Event::Kind::kBlocked;
    }
    EXPECT_EQ(crowd.count(AgentState::kArrivedPartial), agents);
    EXPECT_EQ(told.size(), agents);
    EXPECT_EQ(others, 0);
    for (const auto& [id, times] : told) EXPECT_EQ(times, 1);
  }
}

TEST(Arrive, WhoStandsNeverMovesAgain) {
  Crowd crowd(body_desc(open_map(60, 60), 0.5f));
  AgentDesc agent;
  agent.radius = 0.5f;
  agent.goal = crowd.add_goal({30, 30});
  Dice dice(5);
  spawn_block(crowd, {{5, 5}, {55, 55}, 3}, 300, agent, 0.3f, dice);
  crowd.run(35);
  const World& world = crowd.world();
  ASSERT_EQ(crowd.count(AgentState::kArrived), world.count());
  std::map<AgentId, Vec2> before;
  for (std::uint32_t row = 0; row < world.count(); ++row) before[world.id_at(row)] = crowd.position(world.id_at(row));
  for (int tick = 0; tick < 300; ++tick) {
    crowd.run(1. / 60);
    EXPECT_TRUE(world.events().empty());
  }
  for (const auto& [id, place] : before) EXPECT_EQ(crowd.position(id), place);
  EXPECT_EQ(kinetic_energy(world), 0);
  EXPECT_EQ(world.overlaps().deep, 0u);
}

/// Bodies that stand in a square pattern, each at a goal of its own.
std::map<AgentId, Vec2> spawn_idle(Crowd& crowd, float spacing) {
  std::map<AgentId, Vec2> posts;
  for (int y = -3; y <= 3; ++y)
    for (int x = -3; x <= 3; ++x) {
      const Vec2 post{30 + static_cast<float>(x) * spacing, 20 + static_cast<float>(y) * spacing};
      AgentDesc agent;
      agent.position = {post.x, post.y, 0};
      agent.goal = crowd.add_goal(post);
      posts[crowd.spawn(agent)] = post;
    }
  crowd.run(1);
  EXPECT_EQ(crowd.count(AgentState::kArrived), 49u);
  return posts;
}

struct Crossing {
  double pace;      ///< Mean speed of the walker as a share of its largest.
  double farthest;  ///< From its post, in the end.
};

/// A heavy body walks through an idle group.
Crossing cross(float mass, float radius, float spacing) {
  WorldDesc desc = body_desc(open_map(60, 40), 0.4f);
  desc.species.push_back(desc.species[0]);
  desc.species[1].body.radius = radius;
  desc.species[1].body.mass = mass;
  Crowd crowd(desc);
  const std::map<AgentId, Vec2> posts = spawn_idle(crowd, spacing);
  AgentDesc walker;
  walker.species = 1;
  walker.position = {18, 20.1f, 0};
  walker.goal = crowd.add_goal({54, 20});
  const AgentId heavy = crowd.spawn(walker);
  crowd.run(1);
  const float start = crowd.position(heavy).x;
  double seconds = 0;
  for (; crowd.position(heavy).x < 38 && seconds < 40; seconds += 1. / 60) crowd.run(1. / 60);
  Crossing crossing{static_cast<double>(crowd.position(heavy).x - start) / seconds / 4, 0};
  crowd.run(10);
  for (const auto& [id, post] : posts)
    crossing.farthest = std::max(crossing.farthest, distance(crowd.position(id), post));
  EXPECT_GE(crowd.count(AgentState::kArrived), 49u);
  return crossing;
}

TEST(Arrive, B25_AnIdleGroupGivesWayToAHeavyBodyAndReturns) {
  struct Walker {
    float mass, radius, spacing;
  };
  for (const Walker& walker :
       {Walker{20, 0.4f, 1}, {20, 0.4f, 1.4f}, {50, 0.5f, 1.4f}, {100, 0.4f, 1}, {100, 0.7f, 1.4f}}) {
    const Crossing crossing = cross(walker.mass, walker.radius, walker.spacing);
    EXPECT_GE(crossing.pace, 0.6) << walker.mass << ' ' << walker.radius << ' ' << walker.spacing;
    EXPECT_LE(crossing.farthest, 0.4) << walker.mass << ' ' << walker.radius << ' ' << walker.spacing;
  }
}

TEST(Arrive, PointsAndWhoNeedNotStopGoOnMoving) {
  WorldDesc desc = body_desc(open_map(40, 40), 0.4f);
  desc.species[0].arrival.fill = 0;
  desc.species.push_back(desc.species[0]);
  desc.species[1].body.radius = 0;
  Crowd crowd(desc);
  AgentDesc agent;
  agent.goal = crowd.add_goal({20, 20});
  agent.position = {5, 20, 0};
  const AgentId body = crowd.spawn(agent);
  agent.position = {5, 10, 0};
  agent.species = 1;
  const AgentId point = crowd.spawn(agent);
  const TickReport report = crowd.run(2);
  EXPECT_EQ(report.states.moving, 1u);
  EXPECT_NEAR(crowd.velocity(body).x, 4, 0.01);
  crowd.run(20);
  EXPECT_NE(crowd.state(body), AgentState::kArrived);
  EXPECT_EQ(crowd.state(point), AgentState::kMoving);
}

}  // namespace
}  // namespace cardume::testing
