#pragma once
#include <cardume/cost_grid.hpp>
#include <cardume/samples.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "tools/cardume/gen_options.hpp"
#include "tools/scenario/image.hpp"

namespace cardume {

/// What a kind made, in each form that it can be written in. Forms that it lacks are refused.
class Product {
 public:
  virtual ~Product() = default;
  /// Of all values, whatever they are written as; the same on every machine.
  virtual std::uint64_t hash() const = 0;
  /// Samples along x and y, and what else there is to say, for people.
  virtual std::string summary() const = 0;
  virtual Result<CostGrid> map() const { return absent(); }
  virtual Result<std::string> text() const { return absent(); }
  virtual Result<std::string> svg() const { return absent(); }
  virtual Result<std::string> json() const { return absent(); }
  /// With so many pixels along a sample; 0 for what suits it.
  virtual Result<Image> picture(std::uint32_t scale, Scheduler&) const = 0;

 private:
  static Error absent() { return {Status::kInvalidArgument, "--out: there is no such form of it"}; }
};

using ProductResult = Result<std::shared_ptr<const Product>>;

/// A way to make something, as it is listed.
struct GenKind {
  std::string_view name;  ///< What people call it on the command line.
  const char* help;       ///< One line.
  const char* endings;    ///< Of files that it is written to.
  ProductResult (*make)(const GenOptions&, Scheduler&);
};

/// The kind of that name; recipes for any other.
const GenKind& gen_kind(const std::string& name);

// A function a kind, in files of their own.

ProductResult make_noise(const GenOptions&, Scheduler&);
ProductResult make_voronoi(const GenOptions&, Scheduler&);
ProductResult make_caves(const GenOptions&, Scheduler&);
ProductResult make_lsystem(const GenOptions&, Scheduler&);
ProductResult make_wfc(const GenOptions&, Scheduler&);
ProductResult make_world(const GenOptions&, Scheduler&);

/// Adds up what it is handed (FNV-1a; G. Fowler, L. Noll, K.-P. Vo, 1991), in order.
class GenHash {
 public:
  void add(std::uint64_t value, int bytes);
  void add(std::span<const float>);
  void add(std::span<const std::uint8_t>);
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325;
};

/// The samples of --size and --chunk.
SampleBox box_of(const GenOptions&);
/// The same, and so many more on every side.
SampleBox grown(const SampleBox&, std::uint32_t margin);
SampleOptions sample_options(const GenOptions&, Scheduler&);
/// Refuses pictures that are too large.
Error check_picture(std::uint32_t width, std::uint32_t height, std::uint32_t scale);

/// Rows of numbers.
std::string number_rows(const SampleBox&, std::span<const float>);
/// Schema cardume.samples/1.
std::string numbers_json(const GenOptions&, const SampleBox&, std::span<const float>);

}  // namespace cardume
