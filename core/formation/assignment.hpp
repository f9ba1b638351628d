#pragma once
#include <cardume/vector.hpp>
#include <cstdint>
#include <span>
#include <vector>

namespace cardume {

/// Gives each of n points one of n places so that the sum of the squared ways is least. Then no two ways cross, and
/// points that set out together and arrive together keep apart on the way, as far as places and points themselves do
/// (M. Turpin, N. Michael, V. Kumar, "CAPT: Concurrent assignment and planning of trajectories for multiple robots",
/// 2014).
///
/// It is an auction (D. Bertsekas, "The auction algorithm: A distributed relaxation method for the assignment problem",
/// 1988): a point without a place takes the one that costs it least, way and price together, and raises its price to
/// where the second best would do as well, and by one increment more; whoever had it bids again. What it finds is
/// within n increments of the best. So the increment starts large, which settles the rough order in few bids, and ends
/// as less than an nth of a unit of cost: costs are integers, so that is the best. Unlike the algorithms after H. Kuhn
/// ("The Hungarian method for the assignment problem", 1955) it can be stopped after any bid and go on in a later tick.
///
/// All numbers are integers below 2^53: doubles are exact, and the result is the same everywhere.
class Assignment {
 public:
  /// Takes all memory that `count` points will ever need.
  void reserve(std::size_t count);

  /// There must be as many places as points, at most as reserved.
  void start(std::span<const Vec2> points, std::span<const Vec2> places);

  /// Goes on for about so many looks of a point at a place; true once every point has its place.
  bool go_on(std::uint64_t looks);

  /// The place of each point, once it is done.
  std::span<const std::uint32_t> places() const { return place_of_; }

  // What proves it best: to no point another place would be cheaper than its own by more than one increment.

  /// The square of a way, in units of which an increment is less than an nth.
  double cost(std::uint32_t point, std::uint32_t place) const;
  /// What is to be paid for each place besides.
  std::span<const double> prices() const { return prices_; }
  static constexpr double kLeastIncrement = 1;

  std::uint64_t memory_bytes() const;

 private:
  struct Columns {
    std::vector<double> x, y;
  };

  void sell_anew(double increment);
  void bid(std::uint32_t point);

  Columns point_, place_;
  std::vector<double> prices_;
  std::vector<std::uint32_t> place_of_;  ///< By point.
  std::vector<std::uint32_t> point_at_;  ///< By place.
  std::vector<std::uint32_t> bidders_;   ///< Points without a place, the next one last.
  double increment_ = kLeastIncrement;
  double unit_ = 1;  ///< What one squared step of the grid costs.
};

}  // namespace cardume
