#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/crowds.hpp"

namespace cardume::testing {
namespace {

/// A wall with a near and a far gap; a blob that stands in the near one.
class Detour : public ::testing::Test {
 protected:
  void build(float density_cost, bool locked = true) {
    CostGrid map = open_map(50, 40);
    add_wall(map, {24, 0}, {25, 39});
    for (std::uint32_t y : {9u, 10u, 11u, 29u, 30u, 31u})
      for (std::uint32_t x : {24u, 25u}) map.cost[map.index({x, y})] = kOpenCost;
    WorldDesc desc = body_desc(std::move(map), 0.4f);
    desc.fields.density_cost = density_cost;
    desc.species[0].arrival.fill = 0;
    crowd_ = std::make_unique<Crowd>(desc);
    goal_ = crowd_->add_goal({45, 10});
    for (float x = 23.45f; x < 27; x += 0.82f)
      for (float y = 9.41f; y < 11.5f; y += 0.82f) {
        blob_places_.push_back({x, y});
        blob_.push_back(crowd_->spawn({.position = {x, y, 0}, .locked = locked}));
      }
    for (int i = 0; i < 20; ++i)
      ids_.push_back(crowd_->spawn(
          {.position = {5 + static_cast<float>(i % 5), 8 + static_cast<float>(i / 5), 0}, .goal = goal_}));
  }
  std::size_t through() const {
    std::size_t count = 0;
    for (AgentId id : ids_) count += crowd_->position(id).x > 27;
    return count;
  }

  std::unique_ptr<Crowd> crowd_;
  GoalId goal_;
  std::vector<AgentId> ids_, blob_;
  std::vector<Vec2> blob_places_;
};

TEST_F(Detour, B29_WithADensityCostFollowersGoAroundABlob) {
  build(30);
  crowd_->run(25);
  EXPECT_EQ(through(), ids_.size());
}

TEST_F(Detour, B29_ABlobThatIsFreeToMoveIsGoneAroundAndNotPushedAway) {
  build(30, false);
  crowd_->run(25);
  EXPECT_EQ(through(), ids_.size());
  for (std::size_t i = 0; i < blob_.size(); ++i) {
    const Vec2 at = crowd_->position(blob_[i]);
    EXPECT_LT(std::hypot(at.x - blob_places_[i].x, at.y - blob_places_[i].y), 0.2f) << i;
  }
}

TEST_F(Detour, B29_WithoutOneTheyWaitBehindIt) {
  build(0);
  crowd_->run(12);
  EXPECT_EQ(through(), 0u);
  std::vector<Vec2> before;
  for (AgentId id : ids_) before.push_back(crowd_->position(id));
  crowd_->run(5);
  float way = 0;
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    const Vec2 at = crowd_->position(ids_[i]);
    way += std::hypot(at.x - before[i].x, at.y - before[i].y) / static_cast<float>(ids_.size());
  }
  EXPECT_LT(way, 0.4f);  // A tenth of a second's walk, in five.
}

TEST_F(Detour, FieldsAreRebuiltEachPeriodAndOnlyThen) {
  build(30);
  std::uint32_t built = 0;
  for (int tick = 0; tick < 120; ++tick) built += crowd_->world().tick().fields_published;
  EXPECT_NEAR(built, 120 / 4, 1);
}

/// The field of a goal behind bodies without a goal that go along a wall of themselves at that speed.
std::vector<std::uint32_t> field_behind(float speed, float density_cost) {
  WorldDesc desc = body_desc(open_map(40, 40), 0.4f);
  desc.fields.density_cost = density_cost;
  Crowd crowd(desc);
  const GoalId goal = crowd.add_goal({35.5f, 20.5f});
  for (float y = 10.5f; y < 30; ++y) crowd.spawn({.position = {20.5f, y, 0}, .velocity = {0, speed, 0}});
  crowd.run(0.1);
  return crowd.world().field(goal)->direction;
}

TEST(Density, CountsTheSlowAndNotTheFast) {
  for (float speed : {0.f, 0.5f, 0.9f}) EXPECT_NE(field_behind(speed, 30), field_behind(speed, 0)) << speed;
  for (float speed : {1.1f, 2.f, 4.f}) EXPECT_EQ(field_behind(speed, 30), field_behind(speed, 0)) << speed;
}

}  // namespace
}  // namespace cardume::testing
