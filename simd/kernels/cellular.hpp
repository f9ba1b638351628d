#pragma once
#include "simd/kernels/noise_points.hpp"
#include "simd/lanes.hpp"
#include "simd/worldgen_kernels.hpp"

namespace cardume::simd {
namespace {

/// Samples and the two nearest points so far, by distance, or its square where that is as good.
template <class Arch, CellularMetric Metric>
class NearestTwo {
 public:
  using Float = typename Lanes<Arch>::Float;
  using Int = typename Lanes<Arch>::Int;

  explicit NearestTwo(Float x) : x_(x), first(Float(1e9f)), second(Float(1e9f)), id(Int(0)), at_x(x), at_y(x) {}

  /// `across` is the distance along y, and under Euclid's metric its square.
  void add(float x, float y, float across, std::uint32_t which, bool keep_place) {
    const Float away = distance(x_ - Float(x), Float(across));
    const auto nearer = away < first;
    second = least(greatest(away, first), second);
    first = least(away, first);
    id = pick<Arch>(nearer, Int(static_cast<std::int32_t>(which)), id);
    if (!keep_place) return;
    at_x = select(nearer, Float(x), at_x);
    at_y = select(nearer, Float(y), at_y);
  }

  static Float distance(Float along, Float across) {
    if constexpr (Metric == CellularMetric::kEuclid) return along * along + across;
    const Float zero(0.f), size = select(along < zero, zero - along, along);
    return Metric == CellularMetric::kManhattan ? size + across : greatest(size, across);
  }

 private:
  Float x_;

 public:
  Float first, second;
  Int id;
  Float at_x, at_y;  ///< The nearest point, where that is kept.
};

/// How far samples are from the nearest border of the cell of the point at (a_x, a_y).
template <class Arch>
typename Lanes<Arch>::Float border_distance(const CellularArgs& args, const CellularRun& run,
                                            typename Lanes<Arch>::Float x, typename Lanes<Arch>::Float a_x,
                                            typename Lanes<Arch>::Float a_y) {
  using Float = typename Lanes<Arch>::Float;
  const Float y(args.across), zero(0.f), half(0.5f);
  Float nearest(1e9f);
  for (std::uint32_t i = run.about_first; i < run.about_last; ++i) {
    const Float b_x(args.points.x[i]), b_y(args.points.y[i]);
    const Float way_x = b_x - a_x, way_y = b_y - a_y;
    const Float length2 = way_x * way_x + way_y * way_y;
    const Float beyond = ((a_x + b_x) * half - x) * way_x + ((a_y + b_y) * half - y) * way_y;
    const auto itself = none_of(length2 > zero);
    const Float away = divide(beyond, square_root(select(itself, Float(1.f), length2)));
    nearest = least(select(itself, nearest, select(away < zero, zero, away)), nearest);
  }
  return nearest;
}

/// Distances of the points along y, as NearestTwo::add() takes them.
template <CellularMetric Metric>
void measure_across(const CellularArgs& args, const CellularRun& run, float* across) {
  for (std::uint32_t i = run.near_first; i < run.near_last; ++i) {
    const float away = args.across - args.points.y[i];
    across[i - run.near_first] = Metric == CellularMetric::kEuclid ? away * away : away < 0 ? -away : away;
  }
}

template <class Arch, CellularMetric Metric>
void cellular_run(const CellularArgs& args, const CellularRun& run) {
  float across[49];  // Seven squares by seven.
  measure_across<Metric>(args, run, across);
  for (std::uint32_t i = run.first; i < run.last; i += Lanes<Arch>::kCount) {
    const auto x = load(args.part + i, Arch{});
    NearestTwo<Arch, Metric> two(x);
    for (std::uint32_t k = run.near_first; k < run.near_last; ++k)
      two.add(args.points.x[k], args.points.y[k], across[k - run.near_first], args.points.id[k],
              args.border != nullptr);
    const bool squared = Metric == CellularMetric::kEuclid;
    save(args.f1 + i, squared ? square_root(two.first) : two.first);
    save(args.f2 + i, squared ? square_root(two.second) : two.second);
    save(reinterpret_cast<std::int32_t*>(args.id) + i, two.id);
    if (args.border != nullptr) save(args.border + i, border_distance<Arch>(args, run, x, two.at_x, two.at_y));
  }
}

template <class Arch, CellularMetric Metric>
void cellular_runs(const CellularArgs& args) {
  for (std::uint32_t i = 0; i < args.run_count; ++i) cellular_run<Arch, Metric>(args, args.runs[i]);
}

/// What a run writes past its end, the next one writes again.
template <class Arch>
void cellular_row(const CellularArgs& args) {
  if (args.metric == CellularMetric::kEuclid) return cellular_runs<Arch, CellularMetric::kEuclid>(args);
  if (args.metric == CellularMetric::kManhattan) return cellular_runs<Arch, CellularMetric::kManhattan>(args);
  cellular_runs<Arch, CellularMetric::kChebyshev>(args);
}

template <class Arch>
constexpr CellularKernels cellular_kernels() {
  return {cellular_row<Arch>};
}

}  // namespace
}  // namespace cardume::simd
