#pragma once
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "tools/scenario/scenario.hpp"

namespace cardume::testing {

/// A text with one fault, and what is said of it.
struct BadScenario {
  const char* text;
  const char* place;  ///< line:column.
  const char* what;
};

// ctest shows it beside the test's name.
inline void PrintTo(const BadScenario& bad, std::ostream* out) { *out << "line " << bad.place; }

inline void expect_refusal(const BadScenario& bad) {
  const Result<Scenario> scenario = parse_scenario(bad.text, "bad.toml");
  ASSERT_FALSE(scenario) << bad.text;
  EXPECT_EQ(scenario.error().status, Status::kParse);
  const std::string& message = scenario.error().message;
  EXPECT_TRUE(message.starts_with(std::string("bad.toml:") + bad.place + ": ")) << message;
  EXPECT_NE(message.find(bad.what), std::string::npos) << message;
}

}  // namespace cardume::testing
