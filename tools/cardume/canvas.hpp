#pragma once
#include <cardume/scheduler.hpp>
#include <cstdint>
#include <vector>

#include "tools/scenario/image.hpp"

namespace cardume {

/// Linear light.
struct Rgb {
  float r = 0, g = 0, b = 0;

  friend Rgb operator+(Rgb one, Rgb other) { return {one.r + other.r, one.g + other.g, one.b + other.b}; }
  friend Rgb operator*(Rgb light, float k) { return {light.r * k, light.g * k, light.b * k}; }
  Rgb& operator+=(Rgb other) { return *this = *this + other; }
};

Rgb mix(Rgb from, Rgb to, float share);
/// From an 8-bit sRGB colour such as 0xFFCC00.
Rgb from_srgb(std::uint32_t hex);
/// From a lightness, chroma and hue in turns that look evenly spaced to people (B. Ottosson, "A perceptual color space
/// for image processing", 2020).
Rgb from_oklch(float lightness, float chroma, float turns);

/// 0 below `low`, 1 above `high`, smooth between.
float smooth_step(float low, float high, float x);

/// A value a pixel, or a cell.
struct Plane {
  std::uint32_t width = 0, height = 0;
  std::vector<float> values;

  Plane(std::uint32_t w, std::uint32_t h, float value = 0) : width(w), height(h), values(std::size_t{w} * h, value) {}
  float& at(std::uint32_t x, std::uint32_t y) { return values[std::size_t{y} * width + x]; }
  float at(std::uint32_t x, std::uint32_t y) const { return values[std::size_t{y} * width + x]; }
  /// Nearest value within the plane.
  float clamped(std::int64_t x, std::int64_t y) const;
  /// Between the middles of the values, (0.5, 0.5) being the first one's.
  float bilinear(float x, float y) const;
  /// Smooth to the first derivative: biquadratic B-spline.
  float smooth(float x, float y) const;
};

/// Three box passes, which come close to a Gaussian of that standard deviation.
Plane blurred(const Plane&, float sigma);

/// A picture in the making: light adds up.
struct Canvas {
  std::uint32_t width = 0, height = 0;
  std::vector<Rgb> pixels;

  Canvas(std::uint32_t w, std::uint32_t h) : width(w), height(h), pixels(std::size_t{w} * h) {}
  Rgb& at(std::uint32_t x, std::uint32_t y) { return pixels[std::size_t{y} * width + x]; }
  /// Adds a soft dot whose light sums to about `light` times 2 pi sigma squared.
  void splat(float x, float y, float sigma, Rgb light);
  /// Adds a soft circle line.
  void ring(float x, float y, float radius, float sigma, Rgb light);
};

Canvas blurred(const Canvas&, float sigma);

enum class Film : std::uint8_t {
  kGrainy,  ///< Of a soft shoulder, with a slight vignette and enough noise to hide the steps.
  kPlain,   ///< Colours as they are. Even areas stay even, which makes for small files.
};

/// Light to 8-bit sRGB.
Image developed(const Canvas&, Film = Film::kGrainy);

template <class Body>
void for_each_row(Scheduler& scheduler, std::uint32_t rows, Body&& body) {
  scheduler.parallel_for(rows, 16, [&](Chunk chunk) {
    for (std::uint32_t y = chunk.first; y < chunk.last; ++y) body(y);
  });
}

}  // namespace cardume
