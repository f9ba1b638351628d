#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "simd/kernels.hpp"
#include "tests/support/bits.hpp"
#include "tests/support/dice.hpp"

namespace cardume::simd {
namespace {

using testing::all_finite;
using testing::bits;

constexpr float kEdge = 32;
constexpr float kRow = 2.6f;  // More than two of the largest bodies, and what they and the draws may move.
constexpr std::uint32_t kReach = 4, kPadding = 16, kManyWords = 1u << 16;

using Axes = std::array<std::vector<float>, 3>;

struct SceneGrid {
  CellLayout layout;
  std::vector<std::uint32_t> start;
  std::vector<std::uint8_t> crowded;
  std::uint32_t limit = 0;
  float sight2 = std::numeric_limits<float>::infinity();
};

/// Bodies in storage order, with the grid that they were sorted by. Some lie on one spot, in crowds or on the edge.
struct BodyScene {
  int dimensions = 2;
  std::uint32_t count = 0;
  SceneGrid grid;
  Axes bucketed, position, velocity;
  std::vector<float> radius, inverse_mass, pressure;
  std::vector<std::uint8_t> species;
  std::vector<std::uint32_t> slot;
  ProfileTable table{};
};

std::uint32_t cell_of(const BodyScene& scene, std::uint32_t i) {
  const auto along = [](float at, float inverse, std::uint32_t cells) {
    return std::min(static_cast<std::uint32_t>(at * inverse), cells - 1);
  };
  const CellLayout& layout = scene.grid.layout;
  const std::uint32_t x = along(scene.bucketed[0][i], layout.inverse_column, layout.columns);
  const std::uint32_t y = along(scene.bucketed[1][i], layout.inverse_row, layout.rows);
  const std::uint32_t z = along(scene.bucketed[2][i], layout.inverse_row, layout.layers);
  return (z * layout.rows + y) * layout.columns + x;
}

/// Puts the places drawn so far in storage order.
void sort_into_grid(BodyScene& scene) {
  scene.grid.layout.inverse_row = 1 / kRow;
  scene.grid.layout.inverse_column = kReach / kRow;
  scene.grid.layout.columns = static_cast<std::uint32_t>(kEdge / kRow * kReach) + 1;
  scene.grid.layout.rows = static_cast<std::uint32_t>(kEdge / kRow) + 1;
  scene.grid.layout.layers = scene.dimensions == 3 ? scene.grid.layout.rows : 1;
  std::vector<std::uint32_t> order(scene.count);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return cell_of(scene, a) < cell_of(scene, b); });
  Axes sorted = scene.bucketed;
  for (auto& axis : sorted) axis.resize(scene.count + kPadding);
  scene.grid.start.assign(
      std::size_t{scene.grid.layout.columns} * scene.grid.layout.rows * scene.grid.layout.layers + 1, 0);
  scene.grid.crowded.assign(std::size_t{scene.grid.layout.rows} * scene.grid.layout.layers, scene.grid.limit != 0);
  for (std::uint32_t i = 0; i < scene.count; ++i) {
    for (std::size_t d = 0; d < 3; ++d) sorted[d][i] = scene.bucketed[d][order[i]];
    ++scene.grid.start[cell_of(scene, i) + 1];
  }
  std::partial_sum(scene.grid.start.begin(), scene.grid.start.end(), scene.grid.start.begin());
  scene.bucketed = sorted;
}

void draw_species(BodyScene& scene, testing::Dice& dice) {
  BodyColumns& body = scene.table.body;
  scene.table.count = 3;
  for (int s = 0; s < 3; ++s) {
    body.layers[s] = static_cast<std::int32_t>(1 + dice() % 3);
    body.collides[s] = static_cast<std::int32_t>(dice() % 4 == 0 ? 1 : ~0u);
    body.priority[s] = static_cast<float>(dice() % 3);
    body.yielding[s] = static_cast<float>(dice() % 3) / 2;
  }
}

