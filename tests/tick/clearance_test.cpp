#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/crowds.hpp"

namespace cardume::testing {
namespace {

/// A hall of 40 by 31 cells, walled across in the middle but for gaps, seen from one of four directions.
class Hall {
 public:
  Hall(float cell_size, int direction) : cell_size_(cell_size), direction_(direction) {
    map_ = direction % 2 == 0 ? open_map(kLong, kWide) : open_map(kWide, kLong);
    map_.cell_size = cell_size;
    for (std::uint32_t along = 0; along < kWide; ++along) set(along, kWall);
  }

  void open_gap(std::uint32_t at, std::uint32_t cells) {
    for (std::uint32_t along = at; along < at + cells; ++along) set(along, kOpenCost);
  }

  /// A place by the way through the hall and across it, in cells.
  Vec2 place(float way, float across) const {
    const float from = direction_ < 2 ? way : kLong - way;
    return direction_ % 2 == 0 ? Vec2{from * cell_size_, across * cell_size_}
                               : Vec2{across * cell_size_, from * cell_size_};
  }
  /// How far through the hall a place is, in cells.
  float way(Vec2 place) const {
    const float from = (direction_ % 2 == 0 ? place.x : place.y) / cell_size_;
    return direction_ < 2 ? from : kLong - from;
  }
  float across(Vec2 place) const { return (direction_ % 2 == 0 ? place.y : place.x) / cell_size_; }

  const CostGrid& map() const { return map_; }

  static constexpr std::uint32_t kWide = 31, kLong = 40;

 private:
  /// Two cells of the wall.
  void set(std::uint32_t along, std::uint8_t cost) {
    for (std::uint32_t way = kLong / 2 - 1; way <= kLong / 2; ++way)
      map_.cost[map_.index(direction_ % 2 == 0 ? Cell{way, along} : Cell{along, way})] = cost;
  }

  CostGrid map_;
  float cell_size_;
  int direction_;
};

/// A body that walks through a hall.
struct Walk {
  Crowd crowd;
  GoalId goal;
  AgentId walker;

  Walk(const Hall& hall, float radius, float across)
      : crowd(body_desc(hall.map(), radius * hall.map().cell_size, 8 * hall.map().cell_size)) {
    goal = crowd.add_goal(hall.place(33, across));
    const Vec2 start = hall.place(6, across);
    walker = crowd.spawn({.position = {start.x, start.y, 0}, .goal = goal});
    crowd.run(0.02);  // One tick: no field is in use yet, islands tell.
  }

