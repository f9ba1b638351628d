#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

#include "tools/perf/statistics.hpp"
#include "tools/perf/verdict.hpp"
#include "tools/scenario/random.hpp"

namespace cardume::perf {
namespace {

constexpr std::uint32_t kRounds = 9, kSteps = 61;

double true_ns(std::uint32_t step) { return 1e6 + 1e4 * step; }

/// Times that are disturbed one way only: up to 5 % always, and tenfold once in ten.
Rounds disturbed(double factor, std::uint64_t stream) {
  Draws draws(7, stream, 0);
  Rounds rounds(kRounds);
  for (std::vector<double>& round : rounds)
    for (std::uint32_t step = 0; step < kSteps; ++step) {
      const double noise = 0.05 * std::abs(static_cast<double>(draws.signed_unit()));
      const double outlier = draws.below(10) == 0 ? 10 : 1;
      round.push_back(factor * true_ns(step) * (1 + noise) * outlier);
    }
  return rounds;
}

/// Pairs of which the first is larger, ties as halves: what U is by definition.
double pairs_won(const std::vector<double>& first, const std::vector<double>& second) {
  double won = 0;
  for (const double a : first)
    for (const double b : second) won += a > b ? 1 : a == b ? 0.5 : 0;
  return won;
}

/// The two-sided p by the textbook's formula: normal, corrected for ties and for continuity.
double textbook_p(const std::vector<double>& first, const std::vector<double>& second) {
  const auto n1 = static_cast<double>(first.size()), n2 = static_cast<double>(second.size()), n = n1 + n2;
  std::map<double, double> counts;
  for (const double value : first) ++counts[value];
  for (const double value : second) ++counts[value];
  double ties = 0;
  for (const auto& [value, count] : counts) ties += count * count * count - count;
  const double sigma = std::sqrt(n1 * n2 * (n * n * n - n - ties) / (12 * n * (n - 1)));
  const double z = (std::abs(pairs_won(first, second) - n1 * n2 / 2) - 0.5) / sigma;
  return std::min(1.0, 2 * (1 - 0.5 * (1 + std::erf(z / std::sqrt(2.0)))));
}

TEST(Median, IsTheMiddleOfOddAndTheMeanOfTheTwoMiddlesOfEvenNumbers) {
  EXPECT_EQ(median({9, 1, 5}), 5);
  EXPECT_EQ(median({4, 100, 1, 2}), 3);
  EXPECT_EQ(median({8, 2}), 5);
  EXPECT_EQ(median({7}), 7);
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({3, 3, 1, 3, 9, 3}), 3);
}

TEST(Middle95, LeavesOutTheSameShareAtBothEnds) {
  std::vector<double> values;
  for (std::uint32_t i = 0; i <= 1000; ++i) values.push_back((i * 389) % 1001);  // 389 and 1001 have no common factor.
  const Interval middle = middle_95(values);
  EXPECT_EQ(middle.low, 25);
  EXPECT_EQ(middle.high, 975);
  EXPECT_EQ(middle_95({4}).low, 4);
  EXPECT_EQ(middle_95({4}).high, 4);
}

TEST(Undisturbed, SumsTheFastestOfEachStep) {
  EXPECT_EQ(undisturbed({{5, 20, 7}, {6, 10, 9}, {50, 11, 8}}), 5 + 10 + 7);
  EXPECT_EQ(undisturbed({{3, 4}}), 7);
}

TEST(Compare, FindsNoDifferenceBetweenEqualRounds) {
  const Rounds rounds = disturbed(1, 1);
  const Comparison found = compare(rounds, rounds);
  EXPECT_EQ(found.of_minima, 1);
  EXPECT_EQ(found.of_pairs, 1);
  for (const Interval& interval : {found.minima, found.pairs}) {
    EXPECT_EQ(interval.low, 1);
    EXPECT_EQ(interval.high, 1);
  }
}

TEST(Compare, FindsFivePercentUnderOneSidedNoise) {
  const Comparison found = compare(disturbed(1, 1), disturbed(1.05, 2));
  EXPECT_NEAR(found.of_minima, 1.05, 0.005);
  EXPECT_GT(found.minima.low, 1);
  EXPECT_LE(found.minima.low, found.of_minima);
  EXPECT_GE(found.minima.high, found.of_minima);
  EXPECT_LT(found.minima.high, 1.1);
  EXPECT_NEAR(found.of_pairs, 1.05, 0.01);
  EXPECT_GT(found.pairs.low, 1);
  EXPECT_LT(found.pairs.high, 1.1);
}

TEST(Compare, FindsNothingSureUnderNoiseAlone) {
  const Comparison found = compare(disturbed(1, 3), disturbed(1, 4));
  EXPECT_NEAR(found.of_minima, 1, 0.005);
  EXPECT_LT(found.minima.low, 1.001);
  EXPECT_GT(found.minima.high, 0.999);
  EXPECT_LT(found.minima.low, found.minima.high);
}

TEST(Compare, GivesTheInverseForSwappedSides) {
  const Rounds one = disturbed(1, 5), other = disturbed(1.2, 6);
  const Comparison there = compare(one, other), back = compare(other, one);
  EXPECT_NEAR(there.of_minima * back.of_minima, 1, 1e-12);
  EXPECT_NEAR(there.of_pairs * back.of_pairs, 1, 1e-12);  // The number of pairs is odd, so the median is one of them.
  EXPECT_NEAR(there.minima.low * back.minima.high, 1, 2e-3);
  EXPECT_NEAR(there.minima.high * back.minima.low, 1, 2e-3);
}

TEST(Compare, WeighsStepsByTheirTimeInMinimaAndEquallyInPairs) {
  const Comparison found = compare({{100, 1, 1}}, {{100, 2, 2}});
  EXPECT_DOUBLE_EQ(found.of_minima, 104.0 / 102);
  EXPECT_EQ(found.of_pairs, 2);
}

TEST(MannWhitney, AgreesWithThePublishedExample) {
  // Ages at diagnosis of diabetes (M. Barry, E. Kerr, 1994), as the documentation of SciPy's mannwhitneyu works them
  // through: U1 = 17, and p = 0.11134688653314041 by the normal approximation.
  const std::vector<double> males{19, 22, 16, 29, 24}, females{20, 11, 17, 12};
  const UTest test = mann_whitney(males, females);
  EXPECT_EQ(test.u, 17);
  EXPECT_NEAR(test.p, 0.11134688653314041, 1e-12);
  EXPECT_DOUBLE_EQ(test.effect, 3.0 / 20);
  EXPECT_EQ(mann_whitney(females, males).u, 3);
  EXPECT_NEAR(mann_whitney(females, males).p, 0.11134688653314041, 1e-12);
}

TEST(MannWhitney, AgreesWithAesopsRace) {
  // Wikipedia's example: T H H H H H T T T T T H, where U is 11 for tortoises and 25 for hares.
  const std::vector<double> tortoises{12, 6, 5, 4, 3, 2}, hares{11, 10, 9, 8, 7, 1};
  const UTest test = mann_whitney(tortoises, hares);
  EXPECT_EQ(test.u, 11);
  EXPECT_EQ(mann_whitney(hares, tortoises).u, 25);
  EXPECT_NEAR(test.p, std::erfc(6.5 / std::sqrt(2 * 39.0)), 1e-12);
  EXPECT_DOUBLE_EQ(test.effect, 25.0 / 36);
}

TEST(MannWhitney, CountsPairsAndCorrectsForTies) {
  for (std::uint64_t stream = 0; stream < 50; ++stream) {
    Draws draws(3, stream, 0);
    std::vector<double> first(3 + draws.below(20)), second(3 + draws.below(20));
    const std::uint32_t shift = draws.below(4);
    for (double& value : first) value = draws.below(12);
    for (double& value : second) value = draws.below(12) + shift;
    const UTest test = mann_whitney(first, second);
    const double pairs = static_cast<double>(first.size() * second.size());
    ASSERT_DOUBLE_EQ(test.u, pairs_won(first, second)) << stream;
    ASSERT_NEAR(test.effect, pairs_won(second, first) / pairs, 1e-12) << stream;
    ASSERT_NEAR(test.p, textbook_p(first, second), 1e-9) << stream;
  }
}

TEST(MannWhitney, FindsNoDifferenceInIdenticalSamples) {
  const std::vector<double> values{5, 1, 4, 2, 3}, same(6, 8.0);
  EXPECT_EQ(mann_whitney(values, values).p, 1);
  EXPECT_EQ(mann_whitney(values, values).effect, 0.5);
  EXPECT_EQ(mann_whitney(same, same).p, 1);  // All tied: the variance is 0.
  EXPECT_EQ(mann_whitney(same, same).effect, 0.5);
  EXPECT_EQ(mann_whitney({}, values).p, 1);
}

TEST(MannWhitney, IsSureOfDisjointSamples) {
  std::vector<double> low, high;
  for (int i = 0; i < 20; ++i) {
    low.push_back(i);
    high.push_back(100 + i);
  }
  const UTest test = mann_whitney(low, high);
  EXPECT_LT(test.p, 1e-6);
  EXPECT_GT(test.p, 0);
  EXPECT_EQ(test.u, 0);
  EXPECT_EQ(test.effect, 1);
  EXPECT_EQ(mann_whitney(high, low).u, 400);
  EXPECT_EQ(mann_whitney(high, low).effect, 0);
}

Comparison found(double ratio, double low, double high) { return {ratio, ratio, {low, high}, {low, high}}; }

const Comparison kNoNoise = found(1, 1, 1);

TEST(Judge, GivesEachVerdict) {
  EXPECT_EQ(judge(found(1.05, 1.03, 1.07), kNoNoise, 0.02), Verdict::kRegression);
  EXPECT_EQ(judge(found(0.95, 0.93, 0.97), kNoNoise, 0.02), Verdict::kImprovement);
  EXPECT_EQ(judge(found(1.005, 0.99, 1.015), kNoNoise, 0.02), Verdict::kUnchanged);
  EXPECT_EQ(judge(found(1.05, 0.95, 1.15), kNoNoise, 0.02), Verdict::kInconclusive);
  EXPECT_EQ(judge(found(0.95, 0.85, 1.05), kNoNoise, 0.02), Verdict::kInconclusive);
}

TEST(Judge, IsWidenedByTheBasesOwnNoiseWhicheverWayItGoes) {
  const Comparison slower = found(1.05, 1.03, 1.07), faster = found(0.95, 0.93, 0.97), same = found(1, 0.99, 1.01);
  for (const double off : {0.96, 1.04}) {
    EXPECT_EQ(judge(slower, found(off, off, off), 0.02), Verdict::kInconclusive) << off;
    EXPECT_EQ(judge(faster, found(off, off, off), 0.02), Verdict::kInconclusive) << off;
    EXPECT_EQ(judge(same, found(off, off, off), 0.02), Verdict::kInconclusive) << off;
  }
  for (const double off : {0.995, 1.005}) {
    EXPECT_EQ(judge(slower, found(off, off, off), 0.02), Verdict::kRegression) << off;
    EXPECT_EQ(judge(faster, found(off, off, off), 0.02), Verdict::kImprovement) << off;
    EXPECT_EQ(judge(same, found(off, off, off), 0.02), Verdict::kUnchanged) << off;
  }
}

TEST(Judge, TakesAChangeOfTheThresholdItselfForOne) {
  EXPECT_EQ(judge(found(1.25, 1.125, 1.5), kNoNoise, 0.25), Verdict::kRegression);
  EXPECT_EQ(judge(found(1.2499, 1.125, 1.5), kNoNoise, 0.25), Verdict::kInconclusive);
  EXPECT_EQ(judge(found(0.75, 0.5, 0.875), kNoNoise, 0.25), Verdict::kImprovement);
  EXPECT_EQ(judge(found(0.7501, 0.5, 0.875), kNoNoise, 0.25), Verdict::kInconclusive);
}

TEST(Judge, IsSureOnlyOfIntervalsBeyondOneAndWithinTheThreshold) {
  EXPECT_EQ(judge(found(1.5, 1, 2), kNoNoise, 0.25), Verdict::kInconclusive);
  EXPECT_EQ(judge(found(0.5, 0.25, 1), kNoNoise, 0.25), Verdict::kInconclusive);
  EXPECT_EQ(judge(found(1, 0.75, 1.125), kNoNoise, 0.25), Verdict::kInconclusive);
  EXPECT_EQ(judge(found(1, 0.875, 1.25), kNoNoise, 0.25), Verdict::kInconclusive);
  EXPECT_EQ(judge(found(1, 0.7501, 1.2499), kNoNoise, 0.25), Verdict::kUnchanged);
  EXPECT_EQ(judge(found(1.1, 1.05, 1.15), kNoNoise, 0.25), Verdict::kUnchanged);
}

TEST(Judge, IsNotSureOfRatiosThatDisagree) {
  Comparison change = found(1.05, 1.04, 1.06);
  change.of_minima = 1.01;
  EXPECT_EQ(judge(change, kNoNoise, 0.02), Verdict::kInconclusive);
  change = found(1, 0.99, 1.01);
  change.of_minima = 1.03;
  EXPECT_EQ(judge(change, kNoNoise, 0.02), Verdict::kInconclusive);
}

TEST(Verdict, HasAWordEach) {
  EXPECT_STREQ(to_string(Verdict::kUnchanged), "unchanged");
  EXPECT_STREQ(to_string(Verdict::kImprovement), "improvement");
  EXPECT_STREQ(to_string(Verdict::kRegression), "regression");
  EXPECT_STREQ(to_string(Verdict::kInconclusive), "inconclusive");
}

}  // namespace
}  // namespace cardume::perf
