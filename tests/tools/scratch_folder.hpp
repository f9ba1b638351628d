#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tools/scenario/file_io.hpp"

namespace cardume::testing {

/// A test with a folder of its own, since tests run beside each other.
class ScratchFolder : public ::testing::Test {
 protected:
  ScratchFolder() : folder_(std::filesystem::path(::testing::TempDir()) / ("cardume_" + name())) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~ScratchFolder() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& file) const { return (folder_ / file).string(); }
  std::string put(const std::string& file, std::string_view text) const {
    EXPECT_FALSE(write_file(path(file), text));
    return path(file);
  }

 private:
  static std::string name() {
    const ::testing::TestInfo& test = *::testing::UnitTest::GetInstance()->current_test_info();
    return std::string(test.test_suite_name()) + "_" + test.name();
  }

  std::filesystem::path folder_;
};

}  // namespace cardume::testing
