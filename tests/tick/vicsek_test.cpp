#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "bench/vicsek/model.hpp"

// The engine as a machine for the model of T. Vicsek et al., "Novel type of phase transition in a system of self-driven
// particles", 1995, against a plain simulation of it.
namespace cardume::testing {
namespace {

constexpr double kPi = std::numbers::pi, kStep = 0.03;

struct Run {
  std::uint32_t agents, seed, transient, ticks;
  double noise;

  double edge() const { return std::sqrt(agents / 4.0); }
};

/// The model as it was published, every pair looked at, in double precision.
class Plain {
 public:
  explicit Plain(const Run& run) : run_(run), dice_(run.seed + 1000), agents_(run.agents) {
    for (Agent& one : agents_) one = {unit_(dice_) * edge_, unit_(dice_) * edge_, unit_(dice_) * 2 * kPi};
  }

  void tick() {
    look_around();
    for (Agent& one : agents_) {
      one.heading = std::atan2(one.up, one.across) + (unit_(dice_) - 0.5) * run_.noise;
      one.cosine = std::cos(one.heading);
      one.sine = std::sin(one.heading);
      one.x = wrapped(one.x + kStep * one.cosine);
      one.y = wrapped(one.y + kStep * one.sine);
    }
  }

  double order() const {
    double x = 0, y = 0;
    for (const Agent& one : agents_) x += one.cosine, y += one.sine;
    return std::hypot(x, y) / run_.agents;
  }

 private:
  struct Agent {
    double x = 0, y = 0, heading = 0;
    double cosine = std::cos(heading), sine = std::sin(heading);
    double across = 0, up = 0;  ///< Sum over the headings around, and its own.
  };

  double wrapped(double place) const { return place - std::floor(place / edge_) * edge_; }
  double nearest(double way) const { return way > edge_ / 2 ? way - edge_ : way < -edge_ / 2 ? way + edge_ : way; }
  void look_around() {
    for (Agent& one : agents_) one.across = one.cosine, one.up = one.sine;
    for (std::size_t i = 0; i < agents_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) add_pair(agents_[i], agents_[j]);
  }
  void add_pair(Agent& one, Agent& other) const {
    const double x = nearest(other.x - one.x), y = nearest(other.y - one.y);
    if (x * x + y * y >= 1) return;
    one.across += other.cosine, one.up += other.sine;
    other.across += one.cosine, other.up += one.sine;
  }

  Run run_;
  double edge_ = run_.edge();
  std::mt19937_64 dice_;
  std::uniform_real_distribution<double> unit_{0, 1};
  std::vector<Agent> agents_;
};

double plain_order(const Run& run) {
  Plain plain(run);
  for (std::uint32_t tick = 0; tick < run.transient; ++tick) plain.tick();
  double sum = 0;
  for (std::uint32_t tick = 0; tick < run.ticks; ++tick) {
    plain.tick();
    sum += plain.order();
  }
  return sum / run.ticks;
}

double engine_order(const Run& run) {
  return bench::order_of({run.agents, static_cast<float>(run.noise), run.seed, run.transient, run.ticks});
}

struct Flock {
  std::uint32_t agents, seeds, ticks;
};

/// The mean over several seeds, so that small flocks are measured as surely as large ones.
double mean_order(double (*order)(const Run&), const Flock& flock, double noise) {
  double sum = 0;
  for (std::uint32_t seed = 1; seed <= flock.seeds; ++seed)
    sum += order({flock.agents, seed, flock.ticks / 2, flock.ticks, noise});
  return sum / flock.seeds;
}

constexpr Flock kFlocks[] = {{40, 6, 1000}, {100, 3, 800}, {400, 1, 500}};

TEST(Vicsek, OrderFallsWithNoiseFromOneToThatOfRandomHeadings) {
  for (const Flock& flock : kFlocks) {
    double last = 2;
    for (double noise : {0.1, 0.5, 2.0, 3.5, 5.0}) {
      const double order = mean_order(engine_order, flock, noise);
      EXPECT_LT(order, last + 0.02) << flock.agents << " agents, noise " << noise;
      if (noise <= 0.5) {
        EXPECT_GT(order, 0.95) << flock.agents << " agents, noise " << noise;
      }
      last = order;
    }
    // The length of the mean of N random unit vectors is sqrt(pi / N) / 2 on average.
    const double random = std::sqrt(kPi / flock.agents) / 2;
    EXPECT_NEAR(mean_order(engine_order, flock, 2 * kPi), random, 0.15 * random) << flock.agents << " agents";
  }
}

TEST(Vicsek, LargerFlocksAreLessOrderedWhereNoiseIsHigh) {
  for (double noise : {5.0, 2 * kPi}) {
    const double small = mean_order(engine_order, kFlocks[0], noise),
                 middle = mean_order(engine_order, kFlocks[1], noise);
    const double large = mean_order(engine_order, kFlocks[2], noise);
    EXPECT_GT(small, middle + 0.02) << noise;
    EXPECT_GT(middle, large + 0.02) << noise;
  }
}

TEST(Vicsek, OrderIsThatOfAPlainSimulation) {
  for (const Flock& flock : kFlocks)
    for (double noise : {1.0, 2.5, 4.0}) {
      if (flock.agents == 400 && noise != 4.0) continue;
      EXPECT_NEAR(mean_order(engine_order, flock, noise), mean_order(plain_order, flock, noise), 0.06)
          << flock.agents << " agents, noise " << noise;
    }
}

}  // namespace
}  // namespace cardume::testing
