#include "tools/cardume/crowd_picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/tools/open_session.hpp"
#include "tools/cardume/terrain_picture.hpp"

namespace cardume {
namespace {

// A world of 20 x 10 with a wall along its right end, one large body and no goal near it.
constexpr const char* kOneBody = R"(
agents = 1
terrain = { kind = "plan", width = 20, height = 10, walls = [[18, 0, 19, 9], [3, 7, 3, 7]] }
species = [{ name = "disc", body = { radius = 1 } }]
goal = [{ name = "corner", position = [1, 1] }]
spawn = [{ where = "points", points = [[8, 5]], speed = 0 }]
)";

class Picture : public ::testing::Test {
 protected:
  Session open(const std::string& text) {
    Session session = testing::open_session(text, *scheduler_);
    session.tick();
    return session;
  }
  Image draw(const Session& session, std::uint32_t width, std::optional<Window> window = {}) {
    CrowdPicture picture(session, width, window);
    picture.expose(session);
    return picture.developed(*scheduler_);
  }

 private:
  std::unique_ptr<Scheduler> scheduler_ = make_serial_scheduler();
};

int light_at(const Image& image, std::uint32_t x, std::uint32_t y) {
  const std::uint8_t* const pixel = &image.pixels[(std::size_t{y} * image.width + x) * image.channels];
  return pixel[0] + pixel[1] + pixel[2];
}

/// Pixels so bright that only a body or a goal can be there.
std::uint32_t bright_pixels(const Image& image) {
  std::uint32_t count = 0;
  for (std::uint32_t y = 0; y < image.height; ++y)
    for (std::uint32_t x = 0; x < image.width; ++x) count += light_at(image, x, y) > 200;
  return count;
}

TEST_F(Picture, DrawsABodyWhereItIsAndAsLargeAsItIs) {
  const Image image = draw(open(kOneBody), 400);
  ASSERT_EQ(image.width, 400u);
  ASSERT_EQ(image.height, 200u);
  for (const int offset : {-15, 0, 15}) {
    EXPECT_GT(light_at(image, 160 + offset, 100), 200) << offset;
    EXPECT_GT(light_at(image, 160, 100 + offset), 200) << offset;
  }
  for (const int offset : {-23, 23}) {
    EXPECT_LT(light_at(image, 160 + offset, 100), 100) << offset;
    EXPECT_LT(light_at(image, 160, 100 + offset), 100) << offset;
  }
}

TEST_F(Picture, AWindowShowsThatPartAlone) {
  const Session session = open(kOneBody);
  const Image near = draw(session, 400, Window{{6, 3}, {10, 7}});
  ASSERT_EQ(near.height, 400u);
  EXPECT_GT(light_at(near, 200, 200), 200);
  EXPECT_NEAR(bright_pixels(near), 3.14159 * 100 * 100, 1500);
  EXPECT_EQ(bright_pixels(draw(session, 400, Window{{10, 4}, {16, 8}})), 0u);
}

TEST_F(Picture, WallsAreAsWideAsTheirCells) {
  const CostGrid grid = open(kOneBody).world().terrain();
  const TerrainPicture sharp(grid, 20, true);
  EXPECT_EQ(sharp.wall(17.9f, 5), 0);
  EXPECT_EQ(sharp.wall(18.1f, 5), 1);
  EXPECT_NEAR(sharp.wall(18, 5), 0.5f, 0.01f);
  EXPECT_EQ(sharp.wall(3.1f, 7.1f), 1);
  EXPECT_EQ(sharp.wall(2.9f, 6.9f), 0);
}

TEST_F(Picture, ArrivedOnesHaveAnotherTone) {
  // One stands at its goal when the other is still on its way.
  Session session = open(R"(
agents = 2
terrain = { kind = "plan", width = 40, height = 10 }
species = [{ name = "disc", body = { radius = 1 }, motion = { max_speed = 2 } }]
goal = [{ name = "left", position = [6, 5] }]
spawn = [{ goal = "left", where = "points", points = [[6, 5], [36, 5]], speed = 0 }]
)");
  for (int i = 0; i < 180; ++i) session.tick();
  const World& world = session.world();
  ASSERT_EQ(std::ranges::count(world.states(), AgentState::kArrived), 1);
  CrowdPicture picture(session, 400, {});
  picture.expose(session);
  const Image image = draw(session, 400);
  int tones[2] = {};
  for (std::uint32_t row = 0; row < 2; ++row) {
    const auto x = static_cast<std::uint32_t>(world.positions(0)[row] * 10);
    const auto y = static_cast<std::uint32_t>(world.positions(1)[row] * 10);
    tones[world.states()[row] == AgentState::kArrived] = light_at(image, x, y + 8);
  }
  EXPECT_GT(tones[1], tones[0] + 60);
}

TEST_F(Picture, ExposuresAddUp) {
  Session session = open(kOneBody + std::string("[[event]]\nat = 0.1\nspawn = { count = 1, where = \"points\", "
                                                "points = [[13, 5]], speed = 0 }\n"));
  CrowdPicture picture(session, 400, {});
  picture.expose(session, 0.5f);
  for (int i = 0; i < 12; ++i) session.tick();
  ASSERT_EQ(session.world().count(), 2u);
  const auto scheduler = make_serial_scheduler();
  const Image before = picture.developed(*scheduler);
  EXPECT_LT(light_at(before, 260, 100), 100);
  picture.expose(session);
  const Image after = picture.developed(*scheduler);
  EXPECT_GT(light_at(after, 260, 100), 200);
  EXPECT_GT(light_at(after, 160, 100), light_at(before, 160, 100));
}

TEST_F(Picture, SmallBodiesStillShow) {
  const Image image = draw(open(R"(
agents = 1
terrain = { kind = "plan", width = 400, height = 200 }
species = [{ name = "dot", body = { radius = 0.1 } }]
spawn = [{ where = "points", points = [[200, 100]], speed = 0 }]
)"),
                           400);
  EXPECT_GT(light_at(image, 200, 100), 150);
}

TEST_F(Picture, BodiesOfSpaceAreDrawnToo) {
  const Image image = draw(open("agents = 5\nworld = { dimensions = 3, size = [10, 10, 10] }\n"
                                "species = [{ name = \"ball\", body = { radius = 1 } }]\n"),
                           200);
  EXPECT_GT(bright_pixels(image), 100u);
}

TEST_F(Picture, ObstaclesAreSolidAndRegionsAreOutlines) {
  const Image image = draw(open(R"(
agents = 0
world = { size = [20, 10] }
obstacle = [{ shape = "ball", centre = [5, 5], radius = 2 }, { shape = "box", centre = [11, 5], half = [1, 2] }]
region = [{ name = "r", shape = "ball", centre = [16, 5], radius = 3 }]
)"),
                           400);
  const int ground = light_at(image, 390, 190);
  for (const std::uint32_t x : {66u, 100u, 134u, 204u, 236u}) EXPECT_GT(light_at(image, x, 100), ground + 40) << x;
  for (const std::uint32_t x : {55u, 145u, 195u, 245u, 320u}) EXPECT_LT(light_at(image, x, 100), ground + 20) << x;
  for (const std::uint32_t x : {260u, 380u}) EXPECT_GT(light_at(image, x, 100), ground + 40) << x;
}

TEST_F(Picture, ObstaclesOfSpaceAreFrames) {
  const std::string space = "agents = 0\nworld = { dimensions = 3, size = [10, 10, 10] }\n";
  const Image bare = draw(open(space), 200);
  const Image image =
      draw(open(space + "[[obstacle]]\nshape = \"ball\"\ncentre = [5, 5, 5]\nradius = 3\n"
                        "[[region]]\nname = \"r\"\nshape = \"box\"\ncentre = [5, 5, 5]\nhalf = [4, 4, 4]\n"),
           200);
  int changed = 0;
  for (std::uint32_t y = 0; y < image.height; ++y)
    for (std::uint32_t x = 0; x < image.width; ++x) changed += light_at(image, x, y) > light_at(bare, x, y) + 30;
  EXPECT_GT(changed, 300);
  EXPECT_LT(changed, 6000);
}

TEST_F(Picture, StatesOfMindsHaveTheirOwnColours) {
  Session session = open(R"(
agents = 2
world = { size = [20, 10] }
spawn = [{ where = "points", points = [[5, 5], [15, 5]], speed = 0 }]
[[species]]
name = "disc"
body = { radius = 1 }
separation = { radius = 0 }
mind = { period = 1 }
[[species.state]]
name = "calm"
[[species.state]]
name = "warned"
[[species.transition]]
to = "warned"
when = [{ inside = "left" }]
[[region]]
name = "left"
shape = "box"
centre = [5, 5]
half = [4, 4]
)");
  for (int i = 0; i < 3; ++i) session.tick();
  const Image image = draw(session, 400);
  const auto red = [&](std::uint32_t x) { return image.pixels[(std::size_t{108} * 400 + x) * 3]; };
  EXPECT_GT(light_at(image, 100, 108), 200);
  EXPECT_GT(light_at(image, 300, 108), 200);
  EXPECT_GT(std::abs(red(100) - red(300)), 60);
}

}  // namespace
}  // namespace cardume
