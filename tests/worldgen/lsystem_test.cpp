#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <bit>
#include <cardume/lsystem.hpp>
#include <cardume/random.hpp>
#include <cmath>
#include <map>
#include <set>
#include <string>

namespace cardume {
namespace {

LSystem parsed(const std::string& text) {
  auto system = LSystem::parse(text, "test");
  EXPECT_TRUE(system) << system.error().message;
  return *system;
}

LSystem shipped(std::string_view name) {
  auto system = LSystem::shipped(name);
  EXPECT_TRUE(system) << system.error().message;
  return *system;
}

std::vector<TurtleSegment> drawn(const LSystem& system, std::uint32_t n, const TurtleDesc& desc = {}) {
  std::vector<TurtleSegment> lines;
  const Error error = system.walk(n, desc, [&](const TurtleSegment& line) { return lines.push_back(line), true; });
  EXPECT_FALSE(error) << error.message;
  return lines;
}

void expect_lengths(const LSystem& system, const std::vector<std::uint64_t>& lengths) {
  for (std::uint32_t n = 0; n < lengths.size(); ++n) {
    EXPECT_EQ(system.length(n), lengths[n]) << n;
    EXPECT_EQ(system.expand(n)->size(), lengths[n]) << n;
  }
}

TEST(LSystem, AlgaeGrowAsFibonacciSays) {
  const LSystem algae = parsed("axiom A\nA -> AB\nB -> A\n");
  expect_lengths(algae, {1, 2, 3, 5, 8, 13, 21, 34, 55});
  EXPECT_EQ(algae.length(40), 267914296u);
  EXPECT_EQ(*algae.expand(4), "ABAABABA");
}

TEST(LSystem, LengthsArePublishedOnes) {
  expect_lengths(parsed("axiom 0\n1 -> 11\n0 -> 1[0]0\n"), {1, 5, 14, 34, 78, 174});
  expect_lengths(parsed("axiom B\nB -> C[+B][-B]\n"), {1, 9, 25, 57, 121, 249});
  const LSystem koch = parsed("axiom F\nF -> F+F-F-F+F\n"), dragon = shipped("dragon");
  for (std::uint32_t n = 0, fives = 1, twos = 1; n < 6; ++n, fives *= 5, twos *= 2) {
    EXPECT_EQ(koch.expand(n)->size(), 2 * fives - 1);
    EXPECT_EQ(dragon.expand(n)->size(), 2 * twos - 1);
  }
}

TEST(LSystem, PlantsOfTheBookHaveItsCounts) {
  const auto a = *parsed("axiom F\nF -> F[+F]F[-F]F\n").expand(5),
             b = *parsed("axiom F\nF -> F[+F]F[-F][F]\n").expand(5);
  EXPECT_EQ(a.size(), 7811u);
  EXPECT_EQ(std::count(a.begin(), a.end(), 'F'), 3125);
  EXPECT_EQ(b.size(), 9373u);
}

TEST(Turtle, SnowflakesClose) {
  const LSystem koch = shipped("koch");
  for (std::uint32_t n = 0, fours = 1; n < 6; ++n, fours *= 4) {
    EXPECT_EQ(koch.length(n), 7 * fours);
    const auto lines = drawn(koch, n);
    EXPECT_EQ(lines.size(), 3u * fours);
    EXPECT_NEAR(lines.back().to[0], 0, 1e-9);
    EXPECT_NEAR(lines.back().to[1], 0, 1e-9);
  }
}

TEST(Turtle, DragonsEndWhereTheyShould) {
  for (std::uint32_t n = 0; n < 12; ++n) {
    const auto lines = drawn(shipped("dragon"), n);
    const auto [x, y, z] = lines.back().to;
    EXPECT_EQ(x * x + y * y, std::pow(2, n)) << "right angles are exact";
    EXPECT_EQ(lines.size(), std::size_t{1} << n);
  }
}

TEST(Turtle, HilbertsCurveVisitsEveryPointOfTheSquareOnce) {
  for (std::uint32_t n = 1; n < 7; ++n) {
    std::set<std::pair<double, double>> points{{0, 0}};
    for (const TurtleSegment& line : drawn(shipped("hilbert"), n)) points.insert({line.to[0], line.to[1]});
    EXPECT_EQ(points.size(), std::size_t{1} << (2 * n));
    const double last = std::pow(2, n) - 1;
    EXPECT_EQ(points.begin()->first, 0);
    EXPECT_EQ(points.rbegin()->first, last);
    const auto lines = drawn(shipped("hilbert"), n);
    EXPECT_EQ(lines.back().to[0], last);
    EXPECT_EQ(lines.back().to[1], 0);
  }
}

TEST(Turtle, ClosingBracketsRestoreTheState) {
  const auto lines = drawn(parsed("axiom F[+!F[&\\F]F]F\nangle 37\nwidth 1 0.5\n"), 0, {.dimensions = 3});
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_EQ(lines[4].from, lines[0].to);
  EXPECT_EQ(lines[4].to, (std::array<double, 3>{2, 0, 0}));
  EXPECT_EQ(lines[4].width, 1);
  EXPECT_EQ(lines[1].width, 0.5);
  EXPECT_EQ(lines[3].from, lines[1].to);
  const std::vector<std::uint32_t> depths{lines[0].depth, lines[1].depth, lines[2].depth, lines[3].depth,
                                          lines[4].depth};
  EXPECT_EQ(depths, (std::vector<std::uint32_t>{0, 1, 2, 1, 0}));
}

TEST(Turtle, TurnsPitchesAndRolls) {
  const auto end = [](const std::string& symbols, std::uint32_t dimensions, const char* heading = "right") {
    return drawn(parsed("axiom " + symbols + "\nheading " + heading + "\n"), 0, {.dimensions = dimensions}).back().to;
  };
  using Place = std::array<double, 3>;
  EXPECT_EQ(end("F", 2, "up"), (Place{0, 1, 0}));
  EXPECT_EQ(end("F", 3, "up"), (Place{0, 0, 1}));
  EXPECT_EQ(end("+F", 3), (Place{0, 1, 0}));
  EXPECT_EQ(end("-F", 2), (Place{0, -1, 0}));
  EXPECT_EQ(end("^F", 3), (Place{0, 0, 1}));
  EXPECT_EQ(end("&F", 3), (Place{0, 0, -1}));
  EXPECT_EQ(end("^F", 2), (Place{1, 0, 0})) << "there is no pitch in the plane";
  EXPECT_EQ(end("\\+F", 3), (Place{0, 0, 1}));
  EXPECT_EQ(end("/+F", 3), (Place{0, 0, -1}));
  EXPECT_EQ(end("|F", 3), (Place{-1, 0, 0}));
  EXPECT_EQ(end("fF", 2), (Place{2, 0, 0}));
  EXPECT_EQ(end("F(0.25)", 2), (Place{0.25, 0, 0}));
  EXPECT_EQ(end("++++++++-F", 3), end("-F", 3));
}

/// Turns, pitches and rolls are rotations about the turtle's own axes, as Eigen has them.
TEST(Turtle, TurnsAsEigenRotates) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const double degrees = -170 + static_cast<double>(seed) * 17.3, angle = degrees * std::acos(-1.0) / 180;
    std::string symbols;
    Eigen::Matrix3d frame = Eigen::Matrix3d::Identity();  // Its columns: ahead, left, up.
    Eigen::Vector3d at = Eigen::Vector3d::Zero();
    const auto rotate = [&](double by, const Eigen::Vector3d& axis) { frame = frame * Eigen::AngleAxisd(by, axis); };
    for (std::uint64_t i = 0; i < 40; ++i) {
      const char symbol = "F+-&^\\/|"[Stream(seed).below(8, i, 0)];
      symbols += symbol;
      if (symbol == 'F') at += frame.col(0);
      if (symbol == '+' || symbol == '-') rotate(symbol == '+' ? angle : -angle, Eigen::Vector3d::UnitZ());
      if (symbol == '&' || symbol == '^') rotate(symbol == '&' ? angle : -angle, Eigen::Vector3d::UnitY());
      if (symbol == '\\' || symbol == '/') rotate(symbol == '\\' ? angle : -angle, Eigen::Vector3d::UnitX());
      if (symbol == '|') rotate(std::acos(-1.0), Eigen::Vector3d::UnitZ());
    }
    at += frame.col(0);
    const auto lines =
        drawn(parsed("axiom " + symbols + "F\nangle " + std::to_string(degrees) + "\n"), 0, {.dimensions = 3});
    for (int d = 0; d < 3; ++d) EXPECT_NEAR(lines.back().to[static_cast<std::size_t>(d)], at[d], 1e-9) << symbols;
  }
}

