#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/minds.hpp"

namespace cardume::testing {
namespace {

using Kind = ConditionDesc::Kind;

/// The tick in which the agent went over to a state, within so many; 0 where it did not.
std::uint64_t tick_of_change(Crowd& crowd, AgentId agent, std::uint32_t ticks) {
  for (std::uint32_t i = 0; i < ticks; ++i) {
    const std::uint64_t tick = crowd.world().tick().tick;
    for (const Event& event : crowd.world().events())
      if (event.kind == Event::Kind::kStateChanged && event.agent == agent) return tick;
  }
  return 0;
}

TEST(Mind, BeginsInTheFirstStateAndStaysThereWithoutReason) {
  for (std::uint32_t states : {1u, 2u, 7u}) {
    Crowd crowd(thinker_desc(states, {}));
    const AgentId agent = crowd.spawn({.position = {5, 5, 0}});
    EXPECT_EQ(tick_of_change(crowd, agent, 200), 0u);
    EXPECT_EQ(state_of(crowd, agent), 0);
  }
}

/// One agent between two states: does the condition hold for it?
bool holds(const WorldDesc& base, ConditionDesc condition, const std::function<void(Crowd&, AgentId)>& prepare = {},
           AgentDesc agent = {.position = {50, 50, 50}}) {
  bool result = false;
  for (const bool negated : {false, true}) {
    WorldDesc desc = base;
    condition.negated = negated;
    desc.species[0].mind.transitions = {{0, 1, {condition}}};
    Crowd crowd(desc);
    const AgentId id = crowd.spawn(agent);
    crowd.world().tick();
    if (prepare) prepare(crowd, id);
    for (std::uint32_t i = 0; i < 2 * desc.species[0].mind.period + 1; ++i) crowd.world().tick();
    const bool changed = state_of(crowd, id) == 1;
    if (negated)
      EXPECT_NE(changed, result) << "a condition and its contrary";
    else
      result = changed;
  }
  return result;
}

TEST(Mind, HealthFlagsAndChanceAreAskedFor) {
  for (const std::uint32_t period : {1u, 8u, 13u, 64u}) {
    const WorldDesc desc = thinker_desc(2, {}, period);
    const auto health = [](float value) {
      return [value](Crowd& crowd, AgentId id) { EXPECT_FALSE(crowd.world().set_health(id, value)); };
    };
    EXPECT_FALSE(holds(desc, {.kind = Kind::kHealth, .value = 1}));
    EXPECT_TRUE(holds(desc, {.kind = Kind::kHealth, .value = 1.5f}));
    EXPECT_TRUE(holds(desc, {.kind = Kind::kHealth, .value = 1}, health(0.999f)));
    EXPECT_FALSE(holds(desc, {.kind = Kind::kHealth, .value = -20}, health(-20)));
    EXPECT_TRUE(holds(desc, {.kind = Kind::kHealth, .value = -20}, health(-20.5f)));
    for (const std::uint32_t flag : {0u, 5u, 31u}) {
      const auto flags = [](std::uint32_t value) {
        return [value](Crowd& crowd, AgentId id) { EXPECT_FALSE(crowd.world().set_flags(id, value)); };
      };
      EXPECT_FALSE(holds(desc, {.kind = Kind::kFlag, .index = flag}));
      EXPECT_TRUE(holds(desc, {.kind = Kind::kFlag, .index = flag}, flags(1u << flag)));
      EXPECT_FALSE(holds(desc, {.kind = Kind::kFlag, .index = flag}, flags(~(1u << flag))));
    }
    EXPECT_FALSE(holds(desc, {.kind = Kind::kChance, .value = 0}));
    EXPECT_TRUE(holds(desc, {.kind = Kind::kChance, .value = 1e6f}));
  }
}

TEST(Mind, SeesWhoIsNearInPlaneAndSpaceButNeverItself) {
  for (const std::uint32_t dimensions : {2u, 3u}) {
    WorldDesc desc = thinker_desc(2, {});
    desc.dimensions = dimensions;
    desc.species.push_back(still_species());
    for (const std::uint8_t species : std::initializer_list<std::uint8_t>{0, 1})
      for (const float distance : {0.f, 0.5f, 4.f, 30.f}) {
        const auto other = [&](Crowd& crowd, AgentId) {
          crowd.spawn({.position = {50, 50 - distance, 50}, .species = species});
          crowd.world().tick();
        };
        const ConditionDesc near{.kind = Kind::kNear, .value = distance + 0.01f, .species = species};
        ConditionDesc nearer = near;
        nearer.value = std::max(distance - 0.01f, 0.f);
        EXPECT_FALSE(holds(desc, near)) << "nobody there";
        EXPECT_TRUE(holds(desc, near, other)) << dimensions << " " << distance;
        if (distance > 0) {
          EXPECT_FALSE(holds(desc, nearer, other));
        }
      }
  }
}

TEST(Mind, KnowsHowFarItsGoalIs) {
  for (const std::uint32_t dimensions : {2u, 3u})
    for (const float distance : {0.f, 3.f, 20.f}) {
      WorldDesc desc = thinker_desc(2, {});
      desc.dimensions = dimensions;
      const float up = dimensions == 3 ? distance : 0, along = dimensions == 3 ? 0 : distance;
      const auto goal = [&](Crowd& crowd, AgentId id) {
        const GoalId place = *crowd.world().add_goal({50 + along, 50, 50 + up});
        EXPECT_FALSE(crowd.world().set_goal(id, place));
      };
      EXPECT_FALSE(holds(desc, {.kind = Kind::kGoalNear, .value = 1000})) << "no goal";
      EXPECT_TRUE(holds(desc, {.kind = Kind::kGoalNear, .value = distance}, goal));
      if (distance > 0) {
        EXPECT_FALSE(holds(desc, {.kind = Kind::kGoalNear, .value = distance * 0.999f}, goal));
      }
    }
}

TEST(Mind, KnowsTheRegionsThatItIsIn) {
  WorldDesc desc = thinker_desc(2, {});
  for (const float x : {20.f, 50.f, 80.f})
    desc.scenery.regions.push_back({{.shape = Zone::Shape::kBall, .centre = {x, 50, 0}, .radius = 5}, 0});
  for (const std::uint32_t region : {0u, 1u, 2u}) {
    EXPECT_EQ(holds(desc, {.kind = Kind::kInside, .index = region}), region == 1);
    EXPECT_EQ(holds(desc, {.kind = Kind::kInside, .index = region}, {}, {.position = {83, 47, 0}}), region == 2);
  }
}

TEST(Mind, GoesOverAtItsFirstTurnOnceItsTimeHasCome) {
  for (const std::uint32_t period : {1u, 2u, 7u, 8u, 60u, 64u})
    for (const float seconds : {0.f, 0.1f, 0.5f, 1.f, 3.f}) {
      WorldDesc desc = thinker_desc(2, {{0, 1, {{.kind = Kind::kTime, .value = seconds}}}}, period);
      Crowd crowd(desc);
      std::vector<AgentId> agents;
      for (int i = 0; i < 70; ++i) agents.push_back(crowd.spawn({.position = {50, 50, 0}}));
      const std::uint64_t born = 1, rest = static_cast<std::uint64_t>(std::lround(seconds * 60));
      std::vector<std::uint64_t> changed(agents.size());
      for (std::uint64_t tick = 1; tick < born + rest + 2 * period + 2; ++tick) {
        crowd.world().tick();
        for (std::size_t i = 0; i < agents.size(); ++i)
          if (changed[i] == 0 && state_of(crowd, agents[i]) == 1) changed[i] = tick;
      }
      for (std::size_t i = 0; i < agents.size(); ++i) {
        std::uint64_t turn = std::max(born + rest, born + 1);
        while ((turn + agents[i].slot() / 4) % period != 0) ++turn;
        ASSERT_EQ(changed[i], turn) << "slot " << agents[i].slot() << " period " << period << " after " << seconds;
      }
    }
}

TEST(Mind, TakesTheFirstTransitionThatHoldsAndOneADecision) {
  const ConditionDesc always{.kind = Kind::kTime}, never{.kind = Kind::kTime, .negated = true};
  const std::uint32_t period = 4;
  // From each state to the next; the last ones would skip some.
  Crowd crowd(thinker_desc(4,
                           {{0, 3, {never}},
                            {0, 2, {always, never}},
                            {0, 1, {always, always}},
                            {1, 2, {always}},
                            {1, 3, {always}},
                            {2, 3, {always}},
                            {0, 3, {always}}},
                           period));
  const AgentId agent = crowd.spawn({.position = {5, 5, 0}});
  std::vector<std::uint64_t> ticks;
  for (const std::uint8_t state : std::initializer_list<std::uint8_t>{1, 2, 3}) {
    ticks.push_back(tick_of_change(crowd, agent, 100));
    EXPECT_EQ(state_of(crowd, agent), state);
  }
  EXPECT_EQ(ticks[1] - ticks[0], period);
  EXPECT_EQ(ticks[2] - ticks[1], period);
  EXPECT_EQ(tick_of_change(crowd, agent, 100), 0u);
}

TEST(Mind, AnyStateLeadsElsewhereButNotToItself) {
  for (const std::uint8_t from : std::initializer_list<std::uint8_t>{0, 1, 2, 3}) {
    Crowd crowd(thinker_desc(4, {{TransitionDesc::kAny, 2, {{.kind = Kind::kFlag, .index = 3}}}}));
    const AgentId agent = crowd.spawn({.position = {5, 5, 0}});
    EXPECT_FALSE(crowd.world().set_state(agent, from));
    crowd.run(0.5);
    EXPECT_EQ(state_of(crowd, agent), from);
    EXPECT_FALSE(crowd.world().set_flags(agent, 8));
    EXPECT_EQ(tick_of_change(crowd, agent, 60) != 0, from != 2);
    EXPECT_EQ(tick_of_change(crowd, agent, 60), 0u);
    EXPECT_EQ(state_of(crowd, agent), 2);
  }
}

TEST(Mind, TheGameOverridesStatesInTheNextTickAndTimeBeginsAnew) {
  Crowd crowd(thinker_desc(3, {{2, 0, {{.kind = Kind::kTime, .value = 1}}}}));
  const AgentId agent = crowd.spawn({.position = {5, 5, 0}});
  EXPECT_FALSE(crowd.world().set_state(agent, 1)) << "before its first tick";
  EXPECT_EQ(tick_of_change(crowd, agent, 1), 1u);
  EXPECT_EQ(state_of(crowd, agent), 1);
  crowd.run(2);
  EXPECT_FALSE(crowd.world().set_state(agent, 2));
  EXPECT_EQ(tick_of_change(crowd, agent, 1), 122u);
  EXPECT_FALSE(crowd.world().set_state(agent, 2)) << "there already";
  EXPECT_EQ(tick_of_change(crowd, agent, 1), 0u);
  const std::uint64_t back = tick_of_change(crowd, agent, 120);
  EXPECT_GE(back, 122u + 60u);
  EXPECT_LT(back, 122u + 60u + 8u);
  EXPECT_EQ(state_of(crowd, agent), 0);
  EXPECT_FALSE(crowd.world().set_state(agent, 1));
  EXPECT_FALSE(crowd.world().set_state(agent, 2)) << "the last one counts";
  EXPECT_EQ(tick_of_change(crowd, agent, 1), back + 1);
  EXPECT_EQ(crowd.world().events().size(), 1u);
  EXPECT_EQ(state_of(crowd, agent), 2);
}

TEST(Mind, NothingIsToldToTheMindless) {
  WorldDesc desc = thinker_desc(2, {});
  desc.species.push_back(still_species());
  Crowd crowd(desc);
  const AgentId thinker = crowd.spawn({.position = {5, 5, 0}});
  const AgentId other = crowd.spawn({.position = {6, 5, 0}, .species = 1});
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(crowd.world().set_state(thinker, 2).message, "state must be an index into MindDesc::states");
    EXPECT_EQ(crowd.world().set_health(thinker, NAN).status, Status::kInvalidArgument);
    EXPECT_EQ(crowd.world().set_state(other, 0).message, "the agent's species must have a mind");
    EXPECT_EQ(crowd.world().set_health(other, 1).message, "the agent's species must have a mind");
    EXPECT_EQ(crowd.world().set_flags(other, 1).message, "the agent's species must have a mind");
    crowd.world().tick();
  }
  EXPECT_FALSE(crowd.world().despawn(thinker));
  EXPECT_EQ(crowd.world().set_state(thinker, 1).status, Status::kInvalidHandle);
  EXPECT_EQ(crowd.world().mind_state(crowd.world().row_of(other).value()), 0);
  EXPECT_EQ(crowd.world().mind_state(77), 0);
}

TEST(Mind, ChanceComesAsOftenAsItSays) {
  for (const std::uint32_t period : {1u, 8u, 30u})
    for (const float rate : {0.2f, 1.f, 5.f}) {
      WorldDesc desc = thinker_desc(3, {{0, 1, {{.kind = Kind::kChance, .value = rate}}}}, period);
      desc.seed = 1000 + period;
      Crowd crowd(desc);
      constexpr int kAgents = 6000;
      for (int i = 0; i < kAgents; ++i) crowd.spawn({.position = {50, 50, 0}});
      const int decisions = 4;
      for (std::uint32_t i = 0; i < 1 + decisions * period; ++i) crowd.world().tick();
      const double each = std::min(1.0, static_cast<double>(rate) * period / 60), stay = std::pow(1 - each, decisions);
      const double margin = 5 * std::sqrt(std::max(stay * (1 - stay), 1e-9) * kAgents) + period;
      EXPECT_NEAR(count_in_state(crowd.world(), 0), stay * kAgents, margin) << rate << " a second, " << period;
    }
}

TEST(Mind, ChancesOfTransitionsAndOfSeedsAreIndependent) {
  // Two coins in a row: each way out is as likely as the product says, and another seed throws others.
  const ConditionDesc half{.kind = Kind::kChance, .value = 30};
  std::vector<std::vector<std::uint8_t>> states;
  for (const std::uint64_t seed : {1u, 2u}) {
    WorldDesc desc = thinker_desc(3, {{0, 1, {half}}, {0, 2, {half}}}, 1);
    desc.seed = seed;
    Crowd crowd(desc);
    for (int i = 0; i < 8000; ++i) crowd.spawn({.position = {50, 50, 0}});
    crowd.world().tick();
    crowd.world().tick();
    EXPECT_NEAR(count_in_state(crowd.world(), 1), 4000, 250);
    EXPECT_NEAR(count_in_state(crowd.world(), 2), 2000, 220);
    states.push_back(states_by_slot(crowd.world()));
  }
  EXPECT_NE(states[0], states[1]);
}

TEST(Mind, StatesStayWithTheirAgentsWhateverMovesTheirRows) {
  WorldDesc desc = thinker_desc(200, {}, 3);
  desc.capacity = 3000;
  for (StateDesc& state : desc.species[0].mind.states) state.behaviour.motion = {.max_speed = 30};
  desc.species.push_back(still_species());
  Crowd crowd(desc);
  Dice dice(4);
  std::vector<AgentId> agents;
  for (int i = 0; i < 2500; ++i) {
    const Vec3 velocity{between(dice, -30, 30), between(dice, -30, 30), 0};
    agents.push_back(crowd.spawn({.position = {between(dice, 0, 100), between(dice, 0, 100), 0},
                                  .velocity = velocity,
                                  .species = static_cast<std::uint8_t>(i % 5 == 0)}));
  }
  std::vector<std::uint8_t> expected(agents.size());
  for (std::size_t i = 0; i < agents.size(); ++i) {
    if (i % 5 == 0) continue;
    expected[i] = static_cast<std::uint8_t>(i % 200);
    EXPECT_FALSE(crowd.world().set_state(agents[i], expected[i]));
  }
  for (int tick = 0; tick < 90; ++tick) {
    crowd.world().tick();
    const std::size_t gone = static_cast<std::size_t>(tick) * 7;
    EXPECT_FALSE(crowd.world().despawn(agents[gone]));
    agents[gone] = {};
    for (std::size_t i = 0; i < agents.size(); i += 11)
      if (agents[i]) {
        ASSERT_EQ(state_of(crowd, agents[i]), expected[i]);
      }
  }
}

TEST(Mind, TheHashTellsMindsApart) {
  const auto hash = [](const std::function<void(World&, AgentId)>& change) {
    Crowd crowd(thinker_desc(3, {}));
    const AgentId agent = crowd.spawn({.position = {5, 5, 0}});
    crowd.run(0.1);
    if (change) change(crowd.world(), agent);
    return crowd.world().tick().state_hash;
  };
  std::vector<std::uint64_t> hashes{hash({})};
  for (const std::uint8_t state : std::initializer_list<std::uint8_t>{1, 2})
    hashes.push_back(hash([&](World& world, AgentId id) { EXPECT_FALSE(world.set_state(id, state)); }));
  hashes.push_back(hash([](World& world, AgentId id) { EXPECT_FALSE(world.set_health(id, 0.5f)); }));
  hashes.push_back(hash([](World& world, AgentId id) { EXPECT_FALSE(world.set_flags(id, 4)); }));
  EXPECT_EQ(hashes[0], hash([](World& world, AgentId id) { EXPECT_FALSE(world.set_state(id, 0)); }));
  std::sort(hashes.begin(), hashes.end());
  EXPECT_EQ(std::adjacent_find(hashes.begin(), hashes.end()), hashes.end());
}

TEST(Mind, TheHashTellsWhenAMindCameIntoItsState) {
  const auto hash = [](int when) {
    Crowd crowd(thinker_desc(2, {{0, 1, {{.kind = Kind::kGoalNear, .value = 1}}}}));
    const GoalId goal = crowd.add_goal({50, 50});
    const AgentId agent = crowd.spawn({.position = {5, 5, 0}, .goal = goal});
    TickReport report;
    for (int tick = 0; tick < 100; ++tick) {
      const bool near = tick >= when && tick < when + 20;
      EXPECT_FALSE(crowd.world().move_goal(goal, near ? Vec3{5, 5, 0} : Vec3{50, 50, 0}));
      report = crowd.world().tick();
    }
    EXPECT_EQ(state_of(crowd, agent), 1);
    return report.state_hash;
  };
  EXPECT_EQ(hash(10), hash(10));
  EXPECT_NE(hash(10), hash(50));
}

TEST(Mind, DecidesAlikeOnAnyThreads) {
  const auto run = [](std::unique_ptr<Scheduler> scheduler) {
    World world = std::move(*World::create(busy_minds_desc(2), *scheduler));
    fill_busy_minds(world);
    std::vector<std::uint64_t> hashes;
    std::size_t changes = 0;
    for (int tick = 0; tick < 90; ++tick) {
      hashes.push_back(world.tick().state_hash);
      for (const Event& event : world.events()) {
        hashes.push_back(event.agent.value ^ event.detail << 8 ^ static_cast<std::uint64_t>(event.kind));
        changes += event.kind == Event::Kind::kStateChanged;
      }
    }
    EXPECT_GT(changes, 1000u);
    return hashes;
  };
  const auto serial = run(make_serial_scheduler());
  for (const std::uint32_t threads : {2u, 4u}) EXPECT_EQ(run(make_tbb_scheduler(threads)), serial);
}

}  // namespace
}  // namespace cardume::testing
