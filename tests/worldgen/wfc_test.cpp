#include <gtest/gtest.h>

#include <algorithm>
#include <cardume/random.hpp>
#include <cardume/wfc.hpp>
#include <cmath>
#include <numeric>
#include <set>

#include "core/worldgen/wfc/solver.hpp"

namespace cardume {
namespace {

WfcModel learnt(const WfcSample& sample) {
  auto model = WfcModel::from_sample(sample);
  EXPECT_TRUE(model) << model.error().message;
  return *model;
}

double sum_of_weights(const WfcModel& model) {
  double sum = 0;
  for (std::uint32_t pattern = 0; pattern < model.count(); ++pattern) sum += model.weight(pattern);
  return sum;
}

std::variant<WfcMap, Contradiction> solved(const WfcModel& model, const WfcDesc& desc) {
  auto outcome = solve_wfc(model, desc);
  EXPECT_TRUE(outcome) << outcome.error().message;
  return *outcome;
}

WfcSample drawn_sample(std::uint64_t seed, std::uint32_t width, std::uint32_t height, std::uint32_t colours) {
  WfcSample sample{width, height, {}, 2, true, 1};
  for (std::uint32_t i = 0; i < width * height; ++i)
    sample.cells.push_back(static_cast<std::uint8_t>(Stream(seed).below(colours, i, 0)));
  return sample;
}

WfcSample chessboard() { return {2, 2, {0, 1, 1, 0}, 2, true, 1}; }

TEST(WfcSample, WeightsAddUpToWindowsTimesSymmetry) {
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (std::uint32_t symmetry : {1u, 2u, 4u, 8u})
      for (std::uint32_t window : {1u, 2u, 3u}) {
        WfcSample sample = drawn_sample(seed, 5, 4, 3);
        sample.symmetry = symmetry;
        sample.window = window;
        EXPECT_EQ(sum_of_weights(learnt(sample)), 5 * 4 * symmetry);
        sample.periodic = false;
        EXPECT_EQ(sum_of_weights(learnt(sample)), (6 - window) * (5 - window) * symmetry);
      }
}

TEST(WfcSample, PatternsAreAsManyAsTheyShouldBe) {
  for (std::uint32_t window = 1; window <= 4; ++window) {
    EXPECT_EQ(learnt({3, 4, std::vector<std::uint8_t>(12, 7), window, true, 8}).count(), 1u) << "of one colour";
    WfcSample board = chessboard();
    board.window = window;
    EXPECT_EQ(learnt(board).count(), 2u);
    WfcSample dot{7, 8, std::vector<std::uint8_t>(56, 0), window, true, 1};
    dot.cells[20] = 1;
    EXPECT_EQ(learnt(dot).count(), window * window + 1);
  }
  const WfcModel torus = learnt({4, 4, {1, 1, 1, 0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0}, 2, true, 1});
  EXPECT_EQ(torus.count(), 16u);
  for (std::uint32_t pattern = 0; pattern < 16; ++pattern) EXPECT_EQ(torus.weight(pattern), 1);
}

TEST(Wfc, TheChessboardHasTwoMapsOnEvenToriAndNoneOnOddOnes) {
  const WfcModel model = learnt(chessboard());
  std::set<std::vector<std::uint8_t>> maps;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto outcome = solved(model, {.width = 6, .height = 4, .periodic = true, .seed = seed});
    ASSERT_TRUE(std::holds_alternative<WfcMap>(outcome));
    maps.insert(draw_sample(model, std::get<WfcMap>(outcome)));
    const auto none = solved(model, {.width = 5, .height = 4, .periodic = true, .seed = seed});
    EXPECT_TRUE(std::holds_alternative<Contradiction>(none));
  }
  EXPECT_EQ(maps.size(), 2u);
}

TEST(Wfc, EveryWindowOfAMapIsOneOfTheSample) {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    WfcSample sample = drawn_sample(seed, 6, 6, 2);
    sample.window = seed % 2 == 0 ? 2 : 3;
    sample.symmetry = seed % 3 == 0 ? 8 : 1;
    const WfcModel model = learnt(sample);
    std::set<std::vector<std::uint8_t>> windows;
    for (std::uint32_t pattern = 0; pattern < model.count(); ++pattern)
      windows.insert({model.window(pattern).begin(), model.window(pattern).end()});
    const auto outcome = solved(model, {.width = 20, .height = 15, .periodic = true, .seed = seed});
    const WfcMap* map = std::get_if<WfcMap>(&outcome);
    if (map == nullptr) continue;
    ++found;
    const auto cells = draw_sample(model, *map);
    for (std::uint32_t y = 0; y < 15; ++y)
      for (std::uint32_t x = 0; x < 20; ++x) {
        std::vector<std::uint8_t> window;
        for (std::uint32_t dy = 0; dy < sample.window; ++dy)
          for (std::uint32_t dx = 0; dx < sample.window; ++dx)
            window.push_back(cells[(y + dy) % 15 * 20 + (x + dx) % 20]);
        ASSERT_TRUE(windows.contains(window));
      }
  }
  EXPECT_GE(found, 20);
}