void draw_places(BodyScene& scene, testing::Dice& dice) {
  for (std::uint32_t i = 0; i < scene.count; ++i) {
    const bool same = i > 0 && dice.chance(15), crowd = dice.chance(40);
    for (std::size_t d = 0; d < 3; ++d) {
      const float at = same ? scene.bucketed[d][dice() % i] : crowd ? 12 + dice.below(4) : dice.below(kEdge);
      scene.bucketed[d].push_back(dice.chance(2) ? kEdge : at);
    }
  }
}

BodyScene draw_scene(std::uint32_t seed, int dimensions) {
  testing::Dice dice(seed);
  BodyScene scene;
  scene.dimensions = dimensions;
  scene.count = 100 + dice() % 300;
  scene.grid.limit = seed % 3 == 0 ? 4 : 0;
  if (seed % 4 == 0) scene.grid.sight2 = 1;
  draw_places(scene, dice);
  sort_into_grid(scene);
  draw_species(scene, dice);
  const std::size_t padded = scene.count + kPadding;
  for (std::size_t d = 0; d < 3; ++d)
    for (std::size_t i = 0; i < padded; ++i) {
      const float moved = scene.bucketed[d][i] + (dice.chance(50) ? 0 : dice.below(0.5f) - 0.25f);
      scene.position[d].push_back(std::clamp(moved, 0.f, kEdge));
      scene.velocity[d].push_back(dice.below(8) - 4);
    }
  for (std::uint32_t i = 0; i < padded; ++i) {
    scene.radius.push_back(i >= scene.count || dice.chance(5) ? 0 : 0.1f + dice.below(0.7f));
    scene.inverse_mass.push_back(dice.chance(10) ? -1 : 0.1f + dice.below(4));
    scene.species.push_back(static_cast<std::uint8_t>(dice() % 3));
    scene.slot.push_back(i * 7 % 1024);
  }
  scene.pressure.resize(padded);
  return scene;
}

ContactArgs contact_args(BodyScene& scene, std::uint32_t iterations) {
  ContactArgs args{};
  for (std::size_t d = 0; d < 3; ++d) {
    args.bucketed[d] = scene.bucketed[d].data();
    args.world.size[d] = kEdge;
  }
  const float* const inverse_mass = scene.inverse_mass.empty() ? nullptr : scene.inverse_mass.data();
  args.bodies = {scene.radius.data(), inverse_mass, scene.species.data(), scene.slot.data(), &scene.table};
  args.grid = {scene.grid.layout, scene.grid.start.data(), scene.grid.crowded.data(), kReach, scene.grid.limit, 77};
  args.reach = {1.0001f * (1 + kMostPush * static_cast<float>(iterations - 1)), 1e-4f, scene.grid.sight2};
  args.dt = 1.f / 60;
  return args;
}

/// The stage in small: all iterations, in chunks that end in the middle of grid rows, with so much room for lists.
void push_apart(const KernelTable& table, BodyScene& scene, std::uint32_t iterations, std::uint32_t room) {
  const int kernel = scene.dimensions - 2;
  const std::uint32_t half = scene.count / 2 / 16 * 16;
  std::array<std::vector<std::uint32_t>, 2> words;
  for (auto& list : words) list.resize(room + 1);
  Axes pushed = scene.position;
  ContactArgs args = contact_args(scene, iterations);
  for (std::uint32_t i = 0; i < iterations; ++i) {
    for (std::size_t d = 0; d < 3; ++d) {
      args.position[d] = scene.position[d].data();
      args.pushed[d] = pushed[d].data();
      args.velocity[d] = i + 1 == iterations ? scene.velocity[d].data() : nullptr;
    }
    args.pressure = i == 0 ? scene.pressure.data() : nullptr;
    for (std::size_t chunk = 0; chunk < 2; ++chunk) {
      args.agents = chunk == 0 ? Rows{0, half} : Rows{half, scene.count};
      args.list = {words[chunk].data(), room};
      if (i == 0) table.find_contacts[kernel](args);
      table.push_apart[kernel](args);
    }
    scene.position.swap(pushed);
  }
}

