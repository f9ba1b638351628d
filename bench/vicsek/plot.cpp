#include "bench/vicsek/plot.hpp"

#include <algorithm>
#include <cmath>

namespace cardume::bench {
namespace {

constexpr std::uint32_t kWidth = 900, kHeight = 640, kMargin = 40;

/// A picture with y upward.
class Paper {
 public:
  explicit Paper(double width)
      : across_((kWidth - 2 * kMargin) / width), image_{kWidth, kHeight, 3, std::vector<std::uint8_t>(pixels(), 255)} {}

  PlotPoint place(PlotPoint at) const {
    return {kMargin + at.x * across_, kHeight - kMargin - at.y * (kHeight - 2 * kMargin)};
  }

  void disc(PlotPoint middle, double radius, std::uint32_t colour) {
    for (double y = std::floor(middle.y - radius); y <= middle.y + radius; ++y)
      for (double x = std::floor(middle.x - radius); x <= middle.x + radius; ++x)
        if (std::hypot(x - middle.x, y - middle.y) <= radius) put(x, y, colour);
  }

  void line(PlotPoint from, PlotPoint to, double thickness, std::uint32_t colour) {
    const double steps = std::ceil(std::max(1.0, 2 * std::hypot(to.x - from.x, to.y - from.y)));
    for (double i = 0; i <= steps; ++i)
      disc({from.x + (to.x - from.x) * i / steps, from.y + (to.y - from.y) * i / steps}, thickness / 2, colour);
  }

  const Image& image() const { return image_; }

 private:
  static constexpr std::size_t pixels() { return std::size_t{kWidth} * kHeight * 3; }

  void put(double x, double y, std::uint32_t colour) {
    if (x < 0 || y < 0 || x >= kWidth || y >= kHeight) return;
    const std::size_t at = (static_cast<std::size_t>(y) * kWidth + static_cast<std::size_t>(x)) * 3;
    for (std::size_t channel = 0; channel < 3; ++channel)
      image_.pixels[at + channel] = static_cast<std::uint8_t>(colour >> (16 - 8 * channel) & 255);
  }

  double across_;
  Image image_;
};

void draw_grid(Paper& paper, double width) {
  for (int x = 0; x <= width; ++x)
    paper.line(paper.place({static_cast<double>(x), 0}), paper.place({static_cast<double>(x), 1}), 1.5,
               x == 0 ? 0x404040 : 0xD8D8D8);
  for (int fifth = 0; fifth <= 5; ++fifth)
    paper.line(paper.place({0, fifth / 5.0}), paper.place({width, fifth / 5.0}), 1.5, fifth == 0 ? 0x404040 : 0xD8D8D8);
}

}  // namespace

Image plot(const std::vector<Curve>& curves, double width) {
  Paper paper(width);
  draw_grid(paper, width);
  for (const Curve& curve : curves)
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
      const PlotPoint at = paper.place(curve.points[i]);
      if (i > 0) paper.line(paper.place(curve.points[i - 1]), at, 2.5, curve.colour);
      paper.disc(at, 6, curve.colour);
    }
  return paper.image();
}

}  // namespace cardume::bench
