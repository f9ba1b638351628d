#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "tests/support/blocks.hpp"
#include "tests/support/crowds.hpp"

namespace cardume::testing {
namespace {

/// Keeps the state of each agent by what events tell, and holds it against what the world says.
class Ledger {
 public:
  explicit Ledger(Crowd& crowd) : crowd_(crowd) {}

  void run(double seconds) {
    const auto ticks = static_cast<int>(seconds * 60 + 0.5);
    for (int tick = 0; tick < ticks; ++tick) {
      const TickReport report = crowd_.run(1. / 60);
      for (const Event& event : crowd_.world().events()) enter(event);
      check(report);
    }
  }

  int changes(Event::Kind kind) const {
    const auto found = changes_.find(kind);
    return found == changes_.end() ? 0 : found->second;
  }

 private:
  void enter(const Event& event) {
    if (event.kind < Event::Kind::kMoving || event.kind > Event::Kind::kStuck) return;
    const auto state = static_cast<AgentState>(static_cast<int>(event.kind) - static_cast<int>(Event::Kind::kMoving));
    EXPECT_NE(states_[event.agent], state) << "told twice";
    states_[event.agent] = state;
    ++changes_[event.kind];
  }

  void check(const TickReport& report) {
    const World& world = crowd_.world();
    StateCounts counts;
    std::uint32_t* const by_state[] = {&counts.moving, &counts.arrived, &counts.arrived_partial, &counts.blocked,
                                       &counts.stuck};
    for (std::uint32_t row = 0; row < world.count(); ++row) {
      ASSERT_EQ(world.states()[row], states_[world.id_at(row)]);
      ++*by_state[static_cast<int>(world.states()[row])];
    }
    ASSERT_EQ(report.states.moving, counts.moving);
    ASSERT_EQ(report.states.arrived, counts.arrived);
    ASSERT_EQ(report.states.arrived_partial, counts.arrived_partial);
    ASSERT_EQ(report.states.blocked, counts.blocked);
    ASSERT_EQ(report.states.stuck, counts.stuck);
  }

