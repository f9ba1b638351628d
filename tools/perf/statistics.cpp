#include "tools/perf/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "tools/scenario/random.hpp"

namespace cardume::perf {
namespace {

constexpr int kResamples = 400;
constexpr std::uint64_t kSeed = 1979;

std::vector<std::uint32_t> drawn(Draws& draws, std::size_t count) {
  std::vector<std::uint32_t> picks(count);
  for (std::uint32_t& pick : picks) pick = draws.below(static_cast<std::uint32_t>(count));
  return picks;
}

/// As undisturbed(), of the rounds and steps that were drawn.
double undisturbed(const Rounds& rounds, std::span<const std::uint32_t> which, std::span<const std::uint32_t> steps) {
  double sum = 0;
  for (const std::uint32_t step : steps) {
    double least = rounds[which[0]][step];
    for (const std::uint32_t round : which) least = std::min(least, rounds[round][step]);
    sum += least;
  }
  return sum;
}

std::vector<double> pair_ratios(const Rounds& base, const Rounds& head) {
  std::vector<double> ratios;
  for (std::size_t r = 0; r < base.size(); ++r)
    for (std::size_t i = 0; i < base[r].size(); ++i) ratios.push_back(head[r][i] / base[r][i]);
  return ratios;
}

/// The ranks of values in order, from 1; ties share the mean of theirs. `ties` gets the sum of t^3 - t over them.
std::vector<double> ranks_of(const std::vector<std::pair<double, bool>>& ordered, double& ties) {
  std::vector<double> ranks(ordered.size());
  for (std::size_t first = 0; first < ordered.size();) {
    std::size_t last = first;
    while (last < ordered.size() && ordered[last].first == ordered[first].first) ++last;
    const auto count = static_cast<double>(last - first);
    std::fill(ranks.begin() + static_cast<std::ptrdiff_t>(first), ranks.begin() + static_cast<std::ptrdiff_t>(last),
              static_cast<double>(first) + (count + 1) / 2);
    ties += count * count * count - count;
    first = last;
  }
  return ranks;
}

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const std::size_t middle = values.size() / 2;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle), values.end());
  if (values.size() % 2 == 1) return values[middle];
  return (values[middle] + *std::max_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle))) / 2;
}

Interval middle_95(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto last = static_cast<double>(values.size() - 1);
  const auto at = [&](double share) { return values[static_cast<std::size_t>(std::lround(share * last))]; };
  return {at(0.025), at(0.975)};
}

double undisturbed(const Rounds& rounds) {
  std::vector<std::uint32_t> which(rounds.size()), steps(rounds.at(0).size());
  std::iota(which.begin(), which.end(), 0u);
  std::iota(steps.begin(), steps.end(), 0u);
  return undisturbed(rounds, which, steps);
}

Comparison compare(const Rounds& base, const Rounds& head) {
  const std::vector<double> pairs = pair_ratios(base, head);
  Comparison found{undisturbed(head) / undisturbed(base), median(pairs), {}, {}};
  Draws draws(kSeed, 0, 0);
  std::vector<double> of_minima, of_pairs;
  for (int i = 0; i < kResamples; ++i) {
    const auto rounds = drawn(draws, base.size()), steps = drawn(draws, base[0].size());
    of_minima.push_back(undisturbed(head, rounds, steps) / undisturbed(base, rounds, steps));
    std::vector<double> again;
    for (const std::uint32_t round : rounds)
      for (const std::uint32_t step : steps) again.push_back(pairs[round * base[0].size() + step]);
    of_pairs.push_back(median(std::move(again)));
  }
  found.minima = middle_95(std::move(of_minima));
  found.pairs = middle_95(std::move(of_pairs));
  return found;
}

UTest mann_whitney(std::span<const double> first, std::span<const double> second) {
  if (first.empty() || second.empty()) return {};
  std::vector<std::pair<double, bool>> ordered;
  for (const double value : first) ordered.emplace_back(value, true);
  for (const double value : second) ordered.emplace_back(value, false);
  std::sort(ordered.begin(), ordered.end());
  double ties = 0, rank_sum = 0;
  const std::vector<double> ranks = ranks_of(ordered, ties);
  for (std::size_t i = 0; i < ordered.size(); ++i) rank_sum += ordered[i].second ? ranks[i] : 0;
  const auto n1 = static_cast<double>(first.size()), n2 = static_cast<double>(second.size()), n = n1 + n2;
  UTest test;
  test.u = rank_sum - n1 * (n1 + 1) / 2;
  test.effect = 1 - test.u / (n1 * n2);
  const double variance = n1 * n2 / 12 * (n + 1 - ties / (n * (n - 1)));
  const double off = std::max(std::abs(test.u - n1 * n2 / 2) - 0.5, 0.0);
  test.p = variance > 0 ? std::min(std::erfc(off / std::sqrt(2 * variance)), 1.0) : 1;
  return test;
}

}  // namespace cardume::perf
