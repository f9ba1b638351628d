#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/bits.hpp"
#include "tests/support/crowds.hpp"
#include "tests/tools/open_session.hpp"

namespace cardume {
namespace {

/// A scenario that is shipped, and how much of it a test runs.
struct ShippedScene {
  const char* name;
  std::uint32_t agents;
  float seconds;
};

void PrintTo(const ShippedScene& scene, std::ostream* out) { *out << scene.name; }

class Scenes : public ::testing::TestWithParam<ShippedScene> {
 protected:
  Session open() {
    return testing::open_session(load_scenario(GetParam().name, {"agents=" + std::to_string(GetParam().agents)}),
                                 *scheduler_);
  }

 private:
  std::unique_ptr<Scheduler> scheduler_ = make_serial_scheduler();
};

// Rounding alone may let a wall in.
float depth_allowed(const World& world) {
  float largest = 0;
  for (const float radius : world.radii()) largest = std::max(largest, radius);
  return 2e-3f * largest;
}

TEST_P(Scenes, NobodyIsLostNorInWalls) {
  Session session = open();
  const WorldDesc& desc = session.world().desc();
  const auto ticks = static_cast<int>(GetParam().seconds * desc.tick_rate);
  for (int i = 0; i < ticks; ++i) {
    ASSERT_EQ(session.tick().flags, 0u);
    // A wall that is put on bodies may overlap those beside it for a moment.
    if (i % 30 != 29) continue;
    ASSERT_LE(testing::deepest_in_walls(session.world()), depth_allowed(session.world())) << "tick " << i;
  }
  const World& world = session.world();
  EXPECT_FALSE(session.error()) << session.error().message;
  EXPECT_EQ(world.count(), GetParam().agents);
  for (const std::uint32_t axis : {0u, 1u}) {
    EXPECT_TRUE(testing::all_finite(world.positions(axis)));
    EXPECT_TRUE(testing::all_finite(world.velocities(axis)));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Scenes,
                         ::testing::Values(ShippedScene{"arrival", 500, 8}, ShippedScene{"building", 240, 8},
                                           ShippedScene{"clump", 400, 6}, ShippedScene{"corridor", 300, 12},
                                           ShippedScene{"door", 600, 8}, ShippedScene{"formation", 100, 20},
                                           ShippedScene{"gate", 300, 26}, ShippedScene{"heavy", 150, 14},
                                           ShippedScene{"jam", 2000, 6}, ShippedScene{"legion", 2000, 4},
                                           ShippedScene{"predators", 500, 6}, ShippedScene{"swap", 128, 15}),
                         [](const auto& scene) { return std::string(scene.param.name); });

}  // namespace
}  // namespace cardume
