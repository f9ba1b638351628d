#include "core/worldgen/cellular_rows.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "core/worldgen/noise_octave.hpp"

namespace cardume {
namespace {

/// How many squares around its own a sample looks at. Distances: the second nearest point is less than 1.81 away by
/// Euclid's metric and at most 2 by Manhattan's (that of the square itself and of the nearer of the two beside it), and
/// three squares on all are farther (under Chebyshev's metric two squares on they already are). Borders: no point of a
/// cell is farther than the square root of 2 from the cell's point, so one whose border is that near to a sample is
/// less than 2.83 away from it.
constexpr int kNear = 2, kAbout = 3;
constexpr float kFarthestAbout = 2.829f;

simd::CellularMetric metric_of(CellMetric metric) {
  if (metric == CellMetric::kManhattan) return simd::CellularMetric::kManhattan;
  return metric == CellMetric::kChebyshev ? simd::CellularMetric::kChebyshev : simd::CellularMetric::kEuclid;
}

float distance(CellMetric metric, float x, float y) {
  if (metric == CellMetric::kManhattan) return x + y;
  return metric == CellMetric::kChebyshev ? std::max(x, y) : x * x + y * y;
}

/// From a place to the nearest and to the farthest of a stretch.
std::pair<float, float> reach(float at, float low, float high) {
  return {std::max({low - at, at - high, 0.f}), std::max(high - at, at - low)};
}

/// A point that may matter.
struct Candidate {
  CellularPoint point;
  float nearest, farthest;  ///< That a sample can be.
};

}  // namespace

CellularPoint cellular_point(const Stream& stream, float jitter, std::int64_t x, std::int64_t y) {
  const std::uint64_t bits = stream.at(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
  const auto along = [&](std::uint64_t random) {
    return 0.5f + jitter * (static_cast<float>(random & 0xFFFFFF) * 0x1p-24f - 0.5f);
  };
  return {along(bits >> 40), along(bits >> 16), static_cast<std::uint32_t>(split_mix_finalise(bits) >> 32)};
}

CellularRows::CellularRows(const CellularDesc& desc, std::int64_t x, std::uint32_t width, bool with_border)
    : desc_(desc), stream_(Stream(desc.seed).sub("cellular")), with_border_(with_border) {
  for (LatticeAxis& axis : axis_) axis = make_axis(static_cast<double>(desc.period), 1, desc.tile, 0);
  lay_columns(x, width);
  for (auto* out : {&f1_, &f2_, &border_}) out->resize(width + kRowPadding);
  id_.resize(width + kRowPadding);
}

void CellularRows::lay_columns(std::int64_t x, std::uint32_t width) {
  part_.resize(width + kRowPadding);
  for (std::uint32_t i = 0; i < width; ++i) {
    const WideInt place = axis_[0].place(x + i);
    const float part = part_[i] = part_of(place);
    const std::int64_t column = axis_[0].wrap(cell_of(place));
    // Where the lattice repeats, a square may come twice in a row.
    if (i == 0 || column != columns_.back() || part < part_[i - 1]) {
      columns_.push_back(column);
      parts_.push_back({part, part});
      runs_.push_back({i, i, 0, 0, 0, 0});
    }
    runs_.back().last = i + 1;
    parts_.back().high = part;
  }
}

void CellularRows::row(std::int64_t y, const simd::CellularKernels& kernels) {
  const WideInt place = axis_[1].place(y);
  find_points(axis_[1].wrap(cell_of(place)));
  simd::CellularArgs args{};
  args.runs = runs_.data();
  args.run_count = static_cast<std::uint32_t>(runs_.size());
  args.points = {x_.data(), y_.data(), point_id_.data()};
  args.part = part_.data();
  args.across = part_of(place);
  args.metric = metric_of(desc_.metric);
  args.f1 = f1_.data();
  args.f2 = f2_.data();
  args.border = with_border_ ? border_.data() : nullptr;
  args.id = id_.data();
  kernels.row(args);
}

void CellularRows::find_points(std::int64_t y) {
  if (std::exchange(known_, true) && row_ == y) return;
  row_ = y;
  x_.clear();
  y_.clear();
  point_id_.clear();
  for (std::size_t i = 0; i < runs_.size(); ++i) choose(runs_[i], columns_[i], parts_[i]);
}

/// Of the points around a square those that are among the two nearest of some sample in it, whatever its row, and those
/// whose border may be the nearest. They come in order of squares, so that no sample sees others than its neighbours
/// do.
void CellularRows::choose(simd::CellularRun& run, std::int64_t column, Part part) {
  const int radius = with_border_ ? kAbout : kNear;
  std::array<Candidate, (2 * kAbout + 1) * (2 * kAbout + 1)> candidates;
  std::size_t count = 0;
  float first = 1e9f, second = 1e9f;  // Of the farthest that the nearest points can be.
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) {
      CellularPoint one = point(column + dx, row_ + dy);
      one.x += static_cast<float>(dx);
      one.y += static_cast<float>(dy);
      const auto x = reach(one.x, part.low, part.high), y = reach(one.y, 0, 1);
      const float farthest = distance(desc_.metric, x.second, y.second);
      candidates[count++] = {one, distance(desc_.metric, x.first, y.first), farthest};
      second = std::min(second, std::max(first, farthest));
      first = std::min(first, farthest);
    }
  const auto add_all = [&](float most) {
    const auto begin = static_cast<std::uint32_t>(x_.size());
    for (std::size_t i = 0; i < count; ++i) {
      if (!(candidates[i].nearest <= most)) continue;
      x_.push_back(candidates[i].point.x);
      y_.push_back(candidates[i].point.y);
      point_id_.push_back(candidates[i].point.id);
    }
    return std::pair(begin, static_cast<std::uint32_t>(x_.size()));
  };
  std::tie(run.near_first, run.near_last) = add_all(second * 1.00001f);
  if (with_border_) std::tie(run.about_first, run.about_last) = add_all(kFarthestAbout * kFarthestAbout);
}

CellularPoint CellularRows::point(std::int64_t column, std::int64_t y) const {
  return cellular_point(stream_, desc_.jitter, axis_[0].wrap(column), axis_[1].wrap(y));
}

}  // namespace cardume
