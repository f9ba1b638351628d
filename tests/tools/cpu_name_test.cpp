#include "tools/scenario/cpu_name.hpp"

#include <gtest/gtest.h>
#include <sys/utsname.h>

#include <sstream>

namespace cardume {
namespace {

TEST(CpuName, IsWhatTheSystemCallsIt) {
  std::istringstream x86("processor\t: 0\nmodel\t\t: 158\nmodel name\t: Some CPU @ 3.00GHz\nmodel name\t: Another\n");
  EXPECT_EQ(cpu_name(x86), "Some CPU @ 3.00GHz");
}

TEST(CpuName, IsTheArchitectureWhereTheSystemDoesNotTell) {
  utsname system{};
  ASSERT_EQ(::uname(&system), 0);
  std::istringstream arm("processor\t: 0\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n"), none("");
  EXPECT_EQ(cpu_name(arm), system.machine);
  EXPECT_EQ(cpu_name(none), system.machine);
  EXPECT_FALSE(cpu_name().empty());
}

}  // namespace
}  // namespace cardume
