#include <gtest/gtest.h>

#include <algorithm>
#include <cardume/world.hpp>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr int kSkipped = 77;  // SKIP_RETURN_CODE in tests/CMakeLists.txt.

// A forced run must never pass by quietly running something else.
bool forced_set_is_missing() {
  const char* wanted = std::getenv("CARDUME_SIMD");
  const auto sets = cardume::instruction_sets();
  return wanted != nullptr && *wanted != '\0' &&
         std::none_of(sets.begin(), sets.end(), [&](std::string_view name) { return name == wanted; });
}

bool lives_in(const testing::TestInfo& test, std::string_view folder) {
  const std::string part = "tests/" + std::string(folder) + "/";
  return std::string_view(test.file()).find(part) != std::string_view::npos;
}

/// Calls `visit(test, its full name)` for every test that was built in.
template <class Visit>
void for_each_test(Visit visit) {
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const testing::TestSuite& suite = *all.GetTestSuite(i);
    for (int k = 0; k < suite.total_test_count(); ++k) {
      const testing::TestInfo& test = *suite.GetTestInfo(k);
      visit(test, std::string(suite.name()) + "." + test.name());
    }
  }
}

bool has_tests(std::string_view folder) {
  bool found = false;
  for_each_test([&](const testing::TestInfo& test, const std::string&) { found = found || lives_in(test, folder); });
  return found;
}

/// Leaves out of GoogleTest's filter whatever is in none of the folders.
void keep_only(const std::vector<std::string_view>& folders) {
  std::string& filter = testing::GTEST_FLAG(filter);
  if (filter.empty()) return;
  filter += filter.find('-') == std::string::npos ? "-" : ":";
  for_each_test([&](const testing::TestInfo& test, const std::string& name) {
    if (std::none_of(folders.begin(), folders.end(), [&](auto folder) { return lives_in(test, folder); }))
      filter += name + ":";
  });
}

}  // namespace

// Arguments that are no options of GoogleTest name folders of tests/ to run; without any, all of them run.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (forced_set_is_missing()) return kSkipped;
  const std::vector<std::string_view> folders(argv + 1, argv + argc);
  for (std::string_view folder : folders) {
    if (has_tests(folder)) continue;
    std::cerr << "no tests in tests/" << folder << "\n";
    return 1;
  }
  if (!folders.empty()) keep_only(folders);
  const int result = RUN_ALL_TESTS();
  if (testing::UnitTest::GetInstance()->test_to_run_count() != 0) return result;
  std::cerr << "no test passes the filter\n";
  return 1;
}
