#pragma once
#include <cardume/cellular.hpp>
#include <cardume/random.hpp>
#include <cstdint>
#include <vector>

#include "core/worldgen/lattice.hpp"
#include "simd/worldgen_kernels.hpp"

namespace cardume {

/// The point of a square of the lattice.
struct CellularPoint {
  float x, y;  ///< In the square, 0 to 1.
  std::uint32_t id;
};

CellularPoint cellular_point(const Stream&, float jitter, std::int64_t x, std::int64_t y);

/// Distances over rows of samples, all of one width. The points that can matter to the samples of a square are found
/// once a square.
class CellularRows {
 public:
  CellularRows(const CellularDesc&, std::int64_t x, std::uint32_t width, bool with_border);

  /// The results hold until the next call.
  void row(std::int64_t y, const simd::CellularKernels&);

  const std::vector<float>& f1() const { return f1_; }
  const std::vector<float>& f2() const { return f2_; }
  const std::vector<float>& border() const { return border_; }
  const std::vector<std::uint32_t>& id() const { return id_; }

 private:
  /// Part of a square, along both axes.
  struct Part {
    float low, high;
  };

  void lay_columns(std::int64_t x, std::uint32_t width);
  void find_points(std::int64_t y);
  void choose(simd::CellularRun&, std::int64_t column, Part part);
  CellularPoint point(std::int64_t column, std::int64_t y) const;

  CellularDesc desc_;
  Stream stream_;
  LatticeAxis axis_[2];
  bool with_border_, known_ = false;
  std::int64_t row_ = 0;               ///< Of squares, whose points are known.
  std::vector<std::int64_t> columns_;  ///< Of squares, by run.
  std::vector<Part> parts_;            ///< That samples lie in, by run.
  std::vector<simd::CellularRun> runs_;
  std::vector<float> part_, x_, y_, f1_, f2_, border_;
  std::vector<std::uint32_t> point_id_, id_;
};

}  // namespace cardume
