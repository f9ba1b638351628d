#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/minds.hpp"

namespace cardume::testing {
namespace {

using Kind = ConditionDesc::Kind;

/// What is said of a world with such a mind, which is sound but for the change.
Error refusal(const std::function<void(WorldDesc&, MindDesc&)>& change) {
  WorldDesc desc = thinker_desc(2, {{0, 1, {{.kind = Kind::kTime, .value = 1}}}});
  change(desc, desc.species[0].mind);
  const auto scheduler = make_serial_scheduler();
  const auto world = World::create(desc, *scheduler);
  return world ? Error{} : world.error();
}

void expect_refused(const std::string& message, const std::function<void(WorldDesc&, MindDesc&)>& change,
                    Status status = Status::kInvalidArgument) {
  const Error error = refusal(change);
  EXPECT_EQ(error.status, status) << message;
  EXPECT_EQ(error.message, message);
}

TEST(MindRefusals, ASoundOneIsTaken) {
  EXPECT_FALSE(refusal([](WorldDesc&, MindDesc&) {}));
}

TEST(MindRefusals, PeriodsAndStates) {
  for (const std::uint32_t period : {0u, 65u})
    expect_refused("species[0].mind.period must be a number from 1 to 64",
                   [&](WorldDesc&, MindDesc& mind) { mind.period = period; });
  expect_refused("species[0].mind.states must be at least one for its transitions",
                 [](WorldDesc&, MindDesc& mind) { mind.states.clear(); });
  expect_refused("species[0].mind.states[1].motion.max_speed must be a number from 0 to 1e6",
                 [](WorldDesc&, MindDesc& mind) { mind.states[1].behaviour.motion.max_speed = -1; });
  expect_refused(
      "species must be of at most 256 states altogether (limits::kMaxProfiles)",
      [](WorldDesc& desc, MindDesc& mind) {
        mind.states.resize(200);
        desc.species.push_back(desc.species[0]);
      },
      Status::kLimit);
  expect_refused(
      "species[0].mind.transitions must be at most 256 (limits::kMaxTransitions)",
      [](WorldDesc&, MindDesc& mind) { mind.transitions.resize(257, mind.transitions[0]); }, Status::kLimit);
}

TEST(MindRefusals, Routes) {
  for (const std::uint32_t goal : {0u, 256u})
    expect_refused("species[0].mind.states[1].route must be values of GoalId, from 1 to 255",
                   [&](WorldDesc&, MindDesc& mind) {
                     mind.states[1].route = {1, goal, 2};
                   });
  expect_refused(
      "species[0].mind.states[0].route must be at most 64 goals (limits::kMaxRoute)",
      [](WorldDesc&, MindDesc& mind) { mind.states[0].route.assign(65, 1); }, Status::kLimit);
  expect_refused("species[0].mind.states[0].route_radius must be a number from 0 to 1e6",
                 [](WorldDesc&, MindDesc& mind) { mind.states[0].route_radius = NAN; });
}

TEST(MindRefusals, Transitions) {
  const std::string where = "species[0].mind.transitions[0].";
  expect_refused(where + "from must be an index into states, or TransitionDesc::kAny",
                 [](WorldDesc&, MindDesc& mind) { mind.transitions[0].from = 2; });
  for (const std::uint8_t to : {std::uint8_t{2}, TransitionDesc::kAny})
    expect_refused(where + "to must be an index into states",
                   [&](WorldDesc&, MindDesc& mind) { mind.transitions[0].to = to; });
  expect_refused(where + "from must be another state than to",
                 [](WorldDesc&, MindDesc& mind) { mind.transitions[0].to = 0; });
  expect_refused(where + "conditions must be at least one",
                 [](WorldDesc&, MindDesc& mind) { mind.transitions[0].conditions.clear(); });
  expect_refused(
      where + "conditions must be at most 8 (limits::kMaxConditions)",
      [](WorldDesc&, MindDesc& mind) { mind.transitions[0].conditions.resize(9); }, Status::kLimit);
}

TEST(MindRefusals, Conditions) {
  const std::string where = "species[0].mind.transitions[0].conditions[1].";
  const auto expect = [&](const std::string& message, ConditionDesc condition) {
    expect_refused(where + message,
                   [&](WorldDesc&, MindDesc& mind) { mind.transitions[0].conditions.push_back(condition); });
  };
  for (const Kind kind : {Kind::kNear, Kind::kTime, Kind::kChance, Kind::kGoalNear})
    for (const float value : {-0.5f, 2e6f, NAN, INFINITY})
      expect("value must be a number from 0 to 1e6", {.kind = kind, .value = value});
  for (const float value : {-2e6f, NAN})
    expect("value must be a number from -1e6 to 1e6", {.kind = Kind::kHealth, .value = value});
  expect("index must be a number from 0 to 31", {.kind = Kind::kFlag, .index = 32});
  expect("index must be an index into SceneryDesc::regions", {.kind = Kind::kInside, .index = 0});
  expect("species must be an index into WorldDesc::species", {.kind = Kind::kNear, .value = 1, .species = 1});
}

}  // namespace
}  // namespace cardume::testing
