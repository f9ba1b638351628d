#include "core/agents/ids.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "tests/support/dice.hpp"

namespace cardume {
namespace {

Ids make_ids(std::uint32_t capacity) {
  Ids ids;
  ids.reserve(capacity);
  return ids;
}

TEST(Ids, GivesOutEachSlotOnceAndNeverTheNullId) {
  Ids ids = make_ids(100);
  std::set<std::uint32_t> slots;
  for (int i = 0; i < 100; ++i) {
    const AgentId id = ids.create();
    EXPECT_TRUE(id);
    EXPECT_TRUE(ids.alive(id));
    EXPECT_TRUE(slots.insert(id.slot()).second);
  }
  EXPECT_EQ(ids.available(), 0u);
}

TEST(Ids, AnAgentHasNoRowBeforeItIsGivenOne) {
  Ids ids = make_ids(2);
  const AgentId id = ids.create();
  EXPECT_EQ(ids.row(id), std::nullopt);
  ids.rows()[id.slot()] = 7;
  EXPECT_EQ(ids.row(id), 7u);
}

TEST(Ids, RetiredIdsAreDeadAtOnceAndTheirSlotsComeBackOnRelease) {
  Ids ids = make_ids(1);
  const AgentId old = ids.create();
  ids.retire(old);
  EXPECT_FALSE(ids.alive(old));
  EXPECT_EQ(ids.available(), 0u);
  ids.release(old);
  ASSERT_EQ(ids.available(), 1u);
  const AgentId next = ids.create();
  EXPECT_EQ(next.slot(), old.slot());
  EXPECT_NE(next, old);
  EXPECT_TRUE(ids.alive(next));
  EXPECT_FALSE(ids.alive(old));
}

TEST(Ids, ForeignIdsAreNotAlive) {
  Ids ids = make_ids(4);
  ids.create();
  EXPECT_FALSE(ids.alive({}));
  EXPECT_FALSE(ids.alive({std::uint64_t{1} << 32 | 1}));    // A slot that was never given out.
  EXPECT_FALSE(ids.alive({std::uint64_t{1} << 32 | 400}));  // One that does not exist.
  EXPECT_FALSE(ids.alive({std::uint64_t{2} << 32}));        // A generation that is still to come.
  EXPECT_FALSE(ids.alive({~std::uint64_t{0}}));
}

TEST(Ids, B39_AMillionUsesKeepLivingIdsValidStaleOnesRefusedAndMemoryFlat) {
  Ids ids = make_ids(64);
  testing::Dice dice(3);
  std::vector<AgentId> living, dead;
  const std::uint64_t memory = ids.memory_bytes();
  for (int use = 0; use < 1'000'000; ++use) {
    if (ids.available() == 0 || (!living.empty() && dice.chance(50))) {
      const std::size_t at = dice() % living.size();
      dead.push_back(living[at]);
      if (dead.size() > 1000) dead.erase(dead.begin(), dead.begin() + 500);
      ids.retire(living[at]);
      ids.release(living[at]);
      living[at] = living.back();
      living.pop_back();
    } else {
      living.push_back(ids.create());
    }
  }
  for (AgentId id : living) EXPECT_TRUE(ids.alive(id));
  for (AgentId id : dead) EXPECT_FALSE(ids.alive(id));
  EXPECT_EQ(ids.memory_bytes(), memory);
}

}  // namespace
}  // namespace cardume
