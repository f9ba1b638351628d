#include <fmt/format.h>

#include <algorithm>
#include <cardume/cellular.hpp>
#include <cmath>

#include "tools/cardume/canvas.hpp"
#include "tools/cardume/gen_product.hpp"

namespace cardume {
namespace {

CellularDesc desc_of(const GenOptions& options) {
  CellularDesc desc = options.cells.desc;
  desc.seed = options.seed;
  desc.period = options.lattice.period;
  desc.tile = options.lattice.tile;
  return desc;
}

/// Numbers of one kind; ids, when those are wanted, as numbers from 0 to 1.
Result<std::vector<float>> fill(const GenOptions& options, CellValue value, const SampleBox& box,
                                Scheduler& scheduler) {
  std::vector<float> values(box.count());
  std::vector<std::uint32_t> ids(value == CellValue::kId ? values.size() : 0);
  CellularOut out;
  if (value == CellValue::kF1) out.f1 = values;
  if (value == CellValue::kF2) out.f2 = values;
  if (value == CellValue::kF2F1) out.f2_f1 = values;
  if (value == CellValue::kBorder) out.border = values;
  out.id = ids;
  if (Error error = fill_cellular(desc_of(options), box, out, sample_options(options, scheduler))) return error;
  for (std::size_t i = 0; i < ids.size(); ++i) values[i] = static_cast<float>(ids[i] >> 8) * 0x1p-24f;
  return values;
}

/// What the pictures are made of: ids, how deep a sample lies in its cell, and how far it is from the border.
struct Cells {
  Plane id, depth, border;
};

/// Muted, so that neighbours are told apart by hue and lightness alike.
Rgb cell_colour(float id) {
  const float other = id * 255 - std::floor(id * 255);
  return from_oklch(0.62f + 0.2f * other, 0.075f, 0.02f + 0.42f * id);
}

/// From deep blue by rose to pale gold.
Rgb glow(float share) {
  const float t = std::clamp(share, 0.f, 1.f);
  return from_oklch(0.16f + 0.74f * t, 0.05f + 0.1f * t * (1 - t) * 4, 0.72f + 0.5f * t);
}

class VoronoiProduct final : public Product {
 public:
  VoronoiProduct(const GenOptions& options, std::vector<float> values)
      : options_(options), box_(box_of(options)), values_(std::move(values)) {}

  std::uint64_t hash() const override {
    GenHash hash;
    hash.add(values_);
    return hash.value();
  }

  std::string summary() const override {
    const auto [low, high] = std::ranges::minmax(values_);
    return fmt::format("{} x {} samples of Voronoi cells, {:.3f} to {:.3f}", box_.width, box_.height, low, high);
  }

  Result<std::string> text() const override { return number_rows(box_, values_); }
  Result<std::string> json() const override { return numbers_json(options_, box_, values_); }

  Result<Image> picture(std::uint32_t scale, Scheduler& scheduler) const override {
    const std::uint32_t pixels = std::max(scale, 1u);
    if (Error error = check_picture(box_.width, box_.height, pixels)) return error;
    return options_.cells.value == CellValue::kId ? draw_cells(pixels, scheduler) : draw_glow(pixels, scheduler);
  }

 private:
  /// The cells in colours of their own, each lit in its middle, with dark joints.
  Result<Image> draw_cells(std::uint32_t pixels, Scheduler& scheduler) const {
    const SampleBox rimmed = grown(box_, 1);
    // Distances to borders exist in Euclid's metric alone; F2 - F1 is about twice as much.
    const bool euclid = options_.cells.desc.metric == CellMetric::kEuclid;
    Cells cells{Plane(rimmed.width, rimmed.height), Plane(rimmed.width, rimmed.height),
                Plane(rimmed.width, rimmed.height)};
    for (const auto& [plane, value] : {std::pair{&cells.id, CellValue::kId}, std::pair{&cells.depth, CellValue::kF1},
                                       std::pair{&cells.border, euclid ? CellValue::kBorder : CellValue::kF2F1}}) {
      Result<std::vector<float>> values = fill(options_, value, rimmed, scheduler);
      if (!values) return values.error();
      plane->values = std::move(*values);
    }
    const float to_samples = options_.lattice.period * (euclid ? 1 : 0.5f);
    return draw(pixels, scheduler, [&](float x, float y) {
      const float id = cells.id.clamped(static_cast<std::int64_t>(x), static_cast<std::int64_t>(y));
      const Rgb lit = cell_colour(id) * (1.06f - 0.28f * cells.depth.bilinear(x, y));
      const float samples = cells.border.bilinear(x, y) * to_samples;
      return lit * (0.22f + 0.78f * smooth_step(0.4f, 2.2f, samples));
    });
  }

  Result<Image> draw_glow(std::uint32_t pixels, Scheduler& scheduler) const {
    const SampleBox rimmed = grown(box_, 1);
    Result<std::vector<float>> values = fill(options_, options_.cells.value, rimmed, scheduler);
    if (!values) return values.error();
    Plane plane(rimmed.width, rimmed.height);
    plane.values = std::move(*values);
    const float usual = options_.cells.value == CellValue::kBorder ? 2
                        : options_.cells.value == CellValue::kF2   ? 0.8f
                                                                   : 1.1f;
    return draw(pixels, scheduler, [&](float x, float y) { return glow(plane.bilinear(x, y) * usual); });
  }

  template <class Light>
  Image draw(std::uint32_t pixels, Scheduler& scheduler, Light&& light_at) const {
    Canvas canvas(box_.width * pixels, box_.height * pixels);
    const auto place = [&](std::uint32_t pixel) {
      return 1 + (static_cast<float>(pixel) + 0.5f) / static_cast<float>(pixels);
    };
    for_each_row(scheduler, canvas.height, [&](std::uint32_t y) {
      for (std::uint32_t x = 0; x < canvas.width; ++x) canvas.at(x, y) = light_at(place(x), place(y));
    });
    return developed(canvas, Film::kPlain);
  }

  GenOptions options_;
  SampleBox box_;
  std::vector<float> values_;
};

}  // namespace

ProductResult make_voronoi(const GenOptions& options, Scheduler& scheduler) {
  const SampleBox box = box_of(options);
  if (Error error = validate(box)) return error;
  Result<std::vector<float>> values = fill(options, options.cells.value, box, scheduler);
  if (!values) return values.error();
  return ProductResult(std::make_shared<VoronoiProduct>(options, std::move(*values)));
}

}  // namespace cardume
