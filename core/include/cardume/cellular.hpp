#pragma once
#include <cardume/export.hpp>
#include <cardume/samples.hpp>
#include <cardume/status.hpp>
#include <cstdint>
#include <span>

namespace cardume {

enum class CellMetric : std::uint8_t { kEuclid, kManhattan, kChebyshev };

/// Voronoi cells in the plane (S. Worley, "A cellular texture basis function", 1996): one point in each square of a
/// lattice, and of each sample how far it is from the nearest ones.
struct CellularDesc {
  CellMetric metric = CellMetric::kEuclid;
  float jitter = 1;        ///< 0: points in the middle of their squares; 1: anywhere in them.
  float period = 64;       ///< Samples along a square; 1 to 1,048,576.
  std::uint32_t tile = 0;  ///< Samples after which it repeats along both axes, at most 1,048,576; 0 for never.
  std::uint64_t seed = 1;  ///< Any value.
};

/// What is wanted: each empty, or as long as the box has samples. Distances are in squares of the lattice.
struct CellularOut {
  std::span<float> f1{};     ///< To the nearest point.
  std::span<float> f2{};     ///< To the one after that.
  std::span<float> f2_f1{};  ///< The difference.
  /// To the nearest border between two cells. Euclid's metric only.
  std::span<float> border{};
  /// Random, of the nearest point; of equally near ones that whose square comes first by y, then by x.
  std::span<std::uint32_t> id{};
};

/// Exact: points of 5 x 5 squares are looked at for distances, 7 x 7 for borders, which are all that can matter. The
/// box has a depth of 1. kInvalidArgument and kLimit name the field; then nothing is written.
CARDUME_EXPORT Error fill_cellular(const CellularDesc&, const SampleBox&, const CellularOut&,
                                   const SampleOptions& = {});

}  // namespace cardume
