#include <libnoise/noise.h>

#include <cardume/worldgen.hpp>
#include <vector>

#include "bench/peers/makers.hpp"

// Both fill a plane with noise: 4 octaves of Perlin's, or the cells of scattered points. libnoise takes a sample at a
// time, as it offers them, of noise in space, and goes through a few rows where the engine goes through all: the times
// are for each sample. Its points are a lattice's of three dimensions, which flatters the ratio of cells.
namespace cardume::bench {
namespace {

constexpr double kPerlinPeriod = 100, kCellPeriod = 32;
constexpr std::uint32_t kOctaves = 4, kPeerRows = 16;

class EngineNoise : public Contender {
 public:
  explicit EngineNoise(const DuelSetup& setup)
      : box_{0, 0, 0, setup.size, setup.size, 1}, set_(setup.instruction_set), out_(box_.count()) {}

  double items() const override { return static_cast<double>(box_.count()); }
  double neighbours() const override { return 0; }

 protected:
  SampleBox box_;
  std::string set_;
  std::vector<float> out_;
};

class EnginePerlin final : public EngineNoise {
 public:
  using EngineNoise::EngineNoise;
  void step() override {
    (void)fill_noise({.octaves = kOctaves, .period = kPerlinPeriod}, box_, out_, {nullptr, set_});
  }
};

class EngineCells final : public EngineNoise {
 public:
  explicit EngineCells(const DuelSetup& setup) : EngineNoise(setup), second_(box_.count()), ids_(box_.count()) {
    wanted_.f1 = out_;
    wanted_.f2 = second_;
    wanted_.id = ids_;
  }
  void step() override { (void)fill_cellular({.period = kCellPeriod}, box_, wanted_, {nullptr, set_}); }

 private:
  std::vector<float> second_;
  std::vector<std::uint32_t> ids_;
  CellularOut wanted_;
};

template <class Module>
class LibnoiseContender final : public Contender {
 public:
  LibnoiseContender(const DuelSetup& setup, double period) : width_(setup.size), out_(width_ * kPeerRows) {
    module_.SetFrequency(1 / period);
  }
  void step() override {
    for (std::size_t i = 0; i < out_.size(); ++i)
      out_[i] = module_.GetValue(static_cast<double>(i % width_), static_cast<double>(i / width_), 0);
  }
  double items() const override { return static_cast<double>(out_.size()); }
  double neighbours() const override { return 0; }
  Module& module() { return module_; }

 private:
  Module module_;
  std::size_t width_;
  std::vector<double> out_;
};

}  // namespace

Result<Duel> make_libnoise_perlin(const DuelSetup& setup) {
  auto peer = std::make_unique<LibnoiseContender<noise::module::Perlin>>(setup, kPerlinPeriod);
  peer->module().SetOctaveCount(kOctaves);
  return Duel{std::make_unique<EnginePerlin>(setup), std::move(peer)};
}

Result<Duel> make_libnoise_cells(const DuelSetup& setup) {
  return Duel{std::make_unique<EngineCells>(setup),
              std::make_unique<LibnoiseContender<noise::module::Voronoi>>(setup, kCellPeriod)};
}

}  // namespace cardume::bench