/// A hundred thousand turns by no special angle, about all axes.
TEST(Turtle, DirectionsStayUnitVectors) {
  const auto lines = drawn(parsed("axiom X\nangle 33.7\nX -> +F^/X\n"), 4000, {.dimensions = 3});
  ASSERT_EQ(lines.size(), 4000u);
  for (const TurtleSegment& line : lines) {
    double square = 0;
    for (std::size_t d = 0; d < 3; ++d) square += (line.to[d] - line.from[d]) * (line.to[d] - line.from[d]);
    ASSERT_NEAR(square, 1, 1e-9);
  }
}

TEST(LSystem, LengthsShrinkWithEachRewriting) {
  const auto lines = drawn(parsed("axiom X\nX -> F(0.5)X(0.5)\n"), 6);
  ASSERT_EQ(lines.size(), 6u);
  double at = 0, length = 0.5;
  for (const TurtleSegment& line : lines) {
    EXPECT_EQ(line.from[0], at);
    at += length;
    EXPECT_EQ(line.to[0], at);
    length /= 2;
  }
}

TEST(LSystem, WeightsAreHowOftenRulesAreTaken) {
  const LSystem system = parsed("axiom X\nX -> YX\nY 3 -> A\nY 1 -> B\nY 6 -> C\n");
  std::map<char, int> counts;
  const std::string expanded = *system.expand(4000, 5);
  for (const char symbol : expanded) ++counts[symbol];
  EXPECT_NEAR(counts['A'], 1200, 150);
  EXPECT_NEAR(counts['B'], 400, 100);
  EXPECT_NEAR(counts['C'], 2400, 160);
  EXPECT_NE(*system.expand(50, 1), *system.expand(50, 2));
  EXPECT_NE(*system.expand(50, 1), *system.expand(50, (std::uint64_t{1} << 32) + 1));
  EXPECT_EQ(*system.expand(50, 1), *system.expand(50, 1));
}

