#include "core/agents/agent_table.hpp"

#include <gtest/gtest.h>

namespace cardume {
namespace {

AgentDesc numbered(float i) {
  return {{i, i + 1, i + 2}, {-i, -i - 1, -i - 2}, static_cast<std::uint8_t>(i), GoalId{static_cast<std::uint8_t>(i)}};
}

TEST(AgentTable, KeepsWhatIsAppended) {
  AgentTable agents;
  reserve(agents, {3, 3});
  for (std::uint32_t i = 1; i <= 3; ++i) append(agents, numbered(static_cast<float>(i)), i * 10);
  ASSERT_EQ(agents.count, 3u);
  for (std::uint32_t row = 0; row < 3; ++row) {
    const float i = static_cast<float>(row + 1);
    for (std::uint32_t d = 0; d < 3; ++d) {
      EXPECT_EQ(agents.position.axis[d][row], i + static_cast<float>(d));
      EXPECT_EQ(agents.velocity.axis[d][row], -i - static_cast<float>(d));
    }
    EXPECT_EQ(agents.species[row], row + 1);
    EXPECT_EQ(agents.goal[row], row + 1);
    EXPECT_EQ(agents.slot[row], (row + 1) * 10);
  }
}

TEST(AgentTable, HasNoColumnsBeyondItsDimensions) {
  AgentTable agents;
  reserve(agents, {3, 2});
  EXPECT_TRUE(agents.position.axis[2].empty());
  EXPECT_TRUE(agents.velocity.axis[2].empty());
}

TEST(AgentTable, RemovingMovesTheLastRowIn) {
  AgentTable agents;
  reserve(agents, {3, 2});
  for (std::uint32_t i = 1; i <= 3; ++i) append(agents, numbered(static_cast<float>(i)), i * 10);
  remove(agents, 0);
  ASSERT_EQ(agents.count, 2u);
  EXPECT_EQ(agents.slot[0], 30u);
  EXPECT_EQ(agents.position.axis[0][0], 3.f);
  EXPECT_EQ(agents.slot[1], 20u);
}

TEST(AgentTable, PaddingIsZeroAfterClearing) {
  AgentTable agents;
  reserve(agents, {4, 2});
  for (std::uint32_t i = 1; i <= 4; ++i) append(agents, numbered(static_cast<float>(i)), i * 10);
  remove(agents, 3);
  remove(agents, 0);
  clear_padding(agents);
  for (std::uint32_t row = agents.count; row < agents.count + kLanePadding; ++row) {
    EXPECT_EQ(agents.position.axis[0][row], 0.f);
    EXPECT_EQ(agents.species[row], 0);
    EXPECT_EQ(agents.slot[row], 0u);
  }
}

}  // namespace
}  // namespace cardume