  Crowd& crowd_;
  std::map<AgentId, AgentState> states_;
  std::map<Event::Kind, int> changes_;
};

/// A room whose only ways out are doors in its right wall.
CostGrid room_with_doors(const std::vector<std::uint32_t>& doors) {
  CostGrid map = open_map(48, 24);
  add_wall(map, {20, 0}, {20, 23});
  for (std::uint32_t y : doors)
    for (std::uint32_t width : {0u, 1u}) map.cost[map.index({20, y + width})] = kOpenCost;
  return map;
}

void set_door(Crowd& crowd, std::uint32_t y, std::uint8_t cost) {
  EXPECT_FALSE(crowd.world().set_cost({20, y}, {20, y + 1}, cost));
}

TEST(Settle, B17_TheOnlyExitClosesAndOpens) {
  Crowd crowd(body_desc(room_with_doors({11}), 0.35f));
  AgentDesc agent;
  agent.radius = 0.35f;
  agent.goal = crowd.add_goal({38, 12});
  Dice dice(1);
  spawn_block(crowd, {{3, 5}, {12, 18}, 1}, 100, agent, 0.3f, dice);
  Ledger ledger(crowd);
  ledger.run(1);
  set_door(crowd, 11, kWall);
  ledger.run(3);
  EXPECT_EQ(crowd.count(AgentState::kBlocked), 100u);
  EXPECT_EQ(crowd.world().count(), 100u);
  EXPECT_EQ(kinetic_energy(crowd.world()), 0);
  EXPECT_EQ(ledger.changes(Event::Kind::kBlocked), 100);
  set_door(crowd, 11, kOpenCost);
  ledger.run(1);
  EXPECT_EQ(crowd.count(AgentState::kBlocked), 0u);
  ledger.run(45);
  EXPECT_GE(crowd.count(AgentState::kArrived), 95u);
  for (float x : crowd.world().positions(0)) EXPECT_GT(x, 21);
}

TEST(Settle, B17_OneOfTwoExitsClosesAndAllTakeTheOther) {
  Crowd crowd(body_desc(room_with_doors({4, 18}), 0.35f));
  AgentDesc agent;
  agent.radius = 0.35f;
  agent.goal = crowd.add_goal({38, 5});
  Dice dice(2);
  spawn_block(crowd, {{3, 2}, {12, 12}, 1}, 60, agent, 0.35f, dice);
  Ledger ledger(crowd);
  ledger.run(1.5);
  set_door(crowd, 4, kWall);
  ledger.run(40);
  EXPECT_EQ(ledger.changes(Event::Kind::kBlocked), 0);
  EXPECT_GE(crowd.count(AgentState::kArrived), 57u);
}

/// A corridor one body wide.
CostGrid narrow_corridor() {
  CostGrid map = open_map(60, 5);
  add_wall(map, {0, 0}, {59, 1});
  add_wall(map, {0, 3}, {59, 4});
  return map;
}

TEST(Settle, WhoMakesNoHeadwayIsStuckAfterItsTimeAndGoesOnTrying) {
  for (float seconds : {1.f, 3.f}) {
    WorldDesc desc = body_desc(narrow_corridor(), 0.4f);
    desc.species[0].arrival.stuck_seconds = seconds;
    Crowd crowd(desc);
    AgentDesc agent;
    agent.goal = crowd.add_goal({55, 2.5f});
    agent.position = {20, 2.5f, 0};
    agent.locked = true;
    const AgentId plug = crowd.spawn(agent);
    agent.position = {19, 2.5f, 0};
    agent.locked = false;
    const AgentId walker = crowd.spawn(agent);
    crowd.run(static_cast<double>(seconds) * 0.9);
    EXPECT_EQ(crowd.state(walker), AgentState::kMoving);
    crowd.run(static_cast<double>(seconds) * 0.1 + 1);
    EXPECT_EQ(crowd.state(walker), AgentState::kStuck);
    EXPECT_EQ(crowd.state(plug), AgentState::kMoving);
    EXPECT_FALSE(crowd.world().set_locked(plug, false));
    crowd.run(2);
    EXPECT_EQ(crowd.state(walker), AgentState::kMoving);
    crowd.run(15);
    EXPECT_EQ(crowd.count(AgentState::kArrived), 2u);
  }
}

TEST(Settle, B28_TwoColumnsHeadOnInACorridorOneWideAreToldToBeStuck) {
  Crowd crowd(body_desc(narrow_corridor(), 0.4f));
  const GoalId right = crowd.add_goal({58, 2.5f}), left = crowd.add_goal({2, 2.5f});
  for (int i = 0; i < 8; ++i) {
    AgentDesc agent;
    agent.position = {18 - static_cast<float>(i), 2.5f, 0};
    agent.goal = right;
    crowd.spawn(agent);
    agent.position.x = 60 - agent.position.x;
    agent.goal = left;
    crowd.spawn(agent);
  }
  Ledger ledger(crowd);
  ledger.run(20);
  EXPECT_EQ(crowd.count(AgentState::kStuck), 16u);
  EXPECT_LE(ledger.changes(Event::Kind::kStuck), 16 * 3) << "a storm of events";
  EXPECT_EQ(crowd.world().overlaps().deep, 0u);
  EXPECT_LT(kinetic_energy(crowd.world()), 0.01 * 16 * 8);
}

TEST(Settle, AnotherGoalOrOneThatMovesSendsOnWhoHasArrived) {
  Crowd crowd(body_desc(open_map(60, 20), 0.4f));
  AgentDesc agent;
  const GoalId first = crowd.add_goal({20, 10}), second = crowd.add_goal({40, 10});
  agent.goal = first;
  std::vector<AgentId> ids;
  for (int i = 0; i < 6; ++i) {
    agent.position = {14 + static_cast<float>(i), 6, 0};
    ids.push_back(crowd.spawn(agent));
  }
  Ledger ledger(crowd);
  ledger.run(15);
  ASSERT_EQ(crowd.count(AgentState::kArrived), 6u);
  EXPECT_FALSE(crowd.world().set_goal(ids[2], second));
  ledger.run(1. / 60);
  EXPECT_EQ(crowd.state(ids[2]), AgentState::kMoving);
  EXPECT_EQ(crowd.count(AgentState::kArrived), 5u);
  ledger.run(8);
  EXPECT_EQ(crowd.count(AgentState::kArrived), 6u);
  EXPECT_NEAR(crowd.position(ids[2]).x, 40, 0.1);
  EXPECT_FALSE(crowd.world().move_goal(first, {50, 15}));
  ledger.run(1);
  EXPECT_EQ(crowd.count(AgentState::kMoving), 5u);
  ledger.run(20);
  EXPECT_EQ(crowd.count(AgentState::kArrived), 6u);
  EXPECT_NEAR(crowd.position(ids[0]).x, 50, 2);
  const GoalId same_place = crowd.add_goal({50, 15});
  crowd.run(1);
  EXPECT_FALSE(crowd.world().set_goal(ids[1], same_place));
  crowd.run(1. / 60);
  EXPECT_EQ(crowd.state(ids[1]), AgentState::kMoving);
  EXPECT_FALSE(crowd.world().set_goal(ids[0], {}));
  crowd.run(1);
  EXPECT_EQ(crowd.state(ids[0]), AgentState::kMoving);
}

TEST(Settle, WhoIsLockedKeepsItsState) {
  Crowd crowd(body_desc(open_map(40, 20), 0.4f));
  AgentDesc agent;
  agent.goal = crowd.add_goal({20, 10});
  agent.position = {15, 10, 0};
  const AgentId arrives = crowd.spawn(agent);
  agent.position = {5, 10, 0};
  agent.locked = true;
  const AgentId never_goes = crowd.spawn(agent);
  crowd.run(5);
  EXPECT_EQ(crowd.state(arrives), AgentState::kArrived);
  EXPECT_EQ(crowd.state(never_goes), AgentState::kMoving);
  EXPECT_FALSE(crowd.world().set_locked(arrives, true));
  crowd.run(1);
  EXPECT_EQ(crowd.state(arrives), AgentState::kArrived);
  EXPECT_FALSE(crowd.world().set_goal(arrives, crowd.add_goal({35, 10})));
  crowd.run(1);
  EXPECT_EQ(crowd.state(arrives), AgentState::kMoving);
  EXPECT_EQ(crowd.position(never_goes), (Vec2{5, 10}));
}

TEST(Settle, WhoIsLockedWhileStuckStaysStuck) {
  Crowd crowd(body_desc(narrow_corridor(), 0.4f));
  AgentDesc agent;
  agent.goal = crowd.add_goal({55, 2.5f});
  agent.position = {20, 2.5f, 0};
  agent.locked = true;
  crowd.spawn(agent);
  agent.position = {19, 2.5f, 0};
  agent.locked = false;
  const AgentId walker = crowd.spawn(agent);
  crowd.run(10);
  ASSERT_EQ(crowd.state(walker), AgentState::kStuck);
  EXPECT_FALSE(crowd.world().set_locked(walker, true));
  for (int tick = 0; tick < 120; ++tick) {
    crowd.run(1. / 60);
    EXPECT_TRUE(crowd.world().events().empty());
  }
  EXPECT_EQ(crowd.state(walker), AgentState::kStuck);
  EXPECT_FALSE(crowd.world().set_goal(walker, crowd.add_goal({3, 2.5f})));
  crowd.run(1);
  EXPECT_EQ(crowd.state(walker), AgentState::kMoving);
}

TEST(Settle, WhoIsLockedWhileBlockedStaysSoUntilAWayOpens) {
  Crowd crowd(body_desc(room_with_doors({}), 0.4f));
  AgentDesc agent;
  agent.goal = crowd.add_goal({38, 12});
  agent.position = {7, 7, 0};
  const AgentId id = crowd.spawn(agent);
  crowd.run(1);
  ASSERT_EQ(crowd.state(id), AgentState::kBlocked);
  EXPECT_FALSE(crowd.world().set_locked(id, true));
  for (int tick = 0; tick < 60; ++tick) {
    crowd.run(1. / 60);
    EXPECT_TRUE(crowd.world().events().empty());
  }
  EXPECT_EQ(crowd.state(id), AgentState::kBlocked);
  set_door(crowd, 11, kOpenCost);
  crowd.run(1);
  EXPECT_EQ(crowd.state(id), AgentState::kMoving);
}

TEST(Settle, WhoIsLockedStaysInAWallThatIsPutThere) {
  Crowd crowd(body_desc(open_map(40, 20), 0.4f));
  AgentDesc agent;
  agent.goal = crowd.add_goal({35.5f, 10});
  agent.position = {20.3f, 10.2f, 0};
  agent.locked = true;
  const AgentId id = crowd.spawn(agent);
  agent.position = {22.5f, 10.2f, 0};
  agent.locked = false;
  const AgentId loose = crowd.spawn(agent);
  crowd.run(0.1);
  EXPECT_FALSE(crowd.world().set_cost({18, 8}, {23, 12}, kWall));
  const auto moved_out = [&](AgentId who) {
    bool told = false;
    for (const Event& event : crowd.world().events()) told |= event.kind == Event::Kind::kEjected && event.agent == who;
    return told;
  };
  crowd.run(1. / 60);
  EXPECT_TRUE(moved_out(loose));
  EXPECT_FALSE(moved_out(id));
  crowd.run(1);
  EXPECT_EQ(crowd.position(id), (Vec2{20.3f, 10.2f}));
  EXPECT_FALSE(crowd.world().set_locked(id, false));
  crowd.run(1);
  EXPECT_EQ(crowd.position(id), (Vec2{20.3f, 10.2f}));
  EXPECT_FALSE(crowd.world().set_cost({18, 8}, {23, 12}, kOpenCost));
  crowd.run(8);
  EXPECT_EQ(crowd.state(id), AgentState::kArrived);
}

TEST(Settle, AnIslandBlocksWhoStandsOnIt) {
  CostGrid map = open_map(40, 20);
  add_wall(map, {4, 4}, {10, 4});
  add_wall(map, {4, 10}, {10, 10});
  add_wall(map, {4, 4}, {4, 10});
  add_wall(map, {10, 4}, {10, 10});
  Crowd crowd(body_desc(map, 0.4f));
  AgentDesc agent;
  agent.goal = crowd.add_goal({30, 10});
  agent.position = {7, 7, 0};
  agent.velocity = {3, 0, 0};
  const AgentId island = crowd.spawn(agent);
  Ledger ledger(crowd);
  ledger.run(2);
  EXPECT_EQ(crowd.state(island), AgentState::kBlocked);
  EXPECT_EQ(crowd.velocity(island), (Vec2{0, 0}));
  EXPECT_EQ(ledger.changes(Event::Kind::kBlocked), 1);
}

}  // namespace
}  // namespace cardume::testing
