#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"

namespace cardume::testing {
namespace {

constexpr std::uint32_t kRoom = 18;
constexpr std::uint32_t kWidth = 3;

/// Two columns that meet in a corridor between two rooms; each goes to the room that the other comes from.
struct Columns {
  int count;  ///< Of each.
  float radius, speed;
  float spacing;   ///< Between those behind each other, two abreast.
  bool avoid;      ///< Whether they look ahead.
  double seconds;  ///< How long they have.
  std::uint32_t seed;
};

std::uint32_t length_of(const Columns& columns) {
  return static_cast<std::uint32_t>(static_cast<float>(columns.count) * columns.spacing) + 16;
}

CostGrid corridor_between_rooms(std::uint32_t length) {
  const std::uint32_t width = 2 * kRoom + length, height = 2 * kRoom + kWidth;
  CostGrid map = open_map(width, height);
  add_wall(map, {kRoom, 0}, {kRoom + length - 1, kRoom - 1});
  add_wall(map, {kRoom, kRoom + kWidth}, {kRoom + length - 1, height - 1});
  return map;
}

WorldDesc desc_of(const Columns& columns) {
  WorldDesc desc = body_desc(corridor_between_rooms(length_of(columns)), columns.radius, columns.speed);
  if (columns.avoid) desc.species[0].avoidance.radius = 3;
  desc.species[0].avoidance.right_bias = 0.3f;
  return desc;
}

/// The two columns and where they have got to.
class Counterflow {
 public:
  explicit Counterflow(const Columns& columns)
      : columns_(columns),
        first_(kRoom),
        last_(static_cast<double>(kRoom + length_of(columns))),
        crowd_(desc_of(columns)) {
    const auto right = static_cast<float>(last_ + kRoom), middle = static_cast<float>(kRoom) + kWidth / 2.f;
    const GoalId east = crowd_.add_goal({right - 5, middle}), west = crowd_.add_goal({5, middle});
    Dice dice(columns.seed);
    for (int i = 0; i < 2 * columns.count; ++i) {
      const float side = i % 2 == 0 ? 1.f : -1.f;
      const auto line = static_cast<float>(i / 4), lane = i % 4 < 2 ? 0.6f : -0.6f;
      const float x = right / 2 - side * (3 + line * columns.spacing + dice.below(0.2f));
      crowd_.spawn({.position = {x, middle + lane + dice.below(0.3f), 0}, .goal = side > 0 ? east : west});
    }
  }

  TickReport tick() { return crowd_.run(1.0 / 60); }

  int out() {
    int count = 0;
    for (const Walker& walker : walkers()) count += walker.side > 0 ? walker.x > last_ : walker.x < first_;
    return count;
  }

  /// How far those are ordered into lanes who have others coming toward them: of each, the square of the surplus of its
  /// own kind among those ahead and behind on its track, averaged (M. Rex, H. Löwen, "Lane formation in oppositely
  /// charged colloids driven by an electric field", 2007). Negative where nobody meets.
  double order() {
    double sum = 0;
    int count = 0;
    const std::vector<Walker> all = walkers();
    for (const Walker& walker : all) {
      int alike = 0, unlike = 0;
      bool meets = false;
      for (const Walker& other : all) {
        if (&other == &walker || std::fabs(other.x - walker.x) > 4) continue;
        meets = meets || other.side != walker.side;
        if (std::fabs(other.y - walker.y) < static_cast<double>(columns_.radius))
          ++(other.side == walker.side ? alike : unlike);
      }
      if (!meets || alike + unlike == 0 || walker.x < first_ || walker.x > last_) continue;
      const double surplus = static_cast<double>(alike - unlike) / (alike + unlike);
      sum += surplus * surplus;
      ++count;
    }
    return count < 6 ? -1 : sum / count;
  }

 private:
  struct Walker {
    double x, y;
    int side;  ///< 1 for those who go right.
  };

  std::vector<Walker> walkers() {
    const World& world = crowd_.world();
    std::vector<Walker> all;
    for (std::uint32_t row = 0; row < world.count(); ++row)
      all.push_back({static_cast<double>(world.positions(0)[row]), static_cast<double>(world.positions(1)[row]),
                     world.id_at(row).slot() % 2 == 0 ? 1 : -1});
    return all;
  }

  Columns columns_;
  double first_, last_;
  Crowd crowd_;
};

struct Outcome {
  double out = 0;    ///< Share of those who got through in time.
  double order = 0;  ///< Mean over the time that they met.
};

Outcome run(const Columns& columns) {
  Counterflow flow(columns);
  Outcome outcome;
  int samples = 0;
  for (int tick = 0; tick < columns.seconds * 60 && outcome.out < 1; ++tick) {
    flow.tick();
    if (tick % 30 != 0) continue;
    outcome.out = flow.out() / (2.0 * columns.count);
    const double order = flow.order();
    outcome.order += order < 0 ? 0 : order;
    samples += order >= 0;
  }
  outcome.order /= samples;
  return outcome;
}

/// How long a column would take alone.
double free_seconds(const Columns& columns) {
  const float way = static_cast<float>(columns.count) * columns.spacing + 12;
  return static_cast<double>(way / columns.speed);
}

TEST(Avoid, B28_TwoColumnsHeadOnInACorridorFormLanesAndClear) {
  Columns scenes[] = {{50, 0.3f, 2, 1.2f, true, 0, 1},
                      {60, 0.4f, 4, 1.5f, true, 0, 2},
                      {100, 0.4f, 4, 1.2f, true, 0, 3},
                      {200, 0.3f, 6, 1, true, 0, 4}};
  for (Columns& columns : scenes) {
    columns.seconds = 2 * free_seconds(columns);
    const Outcome lanes = run(columns);
    columns.avoid = false;
    const Outcome jam = run(columns);
    EXPECT_EQ(lanes.out, 1) << columns.seed;
    EXPECT_GT(lanes.order, 0.75) << columns.seed;
    EXPECT_LT(jam.out, 0.5) << columns.seed;
    EXPECT_LT(jam.order, lanes.order - 0.2) << columns.seed;
  }
}

}  // namespace
}  // namespace cardume::testing
