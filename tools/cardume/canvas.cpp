#include "tools/cardume/canvas.hpp"

#include <algorithm>
#include <cmath>

#include "tools/scenario/random.hpp"

namespace cardume {
namespace {

float to_linear(std::uint32_t srgb) {
  const float s = static_cast<float>(srgb & 255u) / 255;
  return s <= 0.04045f ? s / 12.92f : std::pow((s + 0.055f) / 1.055f, 2.4f);
}

float to_srgb(float linear) {
  return linear <= 0.0031308f ? 12.92f * linear : 1.055f * std::pow(linear, 1 / 2.4f) - 0.055f;
}

/// Calls `light_at(dx, dy)` for each pixel closer than `reach` to a place, with the way from there to the pixel's
/// middle, and adds what it returns.
template <class Light>
void add_around(Canvas& canvas, float x, float y, float reach, Light&& light_at) {
  const auto first = [](float v) { return static_cast<std::uint32_t>(std::clamp(v, 0.f, 1e9f)); };
  for (std::uint32_t j = first(y - reach); j < canvas.height && static_cast<float>(j) < y + reach; ++j)
    for (std::uint32_t i = first(x - reach); i < canvas.width && static_cast<float>(i) < x + reach; ++i)
      canvas.at(i, j) += light_at(static_cast<float>(i) + 0.5f - x, static_cast<float>(j) + 0.5f - y);
}

/// One box pass along a line of values that lie `stride` apart.
void box_pass(const float* from, float* to, std::int64_t count, std::int64_t stride, std::int64_t reach) {
  const auto value = [&](std::int64_t i) { return from[std::clamp<std::int64_t>(i, 0, count - 1) * stride]; };
  double sum = 0;
  for (std::int64_t i = -reach; i <= reach; ++i) sum += static_cast<double>(value(i));
  const double scale = 1.0 / static_cast<double>(2 * reach + 1);
  for (std::int64_t i = 0; i < count; ++i) {
    to[i * stride] = static_cast<float>(sum * scale);
    sum += static_cast<double>(value(i + reach + 1)) - static_cast<double>(value(i - reach));
  }
}

// What is brighter than the shoulder is pressed toward 1 and pulled toward white, as on film.
Rgb pressed(Rgb light) {
  const float peak = std::max({light.r, light.g, light.b, 1e-6f});
  const float mapped = 1 - std::exp(-peak);
  const Rgb scaled = light * (mapped / peak);
  const float white = 0.75f * smooth_step(0.8f, 6, peak);
  return mix(scaled, {mapped, mapped, mapped}, white);
}

}  // namespace

Rgb mix(Rgb from, Rgb to, float share) { return from * (1 - share) + to * share; }

Rgb from_srgb(std::uint32_t hex) { return {to_linear(hex >> 16), to_linear(hex >> 8), to_linear(hex)}; }

Rgb from_oklch(float lightness, float chroma, float turns) {
  const float angle = turns * 6.2831853f;
  const float a = chroma * std::cos(angle), b = chroma * std::sin(angle);
  const auto cube = [](float x) { return x * x * x; };
  const float l = cube(lightness + 0.3963378f * a + 0.2158038f * b);
  const float m = cube(lightness - 0.1055613f * a - 0.0638542f * b);
  const float s = cube(lightness - 0.0894842f * a - 1.2914855f * b);
  return {std::max(0.f, 4.0767417f * l - 3.3077116f * m + 0.2309699f * s),
          std::max(0.f, -1.2684380f * l + 2.6097574f * m - 0.3413194f * s),
          std::max(0.f, -0.0041961f * l - 0.7034186f * m + 1.7076147f * s)};
}

float smooth_step(float low, float high, float x) {
  const float t = std::clamp((x - low) / (high - low), 0.f, 1.f);
  return t * t * (3 - 2 * t);
}

float Plane::clamped(std::int64_t x, std::int64_t y) const {
  return at(static_cast<std::uint32_t>(std::clamp<std::int64_t>(x, 0, std::int64_t{width} - 1)),
            static_cast<std::uint32_t>(std::clamp<std::int64_t>(y, 0, std::int64_t{height} - 1)));
}

float Plane::bilinear(float x, float y) const {
  const float left = std::floor(x - 0.5f), top = std::floor(y - 0.5f);
  const float u = x - 0.5f - left, v = y - 0.5f - top;
  const auto i = static_cast<std::int64_t>(left), j = static_cast<std::int64_t>(top);
  return (clamped(i, j) * (1 - u) + clamped(i + 1, j) * u) * (1 - v) +
         (clamped(i, j + 1) * (1 - u) + clamped(i + 1, j + 1) * u) * v;
}

float Plane::smooth(float x, float y) const {
  const float column = std::floor(x), row = std::floor(y);
  const float u = x - column - 0.5f, v = y - row - 0.5f;
  const float wx[] = {0.5f * (0.5f - u) * (0.5f - u), 0.75f - u * u, 0.5f * (0.5f + u) * (0.5f + u)};
  const float wy[] = {0.5f * (0.5f - v) * (0.5f - v), 0.75f - v * v, 0.5f * (0.5f + v) * (0.5f + v)};
  const auto i = static_cast<std::int64_t>(column), j = static_cast<std::int64_t>(row);
  float sum = 0;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx) sum += wx[dx] * wy[dy] * clamped(i + dx - 1, j + dy - 1);
  return sum;
}

