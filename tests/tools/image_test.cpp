#include "tools/scenario/image.hpp"

#include <gtest/gtest.h>

#include "tools/scenario/random.hpp"

namespace cardume {
namespace {

Image noise(std::uint32_t width, std::uint32_t height, std::uint32_t channels) {
  Image image{width, height, channels, {}};
  Draws draws(width, height, channels);
  for (std::uint32_t i = 0; i < width * height * channels; ++i)
    image.pixels.push_back(static_cast<std::uint8_t>(draws.below(256)));
  return image;
}

TEST(Image, ComesBackAsItWasWritten) {
  for (const std::uint32_t channels : {1u, 3u})
    for (const std::uint32_t width : {1u, 7u, 64u}) {
      const Image image = noise(width, 5, channels);
      const Result<std::string> png = encode_png(image);
      ASSERT_TRUE(png) << png.error().message;
      EXPECT_TRUE(looks_like_png(*png));
      const Result<Image> back = decode_png(*png, "noise.png");
      ASSERT_TRUE(back) << back.error().message;
      EXPECT_EQ(back->width, image.width);
      EXPECT_EQ(back->height, image.height);
      EXPECT_EQ(back->channels, image.channels);
      EXPECT_EQ(back->pixels, image.pixels);
    }
}

TEST(Image, RefusesWhatIsNoPng) {
  const Result<Image> image = decode_png("not a picture", "hello.png");
  ASSERT_FALSE(image);
  EXPECT_EQ(image.error().status, Status::kParse);
  EXPECT_TRUE(image.error().message.starts_with("hello.png: ")) << image.error().message;
}

TEST(Image, RefusesAPngThatIsCutShort) {
  const std::string png = *encode_png(noise(64, 64, 1));
  for (const std::size_t length : {std::size_t{8}, std::size_t{30}, png.size() / 2})
    EXPECT_FALSE(decode_png(std::string_view(png).substr(0, length), "cut.png")) << length;
}

TEST(Image, RefusesAnEdgeThatIsClaimedTooLongBeforeTakingMemory) {
  std::string png = *encode_png(noise(4, 4, 1));
  // The width stands at byte 16 of every PNG; its checksum is wrong now as well, so any refusal will do.
  png[16] = '\x7f';
  EXPECT_FALSE(decode_png(png, "huge.png"));
}

TEST(Image, RefusesPixelsThatDoNotFitTheSize) {
  EXPECT_FALSE(encode_png({3, 3, 1, {1, 2, 3}}));
  EXPECT_FALSE(encode_png({}));
}

}  // namespace
}  // namespace cardume
