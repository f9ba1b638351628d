#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "tests/support/crowds.hpp"

namespace cardume::testing {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kFar = std::numeric_limits<float>::infinity();

/// The message that a query is refused with, alone and as the last of two.
void expect_refused(const World& world, const AreaQuery& query, const std::string& message) {
  std::vector<AreaHit> hits{{AgentId{1}, 2}};
  AreaHits many;
  const Error alone = world.find(query, hits);
  EXPECT_EQ(alone.status, Status::kInvalidArgument) << message;
  EXPECT_EQ(alone.message, message);
  EXPECT_EQ(hits.size(), 1u);
  ASSERT_FALSE(world.count_in(query)) << message;
  EXPECT_EQ(world.count_in(query).error().message, message);
  const AreaQuery both[] = {within({}, 1), query};
  EXPECT_EQ(world.find_all(both, many).message, "queries[1]." + message);
}

TEST(QueryChecks, RefuseAreasThatMakeNoSenseAndNameTheField) {
  Crowd flat(body_desc({}, 0));
  WorldDesc desc = body_desc({}, 0);
  desc.dimensions = 3;
  Crowd deep(desc);
  const std::string place = " must be a number from -1e6 to 1e6",
                    radius = "radius must be a number from 0 on, or infinite";
  for (const World* world : {&flat.world(), &deep.world()}) {
    for (float bad : {kNan, kFar, -kFar, 1.1e6f}) {
      expect_refused(*world, within({bad, 0, 0}, 1), "centre.x" + place);
      expect_refused(*world, nearest({0, bad, 0}, 1), "centre.y" + place);
      expect_refused(*world, in_cone({}, {bad, 1, 0}, 1, 1), "direction.x" + place);
      expect_refused(*world, in_box({bad, 0, 0}, {1, 1, 1}), "low.x" + place);
      expect_refused(*world, in_box({0, 0, 0}, {1, bad, 1}), "high.y" + place);
    }
    for (float bad : {kNan, -1.f, -kFar}) {
      expect_refused(*world, within({}, bad), radius);
      expect_refused(*world, in_cone({}, {1, 0, 0}, bad, 1), radius);
    }
    for (float bad : {kNan, -0.1f, 6.3f, kFar})
      expect_refused(*world, in_cone({}, {1, 0, 0}, 1, bad), "angle must be a number from 0 to 2 pi");
    expect_refused(*world, in_cone({}, {}, 1, 1), "direction must be of any length but 0");
    expect_refused(*world, in_box({2, 0, 0}, {1, 1, 1}), "high.x must be at least low.x");
    expect_refused(*world, in_box({0, 2, 0}, {1, 1, 1}), "high.y must be at least low.y");
    AreaQuery query;
    query.shape = static_cast<AreaQuery::Shape>(9);
    expect_refused(*world, query, "shape must be one of AreaQuery::Shape");
  }
  expect_refused(flat.world(), in_cone({}, {0, 0, 1}, 1, 1), "direction must be of any length but 0");
  expect_refused(deep.world(), within({0, 0, kNan}, 1), "centre.z" + place);
  expect_refused(deep.world(), in_box({0, 0, 2}, {1, 1, 1}), "high.z must be at least low.z");
}

TEST(QueryChecks, DensityRefusesCellsThatAreTooSmallOrNone) {
  Crowd crowd(body_desc({}, 0));
  for (float bad : {kNan, 0.f, -1.f, kFar}) {
    DensityMap map{.cell_size = bad};
    EXPECT_EQ(crowd.world().density(map).message, "cell_size must be a number from 1e-6 to 1e6");
  }
  DensityMap map{.cell_size = 0.01f};
  const Error error = crowd.world().density(map);
  EXPECT_EQ(error.status, Status::kLimit);
  EXPECT_EQ(error.message,
            "cell_size must be so large that there are at most 67108864 cells (limits::kMaxDensityCells)");
  map.cell_size = 1e6f;
  ASSERT_FALSE(crowd.world().density(map));
  EXPECT_EQ(map.count.size(), 1u);
}

void expect_ray_refused(const World& world, const RayQuery& query, const std::string& message) {
  std::vector<RayHit> hits;
  const RayQuery both[] = {{}, query};
  ASSERT_FALSE(world.cast(query)) << message;
  EXPECT_EQ(world.cast(query).error().status, Status::kInvalidArgument);
  EXPECT_EQ(world.cast(query).error().message, message);
  EXPECT_EQ(world.cast_all(both, hits).message, "queries[1]." + message);
}

TEST(QueryChecks, RefuseRaysThatMakeNoSenseAndNameTheField) {
  WorldDesc desc = body_desc({}, 0);
  desc.dimensions = 3;
  Crowd crowd(desc);
  const World& world = crowd.world();
  for (float bad : {kNan, kFar, -kFar, -1.1e6f}) {
    expect_ray_refused(world, {.from = {bad, 0, 0}}, "from.x must be a number from -1e6 to 1e6");
    expect_ray_refused(world, {.from = {0, 0, bad}}, "from.z must be a number from -1e6 to 1e6");
    expect_ray_refused(world, {.to = {0, bad, 0}}, "to.y must be a number from -1e6 to 1e6");
  }
  for (float bad : {kNan, kFar, -1.f})
    expect_ray_refused(world, {.radius = bad}, "radius must be a number from 0 to 1e6");
}

}  // namespace
}  // namespace cardume::testing