Plane blurred(const Plane& plane, float sigma) {
  const auto reach = static_cast<std::int64_t>(sigma + 0.5f);
  Plane from = plane, to = plane;
  for (int pass = 0; pass < 3 && reach > 0; ++pass) {
    for (std::uint32_t y = 0; y < plane.height; ++y) box_pass(&from.at(0, y), &to.at(0, y), plane.width, 1, reach);
    for (std::uint32_t x = 0; x < plane.width; ++x)
      box_pass(&to.at(x, 0), &from.at(x, 0), plane.height, plane.width, reach);
  }
  return from;
}

void Canvas::splat(float x, float y, float sigma, Rgb light) {
  const float falloff = -0.5f / (sigma * sigma);
  add_around(*this, x, y, 3 * sigma + 0.5f,
             [&](float dx, float dy) { return light * std::exp((dx * dx + dy * dy) * falloff); });
}

void Canvas::ring(float x, float y, float radius, float sigma, Rgb light) {
  add_around(*this, x, y, radius + 3 * sigma + 1, [&](float dx, float dy) {
    const float off = (std::sqrt(dx * dx + dy * dy) - radius) / sigma;
    return light * std::exp(-0.5f * off * off);
  });
}

Canvas blurred(const Canvas& canvas, float sigma) {
  Canvas result(canvas.width, canvas.height);
  for (float Rgb::*channel : {&Rgb::r, &Rgb::g, &Rgb::b}) {
    Plane plane(canvas.width, canvas.height);
    for (std::size_t i = 0; i < plane.values.size(); ++i) plane.values[i] = canvas.pixels[i].*channel;
    plane = blurred(plane, sigma);
    for (std::size_t i = 0; i < plane.values.size(); ++i) result.pixels[i].*channel = plane.values[i];
  }
  return result;
}

Image developed(const Canvas& canvas, Film film) {
  const bool grainy = film == Film::kGrainy;
  Image image{canvas.width, canvas.height, 3, {}};
  image.pixels.reserve(canvas.pixels.size() * 3);
  const auto w = static_cast<float>(canvas.width), h = static_cast<float>(canvas.height);
  for (std::size_t i = 0; i < canvas.pixels.size(); ++i) {
    const float u = static_cast<float>(i % canvas.width) / w - 0.5f,
                v = static_cast<float>(i / canvas.width) / h - 0.5f;
    const float vignette = 0.45f * smooth_step(0.25f, 1, 2 * (u * u + v * v));
    const Rgb light = grainy ? pressed(canvas.pixels[i]) * (1 - vignette) : canvas.pixels[i];
    Draws noise(1, 0, i);
    for (const float channel : {light.r, light.g, light.b}) {
      const float value = to_srgb(channel) * 255 + (grainy ? noise.unit() : 0.5f);
      image.pixels.push_back(static_cast<std::uint8_t>(std::clamp(value, 0.f, 255.f)));
    }
  }
  return image;
}

}  // namespace cardume
