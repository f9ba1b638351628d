#include <gtest/gtest.h>

#include <algorithm>
#include <cardume/world.hpp>
#include <cstdlib>
#include <string>
#include <string_view>

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

// The names of all tests whose source file is in tests/<folder>.
std::string filter_for(std::string_view folder) {
  std::string filter;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const testing::TestSuite& suite = *all.GetTestSuite(i);
    for (int k = 0; k < suite.total_test_count(); ++k) {
      const testing::TestInfo& test = *suite.GetTestInfo(k);
      if (lives_in(test, folder)) filter += std::string(suite.name()) + "." + test.name() + ":";
    }
  }
  return filter;
}

}  // namespace

// Arguments that are no options of GoogleTest name folders of tests/ to run; without any, all of them run.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (forced_set_is_missing()) return kSkipped;
  std::string filter;
  for (int i = 1; i < argc; ++i) filter += filter_for(argv[i]);
  if (argc > 1) testing::GTEST_FLAG(filter) = filter;
  return RUN_ALL_TESTS();
}
