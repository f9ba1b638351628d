#include <gtest/gtest.h>

#include <cardume/world.hpp>
#include <cstdlib>
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

}  // namespace
}  // namespace cardume
