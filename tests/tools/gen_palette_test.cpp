#include "tools/cardume/gen_palette.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

namespace cardume {
namespace {

Image ramp(std::uint32_t edge) {
  Image image{edge, edge, 3, {}};
  for (std::uint32_t y = 0; y < edge; ++y)
    for (std::uint32_t x = 0; x < edge; ++x)
      for (const std::uint32_t channel : {x * 255 / (edge - 1), y * 255 / (edge - 1), 128u})
        image.pixels.push_back(static_cast<std::uint8_t>(channel));
  return image;
}

int farthest(const Image& image, const PaletteImage& picture) {
  int most = 0;
  for (std::size_t i = 0; i < image.pixels.size(); ++i)
    most = std::max(most, std::abs(image.pixels[i] - picture.palette[picture.image.pixels[i / 3]][i % 3]));
  return most;
}

TEST(GenPalette, ColoursStayNear) {
  const Image image = ramp(64);
  int before = 256;
  for (const std::size_t colours : {std::size_t{1}, std::size_t{16}, std::size_t{256}}) {
    const PaletteImage picture = reduced(image, colours);
    EXPECT_EQ(picture.palette.size(), colours);
    EXPECT_EQ(std::set<Colour>(picture.palette.begin(), picture.palette.end()).size(), colours);
    EXPECT_LT(farthest(image, picture), before);
    before = farthest(image, picture);
  }
  // Sixteen by sixteen squares of a ramp: eight of 255 to either side of their middle, and rounding.
  EXPECT_LE(before, 16);
}

TEST(GenPalette, FewColoursStayApart) {
  Image image{2, 2, 3, {255, 0, 0, 0, 255, 0, 255, 0, 0, 0, 0, 255}};
  const PaletteImage picture = reduced(image, 256);
  EXPECT_EQ(picture.palette.size(), 3u);
  EXPECT_EQ(farthest(image, picture), 0);
}

TEST(GenPalette, ComesBackFromAPng) {
  const PaletteImage picture = reduced(ramp(32), 100);
  const Result<std::string> png = encode_png_palette(picture);
  ASSERT_TRUE(png) << png.error().message;
  const Result<PaletteImage> back = decode_png_indices(*png, "a.png");
  ASSERT_TRUE(back);
  EXPECT_EQ(back->image.pixels, picture.image.pixels);
  EXPECT_EQ(back->palette, picture.palette);
  PaletteImage broken = picture;
  broken.image.pixels[5] = 100;
  EXPECT_FALSE(encode_png_palette(broken));
  EXPECT_FALSE(encode_png_palette({}));
}

}  // namespace
}  // namespace cardume
