#include "tools/cardume/gen_palette.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

namespace cardume {
namespace {

/// A colour of the picture, and how many pixels have it.
struct Tone {
  Colour colour;
  std::uint32_t pixels;
};

using Tones = std::vector<Tone>;

/// Pixels are told apart by the upper six bits of each channel.
constexpr std::uint8_t coarse(std::uint8_t channel) {
  return static_cast<std::uint8_t>((channel & 0xFC) | channel >> 6);
}

Tones tones_of(const Image& image) {
  std::map<Colour, std::uint32_t> counts;
  for (std::size_t i = 0; i < image.pixels.size(); i += 3)
    ++counts[{coarse(image.pixels[i]), coarse(image.pixels[i + 1]), coarse(image.pixels[i + 2])}];
  Tones tones;
  for (const auto& [colour, pixels] : counts) tones.push_back({colour, pixels});
  return tones;
}

/// Some tones that become one colour.
struct Box {
  Tones::iterator begin, end;
  std::size_t channel = 0;   ///< In which they differ most,
  std::uint64_t spread = 0;  ///< and by how much, weighed by pixels.

  Box(Tones::iterator first, Tones::iterator last) : begin(first), end(last) {
    std::uint64_t pixels = 0;
    for (auto tone = begin; tone != end; ++tone) pixels += tone->pixels;
    for (std::size_t c = 0; c < 3; ++c) {
      const auto [low, high] = std::minmax_element(
          begin, end, [c](const Tone& one, const Tone& other) { return one.colour[c] < other.colour[c]; });
      const auto width = static_cast<std::uint64_t>(high->colour[c] - low->colour[c]);
      // Large even areas must not take all colours, nor few pixels none.
      const auto weighed =
          static_cast<std::uint64_t>(static_cast<double>(width * width) * std::sqrt(static_cast<double>(pixels)));
      if (weighed > spread) channel = c;
      spread = std::max(spread, weighed);
    }
  }

  Tones::iterator halved() const {
    std::stable_sort(begin, end,
                     [c = channel](const Tone& one, const Tone& other) { return one.colour[c] < other.colour[c]; });
    std::uint64_t all = 0, below = 0;
    for (auto tone = begin; tone != end; ++tone) all += tone->pixels;
    auto middle = begin;
    while (middle + 1 != end && (below += middle->pixels) * 2 < all) ++middle;
    return std::max(middle, begin + 1);
  }

  Colour mean() const {
    std::array<std::uint64_t, 3> sums{};
    std::uint64_t pixels = 0;
    for (auto tone = begin; tone != end; ++tone) {
      pixels += tone->pixels;
      for (std::size_t c = 0; c < 3; ++c) sums[c] += std::uint64_t{tone->colour[c]} * tone->pixels;
    }
    Colour mean{};
    for (std::size_t c = 0; c < 3; ++c) mean[c] = static_cast<std::uint8_t>((sums[c] + pixels / 2) / pixels);
    return mean;
  }
};

std::vector<Box> boxes_of(Tones& tones, std::size_t colours) {
  std::vector<Box> boxes{Box(tones.begin(), tones.end())};
  while (boxes.size() < colours) {
    const auto widest = std::ranges::max_element(boxes, {}, &Box::spread);
    if (widest->spread == 0) break;
    const Box box = *widest;
    const auto middle = box.halved();
    *widest = Box(box.begin, middle);
    boxes.emplace_back(middle, box.end);
  }
  return boxes;
}

}  // namespace

PaletteImage reduced(const Image& image, std::size_t colours) {
  Tones tones = tones_of(image);
  std::map<Colour, std::uint8_t> indices;
  PaletteImage result{{image.width, image.height, 1, {}}, {}};
  for (const Box& box : boxes_of(tones, colours)) {
    for (auto tone = box.begin; tone != box.end; ++tone)
      indices[tone->colour] = static_cast<std::uint8_t>(result.palette.size());
    result.palette.push_back(box.mean());
  }
  for (std::size_t i = 0; i < image.pixels.size(); i += 3)
    result.image.pixels.push_back(
        indices[{coarse(image.pixels[i]), coarse(image.pixels[i + 1]), coarse(image.pixels[i + 2])}]);
  return result;
}

}  // namespace cardume
