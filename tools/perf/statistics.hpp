#pragma once
#include <cstdint>
#include <span>
#include <vector>

// What times say. Times of one machine are never normally distributed: a step can be disturbed, and never hurried.
namespace cardume::perf {

double median(std::vector<double> values);

/// A range that a number is taken to lie in.
struct Interval {
  double low = 0, high = 0;
};

/// The middle 95 % of values.
Interval middle_95(std::vector<double> values);

/// Nanoseconds of the same steps, round by round: what rounds[r][i] measured is the same work for each r.
using Rounds = std::vector<std::vector<double>>;

/// What the work of all steps takes undisturbed: the sum over the steps of the fastest of all rounds. All rounds must
/// be of one length.
double undisturbed(const Rounds&);

/// How much longer one takes than the other at the same steps, in turns.
struct Comparison {
  double of_minima = 1;    ///< Ratio of what both take undisturbed.
  double of_pairs = 1;     ///< Median of the ratios of the pairs, a pair for each step of each round.
  Interval minima, pairs;  ///< Of 95 %, by drawing steps and rounds anew (B. Efron, "Bootstrap methods", 1979).
};

/// Both must have as many rounds of as many steps, at least one of each, with times above 0.
Comparison compare(const Rounds& base, const Rounds& head);

/// What the two-sided test says of two samples that are independent (H. B. Mann, D. R. Whitney, "On a test of whether
/// one of two random variables is stochastically larger than the other", 1947), by the normal approximation with ties.
struct UTest {
  double u = 0;         ///< Of the first sample.
  double p = 1;         ///< How likely a difference so large is where there is none.
  double effect = 0.5;  ///< How often a value of the second is larger than one of the first; ties count half.
};
UTest mann_whitney(std::span<const double> first, std::span<const double> second);

}  // namespace cardume::perf
