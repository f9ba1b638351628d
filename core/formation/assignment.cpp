#include "core/formation/assignment.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cardume {
namespace {

/// Steps of the grid that coordinates are rounded to, along the longer side: with up to limits::kMaxFormation places
/// the squares of ways cost less than 2^43, and prices, each at most the sum of as many, less than 2^52.
constexpr double kSteps = 1 << 16;

/// The first increment as a share of the costliest way that the grid allows, and by what it is divided when all are
/// placed; both were chosen for the fewest bids on crowds of 100 to 512 that form blocks.
constexpr double kFirstShare = 1. / 8;
constexpr double kFiner = 5;

/// In world units; for when all points and places are one.
constexpr double kLeastExtent = 1e-12;

constexpr std::uint32_t kNobody = 0xFFFFFFFFu;

struct Bounds {
  explicit Bounds(Vec2 first) : low(first), high(first) {}

  void add(std::span<const Vec2> points) {
    for (const Vec2 point : points) {
      low = {std::min(low.x, point.x), std::min(low.y, point.y)};
      high = {std::max(high.x, point.x), std::max(high.y, point.y)};
    }
  }

  double extent() const {
    const double wide = static_cast<double>(high.x) - static_cast<double>(low.x);
    const double tall = static_cast<double>(high.y) - static_cast<double>(low.y);
    return std::max({wide, tall, kLeastExtent});
  }

  Vec2 low, high;
};

double to_grid(float at, float low, double steps) {
  return std::floor((static_cast<double>(at) - static_cast<double>(low)) * steps);
}

template <class T>
std::uint64_t bytes(const std::vector<T>& column) {
  return column.capacity() * sizeof(T);
}

}  // namespace

void Assignment::reserve(std::size_t count) {
  for (std::vector<double>* column : {&point_.x, &point_.y, &place_.x, &place_.y, &prices_}) column->reserve(count);
  for (std::vector<std::uint32_t>* column : {&place_of_, &point_at_, &bidders_}) column->reserve(count);
}

std::uint64_t Assignment::memory_bytes() const {
  return bytes(point_.x) + bytes(point_.y) + bytes(place_.x) + bytes(place_.y) + bytes(prices_) + bytes(place_of_) +
         bytes(point_at_) + bytes(bidders_);
}

void Assignment::start(std::span<const Vec2> points, std::span<const Vec2> places) {
  Bounds bounds(points.empty() ? Vec2{} : points[0]);
  bounds.add(points);
  bounds.add(places);
  const double steps = kSteps / bounds.extent();
  const auto fill = [&](std::span<const Vec2> from, Columns& to) {
    to.x.clear();
    to.y.clear();
    for (const Vec2 at : from) {
      to.x.push_back(to_grid(at.x, bounds.low.x, steps));
      to.y.push_back(to_grid(at.y, bounds.low.y, steps));
    }
  };
  fill(points, point_);
  fill(places, place_);
  prices_.assign(points.size(), 0);
  unit_ = static_cast<double>(points.size() + 1);
  sell_anew(std::floor(kSteps * kSteps * unit_ * kFirstShare));
}

bool Assignment::go_on(std::uint64_t looks) {
  const std::uint64_t looks_a_bid = place_of_.size() + 1;
  for (std::uint64_t bids = looks / looks_a_bid + 1; bids > 0; --bids) {
    if (bidders_.empty()) {
      if (increment_ == kLeastIncrement) return true;
      sell_anew(std::max(kLeastIncrement, std::floor(increment_ / kFiner)));
    }
    if (bidders_.empty()) return true;
    const std::uint32_t bidder = bidders_.back();
    bidders_.pop_back();
    bid(bidder);
  }
  return bidders_.empty() && increment_ == kLeastIncrement;
}

double Assignment::cost(std::uint32_t point, std::uint32_t place) const {
  const double x = point_.x[point] - place_.x[place], y = point_.y[point] - place_.y[place];
  return (x * x + y * y) * unit_;
}

/// Prices stay: they are near to what the finer increment will lead to.
void Assignment::sell_anew(double increment) {
  const auto count = static_cast<std::uint32_t>(point_.x.size());
  increment_ = increment;
  place_of_.assign(count, kNobody);
  point_at_.assign(count, kNobody);
  bidders_.clear();
  for (std::uint32_t point = count; point-- > 0;) bidders_.push_back(point);
}

void Assignment::bid(std::uint32_t point) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  std::uint32_t best = 0;
  double least = kFar, second = kFar;
  for (std::uint32_t place = 0; place < prices_.size(); ++place) {
    const double total = cost(point, place) + prices_[place];
    if (total >= second) continue;
    second = std::max(total, least);
    if (total >= least) continue;
    least = total;
    best = place;
  }
  prices_[best] += (second < kFar ? second - least : 0) + increment_;
  if (point_at_[best] != kNobody) {
    place_of_[point_at_[best]] = kNobody;
    bidders_.push_back(point_at_[best]);
  }
  place_of_[point] = best;
  point_at_[best] = point;
}

}  // namespace cardume