/// Rewriting plainly, with random rules, must give what the count says; and walking draws what expanding has.
TEST(LSystem, CountsExpandsAndWalksAlike) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    std::map<char, std::string> rules;
    std::string text = "axiom FAB\n";
    const Stream stream = Stream(seed).sub("rules");
    for (const char symbol : std::string("ABF")) {
      std::string& rule = rules[symbol];
      for (std::uint32_t i = 0, count = stream.below(5, 0, symbol); i < count; ++i)
        rule += "ABF+-f"[stream.below(6, i + 1, symbol)];
      text += std::string(1, symbol) + " -> " + rule + "\n";
    }
    const LSystem system = parsed(text);
    std::string plain = "FAB";
    for (std::uint32_t n = 0; n < 5; ++n) {
      ASSERT_EQ(system.length(n), plain.size()) << text;
      ASSERT_EQ(*system.expand(n), plain) << text;
      ASSERT_EQ(drawn(system, n).size(), static_cast<std::size_t>(std::count(plain.begin(), plain.end(), 'F')));
      std::string next;
      for (const char symbol : plain) next += rules.contains(symbol) ? rules[symbol] : std::string(1, symbol);
      plain = next;
    }
  }
}

TEST(LSystem, WalksTheStringThatItExpandsWithWeightsToo) {
  const LSystem oak = shipped("oak");
  for (std::uint64_t seed : {1, 2, 3}) {
    std::string lines;
    for (const TurtleSegment& line : drawn(oak, 5, {.dimensions = 3, .seed = seed})) lines += line.symbol;
    std::string expanded = *oak.expand(5, seed);
    std::erase_if(expanded, [](char symbol) { return symbol != 'F'; });
    EXPECT_EQ(lines, expanded);
  }
}

TEST(LSystem, HugeStringsAreCountedAndRefusedButWalked) {
  const LSystem doubling = parsed("axiom F\nF -> FF\n");
  EXPECT_EQ(doubling.length(40), std::uint64_t{1} << 40);
  EXPECT_EQ(doubling.length(63), std::uint64_t{1} << 63);
  EXPECT_EQ(doubling.length(64), ~std::uint64_t{0});
  EXPECT_EQ(doubling.length(4000), ~std::uint64_t{0});
  const auto refused = doubling.expand(40);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().status, Status::kLimit);
  EXPECT_EQ(refused.error().message, "1099511627776 symbols: at most 16777216");
  EXPECT_FALSE(doubling.expand(3, 1, 7));
  EXPECT_TRUE(doubling.expand(3, 1, 8));
  std::uint64_t lines = 0;
  EXPECT_FALSE(doubling.walk(40, {}, [&](const TurtleSegment&) { return ++lines < 1'000'000; }));
  EXPECT_EQ(lines, 1'000'000u) << "and then the visitor had enough";
  EXPECT_EQ(doubling.walk(5000, {}, [](const TurtleSegment&) { return false; }).status, Status::kLimit);
}