  bool reachable() const {
    const auto result = const_cast<Walk*>(this)->crowd.world().is_reachable(walker, goal);
    EXPECT_TRUE(result) << result.error().message;
    return result && *result;
  }
};

TEST(Clearance, B10_BodiesPassGapsAsWideAsThemselves) {
  for (int direction = 0; direction < 4; ++direction)
    for (std::uint32_t cells = 1; cells <= 4; ++cells)
      for (float off : {0.05f, 0.3f, 0.5f}) {
        const float cell_size = cells % 2 == 0 ? 1.f : 0.7f;
        Hall hall(cell_size, direction);
        const std::uint32_t at = 9 + cells + static_cast<std::uint32_t>(direction);
        hall.open_gap(at, cells);
        Walk walk(hall, 0.5f * static_cast<float>(cells), static_cast<float>(at) + off);
        EXPECT_TRUE(walk.reachable()) << direction << ' ' << cells;
        walk.crowd.run(6);
        EXPECT_GT(hall.way(walk.crowd.position(walk.walker)), 31.f) << direction << ' ' << cells << ' ' << off;
        EXPECT_LE(deepest_in_walls(walk.crowd.world()), 1e-3);
      }
}

TEST(Clearance, B10_NarrowerGapsAreNeverChosen) {
  for (int direction = 0; direction < 4; ++direction)
    for (std::uint32_t cells = 1; cells <= 3; ++cells)
      for (float more : {0.05f, 0.5f}) {
        Hall hall(1, direction);
        hall.open_gap(6, cells);       // Straight ahead, too narrow.
        hall.open_gap(22, cells + 1);  // A detour.
        Walk walk(hall, 0.5f * static_cast<float>(cells) + 0.5f * more, 6 + 0.5f * static_cast<float>(cells));
        EXPECT_TRUE(walk.reachable());
        float passed_at = 0;
        for (int i = 0; i < 500; ++i) {
          walk.crowd.run(0.02);
          const Vec2 now = walk.crowd.position(walk.walker);
          if (hall.way(now) < 20) passed_at = hall.across(now);
        }
        EXPECT_GT(passed_at, 20.f) << direction << ' ' << cells << ' ' << more;
        EXPECT_GT(hall.way(walk.crowd.position(walk.walker)), 31.f) << direction << ' ' << cells << ' ' << more;
      }
}

TEST(Clearance, B10_NoWayLeadsThroughGapsThatAreTooNarrow) {
  for (int direction = 0; direction < 4; ++direction)
    for (std::uint32_t cells = 1; cells <= 4; ++cells) {
      Hall hall(1, direction);
      hall.open_gap(12, cells);
      Walk walk(hall, 0.5f * static_cast<float>(cells) + 0.1f, 12 + 0.5f * static_cast<float>(cells));
      EXPECT_FALSE(walk.reachable()) << direction << ' ' << cells;
      walk.crowd.run(4);
      EXPECT_FALSE(walk.reachable()) << direction << ' ' << cells;
      EXPECT_LT(hall.way(walk.crowd.position(walk.walker)), 20.f) << direction << ' ' << cells;
    }
}

TEST(Clearance, B11_WallsThatTouchDiagonallyAreClosed) {
  for (bool rising : {false, true})
    for (float radius : {0.f, 0.3f, 0.5f, 0.9f, 1.4f}) {
      CostGrid map = open_map(30, 30);
      for (std::uint32_t i = 0; i < 30; ++i) add_wall(map, {rising ? 29 - i : i, i}, {rising ? 29 - i : i, i});
      Crowd crowd(body_desc(std::move(map), radius));
      const auto upper = [&](Vec2 place) { return place.y > (rising ? 30 - place.x : place.x); };
      const Vec2 start{rising ? 7.5f : 22.5f, 9.f}, end{rising ? 20.5f : 9.5f, 22.f};
      const GoalId goal = crowd.add_goal(end);
      const AgentId walker = crowd.spawn({.position = {start.x, start.y, 0}, .goal = goal});
      crowd.run(0.02);  // One tick: no field is in use yet, islands tell.
      const auto reachable = crowd.world().is_reachable(walker, goal);
      EXPECT_TRUE(reachable && !*reachable) << rising << ' ' << radius;
      crowd.run(5);
      EXPECT_EQ(upper(crowd.position(walker)), upper(start)) << rising << ' ' << radius;
    }
}

TEST(Clearance, B14_NobodyEntersRingsOfWalls) {
  for (const Cell middle : {Cell{25, 20}, Cell{32, 31}})
    for (std::uint32_t ring : {4u, 7u})
      for (float radius : {0.4f, 0.5f, 1.f}) {
        CostGrid map = open_map(64, 50);
        add_wall(map, {middle.x - ring, middle.y - ring}, {middle.x + ring, middle.y + ring});
        for (std::uint32_t y = middle.y - ring + 1; y < middle.y + ring; ++y)
          for (std::uint32_t x = middle.x - ring + 1; x < middle.x + ring; ++x) map.cost[map.index({x, y})] = kOpenCost;
        Crowd crowd(body_desc(std::move(map), radius));
        const Vec2 centre{static_cast<float>(middle.x) + 0.5f, static_cast<float>(middle.y) + 0.5f};
        const GoalId goal = crowd.add_goal(centre);
        std::vector<AgentId> walkers;
        for (int i = 0; i < 12; ++i) {
          const float side = i % 2 == 0 ? 4.f : 60.f;
          walkers.push_back(crowd.spawn({.position = {side, 4 + 3.5f * static_cast<float>(i), 0}, .goal = goal}));
        }
        crowd.run(0.02);
        EXPECT_FALSE(*crowd.world().is_reachable(walkers[0], goal));
        crowd.run(6);
        for (const AgentId walker : walkers) {
          const auto reachable = crowd.world().is_reachable(walker, goal);
          EXPECT_TRUE(reachable && !*reachable) << ring << ' ' << radius;
          const Vec2 at = crowd.position(walker);
          EXPECT_GT(std::max(std::abs(at.x - centre.x), std::abs(at.y - centre.y)), static_cast<float>(ring));
          EXPECT_EQ(crowd.state(walker), AgentState::kBlocked) << ring << ' ' << radius;
        }
      }
}

}  // namespace
}  // namespace cardume::testing
