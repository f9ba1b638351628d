#include "tools/scenario/roster.hpp"

#include <gtest/gtest.h>

namespace cardume {
namespace {

constexpr AgentId id(std::uint64_t generation, std::uint64_t slot) { return {generation << 32 | slot}; }

TEST(Roster, SelectsBySpeciesAndGoal) {
  Roster roster;
  roster.add(id(1, 5), 0, GoalId{1});
  roster.add(id(1, 2), 1, GoalId{1});
  roster.add(id(1, 9), 1, GoalId{});
  EXPECT_EQ(roster.select({}, {}), (std::vector{id(1, 2), id(1, 5), id(1, 9)}));
  EXPECT_EQ(roster.select(1, {}), (std::vector{id(1, 2), id(1, 9)}));
  EXPECT_EQ(roster.select({}, GoalId{1}), (std::vector{id(1, 2), id(1, 5)}));
  EXPECT_EQ(roster.select(1, GoalId{}), (std::vector{id(1, 9)}));
  EXPECT_TRUE(roster.select(2, {}).empty());
}

TEST(Roster, FollowsGoalsAndLeavers) {
  Roster roster;
  roster.add(id(1, 0), 0, GoalId{1});
  roster.set_goal(id(1, 0), GoalId{2});
  EXPECT_EQ(roster.goal_of(id(1, 0)), GoalId{2});
  roster.remove(id(1, 0));
  EXPECT_TRUE(roster.select({}, {}).empty());
  EXPECT_EQ(roster.goal_of(id(1, 0)), GoalId{});
}

TEST(Roster, TellsGenerationsApart) {
  Roster roster;
  roster.add(id(2, 3), 0, GoalId{1});
  roster.set_goal(id(1, 3), GoalId{2});
  roster.remove(id(1, 3));
  EXPECT_EQ(roster.goal_of(id(2, 3)), GoalId{1});
  EXPECT_EQ(roster.goal_of(id(1, 3)), GoalId{});
  EXPECT_EQ(roster.goal_of(id(1, 99)), GoalId{});
  roster.add(id(1, 4), 0, GoalId{1});
  EXPECT_EQ(roster.select({}, {}), (std::vector{id(1, 4), id(2, 3)}));
}

}  // namespace
}  // namespace cardume
