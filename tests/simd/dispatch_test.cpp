#include <gtest/gtest.h>

#include <cardume/world.hpp>
#include <cstdlib>
#include <optional>
#include <string>

#include "simd/kernels.hpp"

namespace cardume {
namespace {

TEST(Dispatch, ScalarRunsEverywhereAndComesFirst) {
  const auto sets = instruction_sets();
  ASSERT_FALSE(sets.empty());
  EXPECT_STREQ(sets.front(), "scalar");
  EXPECT_EQ(simd::find_kernels("scalar")->lanes, 1u);
}

TEST(Dispatch, TheDefaultIsTheLastOfTheAvailable) {
  EXPECT_STREQ(simd::find_kernels(nullptr)->name, instruction_sets().back());
}

TEST(Dispatch, EachAvailableSetIsFoundByItsName) {
  for (const char* name : instruction_sets()) {
    const simd::KernelTable* table = simd::find_kernels(name);
    ASSERT_NE(table, nullptr);
    EXPECT_STREQ(table->name, name);
  }
}

TEST(Dispatch, UnknownNamesAreRefusedRatherThanReplaced) {
  EXPECT_EQ(simd::find_kernels("mmx"), nullptr);
  WorldDesc desc;
  desc.instruction_set = "mmx";
  const auto scheduler = make_serial_scheduler();
  const auto world = World::create(desc, *scheduler);
  ASSERT_FALSE(world);
  EXPECT_EQ(world.error().status, Status::kInvalidArgument);
  EXPECT_NE(world.error().message.find("instruction_set"), std::string::npos);
}

TEST(Dispatch, AWorldRunsWhatItWasToldTo) {
  const auto scheduler = make_serial_scheduler();
  for (const char* name : instruction_sets()) {
    WorldDesc desc;
    desc.instruction_set = name;
    EXPECT_STREQ(World::create(desc, *scheduler)->instruction_set(), name);
  }
}

TEST(Dispatch, TheEnvironmentDecidesWhereTheWorldDoesNot) {
  const char* forced = std::getenv("CARDUME_SIMD");
  const auto scheduler = make_serial_scheduler();
  const auto world = World::create({}, *scheduler);
  EXPECT_STREQ(world->instruction_set(), forced != nullptr && *forced != 0 ? forced : instruction_sets().back());
}

/// CARDUME_SIMD for as long as this lives.
class ForcedSet {
 public:
  explicit ForcedSet(const char* name) {
    if (const char* value = std::getenv("CARDUME_SIMD")) before_ = value;
    setenv("CARDUME_SIMD", name, 1);
  }
  ~ForcedSet() {
    if (before_) {
      setenv("CARDUME_SIMD", before_->c_str(), 1);
    } else {
      unsetenv("CARDUME_SIMD");
    }
  }
  ForcedSet(const ForcedSet&) = delete;
  ForcedSet& operator=(const ForcedSet&) = delete;

 private:
  std::optional<std::string> before_;
};

TEST(Dispatch, AnEnvironmentThatNamesAMissingSetIsRefusedByName) {
  const ForcedSet forced("mmx");
  const auto scheduler = make_serial_scheduler();
  const auto world = World::create({}, *scheduler);
  ASSERT_FALSE(world);
  EXPECT_EQ(world.error().status, Status::kInvalidArgument);
  EXPECT_NE(world.error().message.find("CARDUME_SIMD"), std::string::npos) << world.error().message;
  WorldDesc desc;
  desc.instruction_set = "scalar";  // What the world asks for comes before the environment.
  EXPECT_TRUE(World::create(desc, *scheduler));
}

}  // namespace
}  // namespace cardume