/// Removing what has no support, cell by cell in another order each time, ends in the same.
TEST(Wfc, ConclusionsDoNotDependOnTheirOrder) {
  const WfcModel model = learnt(drawn_sample(4, 4, 4, 3));
  constexpr std::uint32_t kEdge = 6;
  std::set<std::vector<std::uint64_t>> ends;
  for (std::uint64_t order = 0; order < 10; ++order) {
    std::vector<std::vector<bool>> domain(kEdge * kEdge, std::vector<bool>(model.count(), true));
    domain[14].assign(model.count(), false);
    domain[14][3] = domain[14][1] = true;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t i = 0; i < kEdge * kEdge; ++i) {
        const auto cell = static_cast<std::uint32_t>((i * 7 + order * 5) % (kEdge * kEdge));
        for (std::uint32_t side = 0; side < 4; ++side) {
          const std::uint32_t x = cell % kEdge, y = cell / kEdge;
          const std::uint32_t nx = (x + (side == 0) + kEdge - (side == 2)) % kEdge;
          const std::uint32_t ny = (y + (side == 1) + kEdge - (side == 3)) % kEdge;
          for (std::uint32_t p = 0; p < model.count(); ++p) {
            if (!domain[cell][p]) continue;
            bool supported = false;
            for (std::uint32_t q = 0; q < model.count(); ++q)
              supported = supported || (domain[ny * kEdge + nx][q] && model.fits(p, side, q));
            if (!supported) domain[cell][p] = false, changed = true;
          }
        }
      }
    }
    std::vector<std::uint64_t> end(domain.size());
    std::transform(domain.begin(), domain.end(), end.begin(), [](const std::vector<bool>& one) {
      return std::accumulate(one.begin(), one.end(), std::uint64_t{0},
                             [](auto sum, bool bit) { return sum * 2 + bit; });
    });
    ends.insert(end);
  }
  EXPECT_EQ(ends.size(), 1u);
  // And a map that the solver finds under the same condition lies within it.
  const auto outcome = solved(model, {.width = kEdge, .height = kEdge, .periodic = true, .fixed = {{{2, 2}, {1, 3}}}});
  if (const WfcMap* map = std::get_if<WfcMap>(&outcome)) {
    for (std::uint32_t cell = 0; cell < kEdge * kEdge; ++cell) {
      EXPECT_NE((*ends.begin())[cell] >> (model.count() - 1 - map->patterns[cell]) & 1, 0u);
    }
  }
}

TEST(WfcDomains, GoingBackRestoresThemExactly) {
  const WfcModel model = learnt(drawn_sample(9, 6, 6, 4));
  ASSERT_GT(model.count(), 20u);
  wfc::Domains domains(model.content(), 50);
  const auto snapshot = [&] {
    std::vector<std::uint64_t> bits;
    for (std::uint32_t cell = 0; cell < 50; ++cell)
      bits.insert(bits.end(), domains.at(cell), domains.at(cell) + domains.words());
    return bits;
  };
  std::vector<std::pair<std::size_t, std::vector<std::uint64_t>>> marks;
  for (std::uint64_t step = 0; step < 400; ++step) {
    if (step % 20 == 0) marks.emplace_back(domains.mark(), snapshot());
    (void)domains.remove(Stream(1).below(50, step, 0), Stream(1).below(model.count(), step, 1));
  }
  while (!marks.empty()) {
    domains.go_back(marks.back().first, [](std::uint32_t) {});
    EXPECT_EQ(snapshot(), marks.back().second);
    marks.pop_back();
  }
  for (std::uint32_t cell = 0; cell < 50; ++cell) EXPECT_EQ(domains.size(cell), model.count());
}

TEST(Wfc, TheLogarithmIsOne) {
  for (double value : {1e-9, 0.3, 1.0, 1.5, 1.999, 2.0, 3.0, 1000.0, 1e12})
    EXPECT_NEAR(wfc::exact_log2(value), std::log2(value), 1e-12 * (1 + std::abs(std::log2(value))));
  EXPECT_EQ(wfc::exact_log2(8), 3);
}

TEST(Wfc, GoldenHashOfSamples) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const WfcModel model = learnt(drawn_sample(seed, 6, 6, 2));
    const auto outcome = solved(model, {.width = 24, .height = 20, .seed = seed});
    ASSERT_TRUE(std::holds_alternative<WfcMap>(outcome));
    for (std::uint16_t pattern : std::get<WfcMap>(outcome).patterns) hash = (hash ^ pattern) * 0x100000001B3;
  }
  EXPECT_EQ(hash, 11412953029099001934u);
}

TEST(WfcSample, RefusesBadOnes) {
  const auto message = [](const WfcSample& sample) { return WfcModel::from_sample(sample).error().message; };
  EXPECT_EQ(message({2, 2, {0, 1, 1}, 2, true, 1}), "cells must be width times height");
  EXPECT_EQ(message({2, 2, {0, 1, 1, 0}, 6, true, 1}), "window must be from 1 to 5");
  EXPECT_EQ(message({2, 2, {0, 1, 1, 0}, 3, false, 1}), "width, height must be at least as large as a window");
  EXPECT_EQ(message({2, 2, {0, 1, 1, 0}, 2, true, 3}), "symmetry must be 1, 2, 4 or 8");
  EXPECT_EQ(solve_wfc(learnt(chessboard()), {.connected = true}).error().message,
            "connected must be false for models of samples");
}

}  // namespace
}  // namespace cardume
