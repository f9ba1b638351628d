#include "tools/cardume/gen_tiles_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "tools/scenario/random.hpp"

namespace cardume {
namespace {

/// How a letter looks.
struct Paint {
  char letter = ' ';
  std::uint32_t srgb = 0x808080;
  float grain = 0;    ///< How much pixels differ, 0 to 1.
  bool tall = false;  ///< Throws a shadow.
};

constexpr Paint kTownPaints[] = {{'#', 0xB0573E, 0.025f, true},  {'.', 0xD9CFBA, 0.03f, false},
                                 {'+', 0xE6A93F, 0, false},      {',', 0xCFA36F, 0.025f, false},
                                 {'"', 0x7BAA55, 0.06f, false},  {'T', 0x35702F, 0.1f, true},
                                 {'O', 0xA9C172, 0.05f, false},  {'W', 0x857F78, 0.04f, true},
                                 {'~', 0x4F93B8, 0.025f, false}, {' ', 0xA9C172, 0.05f, false}};
constexpr Paint kDungeonPaints[] = {{'#', 0x4A4653, 0.035f, true},  {'.', 0xB5A88F, 0.04f, false},
                                    {'+', 0xB8742F, 0, false},      {',', 0x9C8F7C, 0.05f, false},
                                    {'~', 0x41708C, 0.03f, false},  {' ', 0x1E1C24, 0.05f, false},
                                    {'"', 0x67743F, 0.075f, false}, {'o', 0x6E6878, 0.025f, true}};
constexpr Paint kPipesPaints[] = {{'.', 0x24303F, 0.02f, false},
                                  {' ', 0x24303F, 0.02f, false},
                                  {'=', 0x4FA3A5, 0.01f, true},
                                  {'o', 0xE08A4E, 0.01f, true}};

std::span<const Paint> paints_of(std::string_view set) {
  if (set == "dungeon") return kDungeonPaints;
  if (set == "pipes") return kPipesPaints;
  return kTownPaints;
}

/// A paint for each letter; those that no one knows get a hue of their own.
class Box {
 public:
  explicit Box(std::string_view set) {
    for (std::size_t i = 0; i < colours_.size(); ++i) {
      colours_[i] = from_oklch(0.7f, 0.08f, static_cast<float>(i * 37 % 256) / 256);
    }
    for (const Paint& paint : paints_of(set)) {
      const auto letter = static_cast<unsigned char>(paint.letter);
      paints_[letter] = paint;
      colours_[letter] = from_srgb(paint.srgb);
    }
  }

  const Paint& paint(char letter) const { return paints_[static_cast<unsigned char>(letter)]; }
  Rgb colour(char letter) const { return colours_[static_cast<unsigned char>(letter)]; }

 private:
  std::array<Paint, 256> paints_{};
  std::array<Rgb, 256> colours_{};
};

class LetterPainter {
 public:
  LetterPainter(const LetterMap& map, std::string_view set)
      : map_(map), box_(set), tall_(map.width, map.height), deep_(0, 0) {
    for (std::size_t i = 0; i < map.letters.size(); ++i) tall_.values[i] = box_.paint(map.letters[i]).tall ? 1.f : 0.f;
    deep_ = blurred(tall_, 1.6f);
  }

  /// In letters, from the upper left.
  Rgb light(float x, float y) const {
    const char letter = at(x, y);
    const Rgb colour = box_.colour(letter);
    if (box_.paint(letter).tall) return colour * roof(x, y) * (1 - 0.5f * smooth_step(0.8f, 1, deep_.smooth(x, y)));
    // Walls are as high as a letter is wide, and the sun stands in the upper left.
    const float shadow = std::max(tall_at(x - 0.3f, y - 0.3f), 0.8f * tall_at(x - 0.6f, y - 0.6f));
    return colour * (1 - 0.42f * shadow);
  }

  float grain(float x, float y) const { return box_.paint(at(x, y)).grain; }

 private:
  static std::int64_t cell(float at) { return static_cast<std::int64_t>(std::floor(at)); }

  char at(float x, float y) const {
    const std::int64_t column = std::clamp<std::int64_t>(cell(x), 0, std::int64_t{map_.width} - 1);
    const std::int64_t row = std::clamp<std::int64_t>(cell(y), 0, std::int64_t{map_.height} - 1);
    return map_.letters[static_cast<std::size_t>(row * map_.width + column)];
  }

  float tall_at(float x, float y) const { return tall_.clamped(cell(x), cell(y)); }

  /// Bright along the edges that face the sun, dark along the others.
  float roof(float x, float y) const {
    const float step = 0.28f;
    const float sunny = std::max(1 - tall_at(x - step, y), 1 - tall_at(x, y - step));
    const float shady = std::max(1 - tall_at(x + step, y), 1 - tall_at(x, y + step));
    return 1 + 0.38f * sunny - 0.3f * shady;
  }

  LetterMap map_;
  Box box_;
  Plane tall_, deep_;  ///< What throws shadows, and how far it is from anything else.
};

}  // namespace

Image draw_letters(const LetterMap& map, std::string_view set, std::uint32_t pixels, Scheduler& scheduler) {
  const LetterPainter painter(map, set);
  Canvas canvas(map.width * pixels, map.height * pixels);
  const auto place = [&](std::uint32_t pixel) {
    return (static_cast<float>(pixel) + 0.5f) / static_cast<float>(pixels);
  };
  for_each_row(scheduler, canvas.height, [&](std::uint32_t y) {
    for (std::uint32_t x = 0; x < canvas.width; ++x) {
      Draws grain(1, y, x);
      const float speck = painter.grain(place(x), place(y)) * grain.signed_unit();
      canvas.at(x, y) = painter.light(place(x), place(y)) * (1 + speck);
    }
  });
  return developed(canvas, Film::kPlain);
}

}  // namespace cardume