std::vector<const KernelTable*> all_tables() {
  const KernelTable* tables[kMaxKernelTables];
  const std::uint32_t count = available_kernels(tables);
  return {tables, tables + count};
}

void expect_same(const BodyScene& scene, const BodyScene& expected) {
  for (std::size_t d = 0; d < 3; ++d) {
    ASSERT_EQ(bits(scene.position[d]), bits(expected.position[d])) << "axis " << d;
    ASSERT_EQ(bits(scene.velocity[d]), bits(expected.velocity[d])) << "axis " << d;
    ASSERT_TRUE(all_finite(scene.position[d]) && all_finite(scene.velocity[d]));
  }
  ASSERT_EQ(bits(scene.pressure), bits(expected.pressure));
  ASSERT_TRUE(all_finite(scene.pressure));
}

TEST(ContactsKernel, EverySetAndEveryRoomForListsGivesTheSameBits) {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    const BodyScene start = draw_scene(seed, seed % 2 == 0 ? 2 : 3);
    const std::uint32_t iterations = 1 + seed % 5;
    BodyScene expected = start;
    push_apart(*find_kernels("scalar"), expected, iterations, kManyWords);
    for (const KernelTable* table : all_tables())
      for (std::uint32_t room : {0u, 1u, 50u, 300u, kManyWords}) {
        BodyScene scene = start;
        push_apart(*table, scene, iterations, room);
        SCOPED_TRACE(std::string(table->name) + " seed " + std::to_string(seed) + " room " + std::to_string(room));
        ASSERT_NO_FATAL_FAILURE(expect_same(scene, expected));
      }
  }
}

TEST(ContactsKernel, BodiesThatWeighTheSameAreTheSameBitsWithoutTheirMasses) {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    BodyScene start = draw_scene(seed, 2);
    start.table.body = {};
    std::fill_n(start.table.body.layers, 3, 1);
    std::fill_n(start.table.body.collides, 3, 1);
    start.table.body.all_collide = start.table.body.one_priority = true;
    std::fill(start.inverse_mass.begin(), start.inverse_mass.end(), 0.7f);
    for (const KernelTable* table : all_tables()) {
      BodyScene weighed = start, even = start;
      push_apart(*table, weighed, 3, kManyWords);
      even.inverse_mass.clear();
      push_apart(*table, even, 3, kManyWords);
      ASSERT_NO_FATAL_FAILURE(expect_same(even, weighed)) << table->name << " seed " << seed;
    }
  }
}

bool collide(const BodyScene& scene, std::uint32_t i, std::uint32_t j) {
  const BodyColumns& body = scene.table.body;
  const std::uint8_t a = scene.species[i], b = scene.species[j];
  return (body.collides[a] & body.layers[b]) != 0 && (body.collides[b] & body.layers[a]) != 0;
}

/// Part of a push between two that moves the first.
double share_of(const BodyScene& scene, std::uint32_t i, std::uint32_t j) {
  const BodyColumns& body = scene.table.body;
  double mine = std::max(0.0, static_cast<double>(scene.inverse_mass[i]));
  double theirs = std::max(0.0, static_cast<double>(scene.inverse_mass[j]));
  if (mine == 0 || theirs == 0) return mine > 0 ? 1 : 0;
  const std::uint8_t a = scene.species[i], b = scene.species[j];
  if (body.priority[a] > body.priority[b]) mine *= static_cast<double>(body.yielding[a]);
  if (body.priority[b] > body.priority[a]) theirs *= static_cast<double>(body.yielding[b]);
  return mine + theirs > 0 ? mine / (mine + theirs) : 0;
}

