#pragma once
#include <array>
#include <cardume/status.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cardume {

inline constexpr std::uint32_t kMaxImageEdge = 1u << 14;

/// A picture of 8 bits a channel, rows from the top.
struct Image {
  std::uint32_t width = 0, height = 0;
  std::uint32_t channels = 1;  ///< 1 grey, 3 red-green-blue.
  std::vector<std::uint8_t> pixels;
};

bool looks_like_png(std::string_view bytes);

/// Reads a PNG: grey and palette pictures give 1 channel, colour ones 3. `name` only serves error messages. Sizes are
/// checked before memory is taken.
Result<Image> decode_png(std::string_view bytes, std::string_view name);

/// Red, green and blue.
using Colour = std::array<std::uint8_t, 3>;

/// A picture whose one channel counts in a palette; one without a palette is as decode_png() gives it.
struct PaletteImage {
  Image image;
  std::vector<Colour> palette;
};

/// As decode_png(), but for palette pictures, which keep theirs.
Result<PaletteImage> decode_png_indices(std::string_view bytes, std::string_view name);

Result<std::string> encode_png(const Image&);
/// With its palette, of 1 to 256 colours.
Result<std::string> encode_png_palette(const PaletteImage&);

}  // namespace cardume
