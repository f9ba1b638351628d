#include <fmt/format.h>

#include <algorithm>
#include <cardume/noise.hpp>

#include "tools/cardume/gen_product.hpp"
#include "tools/cardume/gen_relief.hpp"

namespace cardume {
namespace {

// Slopes reach a sample farther than the picture, and smooth ones two.
constexpr std::uint32_t kRim = 2;

NoiseDesc desc_of(const GenOptions& options) {
  NoiseDesc desc = options.noise;
  desc.kind = options.kind == "simplex" ? NoiseKind::kSimplex
              : options.kind == "value" ? NoiseKind::kValue
                                        : NoiseKind::kPerlin;
  desc.seed = options.seed;
  desc.period = options.lattice.period;
  desc.tile = options.lattice.tile;
  return desc;
}

class NoiseProduct final : public Product {
 public:
  NoiseProduct(const GenOptions& options, std::vector<float> values)
      : options_(options), box_(box_of(options)), values_(std::move(values)) {}

  std::uint64_t hash() const override {
    GenHash hash;
    hash.add(values_);
    return hash.value();
  }

  std::string summary() const override {
    const auto [low, high] = std::ranges::minmax(values_);
    const NoiseBounds bounds = noise_bounds(desc_of(options_));
    return fmt::format("{} x {} samples of {} noise, {:.3f} to {:.3f} (bounds {:.3f} to {:.3f})", box_.width,
                       box_.height, options_.kind, low, high, bounds.low, bounds.high);
  }

  Result<std::string> text() const override { return number_rows(box_, values_); }
  Result<std::string> json() const override { return numbers_json(options_, box_, values_); }

  Result<Image> picture(std::uint32_t scale, Scheduler& scheduler) const override {
    const std::uint32_t pixels = std::max(scale, 1u);
    if (Error error = check_picture(box_.width, box_.height, pixels)) return error;
    const SampleBox rimmed = grown(box_, kRim);
    Plane height(rimmed.width, rimmed.height);
    const NoiseDesc desc = desc_of(options_);
    if (Error error = fill_noise(desc, rimmed, height.values, sample_options(options_, scheduler))) return error;
    // By what is possible, not by what was met, so that pieces fit.
    const float scale_to_one = 1 / (kUsualShare * noise_bounds(desc).high);
    for (float& value : height.values) value *= scale_to_one;
    return draw_relief(height, {kRim, pixels, desc.period}, scheduler);
  }

 private:
  // Sums of octaves hardly ever come near their bounds.
  static constexpr float kUsualShare = 0.6f;

  GenOptions options_;
  SampleBox box_;
  std::vector<float> values_;
};

}  // namespace

ProductResult make_noise(const GenOptions& options, Scheduler& scheduler) {
  const SampleBox box = box_of(options);
  if (Error error = validate(box)) return error;
  std::vector<float> values(box.count());
  if (Error error = fill_noise(desc_of(options), box, values, sample_options(options, scheduler))) return error;
  return ProductResult(std::make_shared<NoiseProduct>(options, std::move(values)));
}

}  // namespace cardume