/// One iteration for one body, by brute force and in double precision. False where someone is on nearly the same spot.
bool push_by_definition(const BodyScene& scene, std::uint32_t i, std::array<double, 3>& push, double& pressure) {
  const auto radius = static_cast<double>(scene.radius[i]);
  double shares = 0;
  push = {};
  pressure = 0;
  for (std::uint32_t j = 0; j < scene.count && radius > 0; ++j) {
    if (j == i || scene.radius[j] == 0 || !collide(scene, i, j)) continue;
    std::array<double, 3> way{};
    double distance2 = 0;
    for (std::size_t d = 0; d < static_cast<std::size_t>(scene.dimensions); ++d) {
      way[d] = static_cast<double>(scene.position[d][i]) - static_cast<double>(scene.position[d][j]);
      distance2 += way[d] * way[d];
    }
    const double together = radius + static_cast<double>(scene.radius[j]), distance = std::sqrt(distance2);
    if (distance >= together) continue;
    if (distance < 2e-3 * together) return false;
    const double share = share_of(scene, i, j);
    shares += share;
    pressure += (together - distance) / radius;
    for (std::size_t d = 0; d < 3; ++d) push[d] += share * (together - distance) * way[d] / distance;
  }
  const double length = std::hypot(push[0], push[1], push[2]), relaxation = std::min(0.9, 1.8 / shares);
  for (double& axis : push)
    axis = length > 0 ? axis / length * std::min(length * relaxation, static_cast<double>(kMostPush) * radius) : 0;
  return true;
}

void expect_push_by_definition(const BodyScene& before, const BodyScene& after, std::uint32_t& checked) {
  for (std::uint32_t i = 0; i < before.count; ++i) {
    std::array<double, 3> push{};
    double pressure = 0;
    if (!push_by_definition(before, i, push, pressure)) continue;
    ++checked;
    EXPECT_NEAR(after.pressure[i], pressure, 1e-4 * (1 + pressure)) << i;
    for (std::size_t d = 0; d < static_cast<std::size_t>(before.dimensions); ++d)
      EXPECT_NEAR(after.position[d][i],
                  std::clamp(static_cast<double>(before.position[d][i]) + push[d], 0.0, static_cast<double>(kEdge)),
                  3e-5)
          << i << " axis " << d;
  }
}

TEST(ContactsKernel, PushesByMassLayersAndPriorityAsDefined) {
  for (int dimensions : {2, 3}) {
    std::uint32_t checked = 0;
    for (std::uint32_t seed : {1u, 2u, 5u, 7u, 10u, 11u, 13u, 14u, 17u, 19u}) {  // Where everyone is seen.
      const BodyScene before = draw_scene(seed, dimensions);
      BodyScene after = before;
      push_apart(*find_kernels(nullptr), after, 1, kManyWords);
      expect_push_by_definition(before, after, checked);
    }
    EXPECT_GT(checked, 1000u);
  }
}

TEST(ContactsKernel, AClumpIsLookedAtThroughWindows) {
  BodyScene scene = draw_scene(1, 2);
  for (std::size_t d = 0; d < 2; ++d) {
    for (float& at : scene.bucketed[d]) at = 16.1f + at * 1e-3f;
    scene.position[d] = scene.bucketed[d];
  }
  scene.grid.limit = 5;
  sort_into_grid(scene);
  ContactArgs args = contact_args(scene, 3);
  for (std::size_t d = 0; d < 2; ++d) args.position[d] = scene.position[d].data();
  std::vector<std::uint32_t> words(kManyWords);
  args.list = {words.data(), kManyWords};
  args.agents = {0, scene.count};
  find_kernels("scalar")->find_contacts[0](args);
  for (std::uint32_t i = 0, at = 0; i < scene.count; ++i, at += words[at] + 1) ASSERT_LE(words[at], scene.grid.limit);
}

}  // namespace
}  // namespace cardume::simd