TEST(LSystem, BracketsMayNotBeTooDeep) {
  const LSystem deep = parsed("axiom X\nX -> [FX]\n");
  int lines = 0;
  const auto count = [&](const TurtleSegment&) { return ++lines, true; };
  EXPECT_FALSE(deep.walk(100, {.deepest = 100}, count));
  EXPECT_EQ(lines, 100);
  const Error error = deep.walk(101, {.deepest = 100}, count);
  EXPECT_EQ(error.status, Status::kLimit);
  EXPECT_EQ(error.message, "brackets: at most 100 open");
}

TEST(LSystem, ShippedTreesHaveTheFormOfTrees) {
  EXPECT_GE(shipped_lsystems().size(), 8u);
  for (const std::string_view name : shipped_lsystems()) EXPECT_TRUE(LSystem::shipped(name));
  for (const char* name : {"oak", "conifer", "palm", "bush"}) {
    std::set<double> sizes;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      const auto size = measure_tree(shipped(name), 6, seed);
      ASSERT_TRUE(size);
      EXPECT_GT(size->trunk_radius, 0) << name;
      EXPECT_GT(size->canopy_radius, 2 * size->trunk_radius) << name;
      EXPECT_GT(size->height, 1) << name;
      sizes.insert(size->canopy_radius);
    }
  }
  const auto none = measure_tree(parsed("axiom X\n"), 3, 1);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "the L-system draws nothing");
  EXPECT_FALSE(LSystem::shipped("baobab"));
}

TEST(LSystem, GoldenHash) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const std::string_view name : shipped_lsystems())
    for (const std::uint32_t dimensions : {2u, 3u})
      for (const TurtleSegment& line : drawn(shipped(name), 4, {.dimensions = dimensions, .seed = 7}))
        for (double value : {line.to[0], line.to[1], line.to[2], line.width})
          hash = (hash ^ std::bit_cast<std::uint64_t>(value)) * 0x100000001B3;
  EXPECT_EQ(hash, 4283734645617269782u);
}

TEST(LSystem, ErrorsNameLineAndColumn) {
  const auto complaint = [](const std::string& text) {
    const auto system = LSystem::parse(text, "x");
    return system ? "it was taken" : system.error().message;
  };
  EXPECT_EQ(complaint(""), "x:1:1: expected an axiom");
  EXPECT_EQ(complaint("axiom\n"), "x:1:1: expected symbols after axiom");
  EXPECT_EQ(complaint("axiom F\naxiom G\n"), "x:2:1: there is an axiom already");
  EXPECT_EQ(complaint("axiom F[+F\n"), "x:1:11: expected ]: a bracket is open");
  EXPECT_EQ(complaint("axiom F\nF -> F]F[\n"), "x:2:7: there is no [ for this ]");
  EXPECT_EQ(complaint("axiom F\nF -> F\nF -> G\n"), "x:3:1: a symbol with several rules needs weights");
  EXPECT_EQ(complaint("axiom F\nF 0 -> F\n"), "x:2:3: expected a weight above 0");
  EXPECT_EQ(complaint("axiom F\nF x -> F\n"), "x:2:3: expected a number from 0 to 1000000");
  EXPECT_EQ(complaint("axiom F\nF F\n"), "x:2:1: expected a rule such as `F -> FF` or `F 0.5 -> FF`");
  EXPECT_EQ(complaint("axiom F\n[ -> F\n"), "x:2:1: brackets have no rules");
  EXPECT_EQ(complaint("axiom F(2\n"), "x:1:8: expected a length after a symbol, such as F(0.5)");
  EXPECT_EQ(complaint("axiom F(x)\n"), "x:1:9: expected a number from 0 to 100");
  EXPECT_EQ(complaint("axiom (2)F\n"), "x:1:7: expected a length after a symbol, such as F(0.5)");
  EXPECT_EQ(complaint("axiom F\nangle 400\n"), "x:2:7: expected a number from -360 to 360");
  EXPECT_EQ(complaint("axiom F\nwidth 1\n"), "x:2:7: expected 2 numbers");
  EXPECT_EQ(complaint("axiom F\nheading down\n"), "x:2:9: expected up or right");
  EXPECT_EQ(complaint("axiom F\nspeed 3\n"),
            "x:2:1: expected a rule such as `F -> FF`, or one of axiom, angle, width, heading");
  EXPECT_EQ(complaint("axiom F\xC3\xA4\n"), "x:1:8: this is no symbol");
}

TEST(LSystem, RefusesBadWalks) {
  const LSystem system = parsed("axiom F\n");
  const auto any = [](const TurtleSegment&) { return true; };
  EXPECT_EQ(system.walk(1, {.dimensions = 1}, any).message, "dimensions must be 2 or 3");
  EXPECT_EQ(system.walk(1, {}, nullptr).message, "the visitor must be callable");
}

}  // namespace
}  // namespace cardume
