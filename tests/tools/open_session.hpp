#pragma once
#include <gtest/gtest.h>

#include <string>

#include "tools/scenario/session.hpp"

namespace cardume::testing {

/// The session of a text that has to be right: another fails the test and gives an empty world.
inline Session open_session(const Result<Scenario>& scenario, Scheduler& scheduler) {
  EXPECT_TRUE(scenario) << scenario.error().message;
  Result<Session> session = Session::create(scenario ? *scenario : Scenario{}, scheduler);
  EXPECT_TRUE(session) << session.error().message;
  if (!session) session = Session::create(*parse_scenario("agents = 0\n", "empty.toml"), scheduler);
  return std::move(*session);
}

inline Session open_session(const std::string& text, Scheduler& scheduler) {
  return open_session(parse_scenario(text, "test.toml"), scheduler);
}

}  // namespace cardume::testing
