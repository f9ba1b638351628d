#include "simd/kernels.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "tests/support/bits.hpp"
#include "tests/support/dice.hpp"

namespace cardume::simd {
namespace {

using testing::all_finite;
using testing::bits;

constexpr std::uint32_t kAgents = 240;  // A multiple of every batch width.

/// Columns of random agents, some of them in places and moods that are hard on arithmetic.
struct Crowd {
  std::array<std::vector<float>, 3> position, velocity, acceleration, previous;
  std::vector<std::uint8_t> species, goal;
  ProfileTable table{};

  Motion motion() {
    Motion columns{};
    for (int d = 0; d < 3; ++d) {
      columns.position[d] = position[d].data();
      columns.velocity[d] = velocity[d].data();
      columns.acceleration[d] = acceleration[d].data();
    }
    return columns;
  }
};

float hostile(testing::Dice& dice, float most) {
  const float choices[] = {0.f, most, most / 2, 1e-20f, std::nextafter(most, 0.f)};
  if (dice.chance(20)) return choices[dice() % std::size(choices)];
  return dice.below(most);
}

float either_sign(testing::Dice& dice, float most) {
  return dice.chance(50) ? hostile(dice, most) : -hostile(dice, most);
}

Crowd draw_crowd(std::uint32_t seed, float size) {
  testing::Dice dice(seed);
  Crowd crowd;
  for (int d = 0; d < 3; ++d)
    for (std::uint32_t i = 0; i < kAgents; ++i) {
      crowd.position[d].push_back(hostile(dice, size));
      crowd.velocity[d].push_back(either_sign(dice, 5));
      crowd.acceleration[d].push_back(either_sign(dice, 200));
      crowd.previous[d].push_back(0);
    }
  for (std::uint32_t i = 0; i < kAgents; ++i) {
    crowd.species.push_back(static_cast<std::uint8_t>(dice() % 3));
    crowd.goal.push_back(static_cast<std::uint8_t>(dice() % 3));
  }
  crowd.table.count = crowd.table.rules.species = 3;
  for (int s = 0; s < 3; ++s) {
    crowd.table.motion.max_speed[s] = 2.f * static_cast<float>(s + 1);
    crowd.table.motion.min_speed[s] = static_cast<float>(s) * 0.7f;
    crowd.table.motion.response[s] = 3.f;
    crowd.table.motion.rule_limit[s] = s == 0 ? 1e18f : 6.f;
    crowd.table.motion.total_limit[s] = s == 0 ? 9.f : 1e18f;
    crowd.table.flow_weight[s] = 1.5f;
  }
  return crowd;
}

std::vector<const KernelTable*> all_tables() {
  const KernelTable* tables[kMaxKernelTables];
  const std::uint32_t count = available_kernels(tables);
  return {tables, tables + count};
}

/// Runs `kernel(table, crowd)` with each instruction set on the same crowds and expects the same bits from all.
template <class Kernel>
void expect_same_bits(Kernel kernel) {
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    const Crowd start = draw_crowd(seed, 32);
    Crowd expected = start;
    kernel(*find_kernels("scalar"), expected);
    for (const KernelTable* table : all_tables()) {
      Crowd crowd = start;
      kernel(*table, crowd);
      for (const auto columns : {&Crowd::position, &Crowd::velocity, &Crowd::acceleration, &Crowd::previous})
        for (int d = 0; d < 3; ++d) {
          ASSERT_EQ(bits((crowd.*columns)[d]), bits((expected.*columns)[d])) << table->name << " seed " << seed;
          ASSERT_TRUE(all_finite((crowd.*columns)[d])) << table->name << " seed " << seed;
        }
    }
  }
}

IntegrateArgs integrate_args(Crowd& crowd) {
  IntegrateArgs args{};
  for (int d = 0; d < 3; ++d) {
    args.position[d] = crowd.position[d].data();
    args.velocity[d] = crowd.velocity[d].data();
    args.acceleration[d] = crowd.acceleration[d].data();
    args.previous[d] = crowd.previous[d].data();
    args.size[d] = 32;
  }
  args.profile = crowd.species.data();
  args.table = &crowd.table;
  args.dt = 1.f / 60;
  args.agents = {0, kAgents};
  return args;
}

TEST(IntegrateKernel, EverySetGivesTheSameBits) {
  for (int dimensions : {2, 3})
    expect_same_bits(
        [&](const KernelTable& table, Crowd& crowd) { table.integrate[dimensions - 2](integrate_args(crowd)); });
}

TEST(IntegrateKernel, KeepsSpeedsAndPlacesWithinTheirBounds) {
  for (const KernelTable* table : all_tables()) {
    Crowd crowd = draw_crowd(5, 32);
    const Crowd before = crowd;
    table->integrate[0](integrate_args(crowd));
    for (std::uint32_t i = 0; i < kAgents; ++i) {
      const double speed = std::hypot(crowd.velocity[0][i], crowd.velocity[1][i]);
      EXPECT_LE(speed, crowd.table.motion.max_speed[crowd.species[i]] * 1.000001);
      for (int d = 0; d < 2; ++d) {
        EXPECT_GE(crowd.position[d][i], 0.f);
        EXPECT_LE(crowd.position[d][i], 32.f);
      }
      EXPECT_EQ(crowd.previous[0][i], before.position[0][i]);
    }
  }
}

TEST(IntegrateKernel, ThoseAtRestStayAtRestAndTheSlowSpeedUpToTheirMinimum) {
  Crowd crowd = draw_crowd(1, 32);
  crowd.table.motion.min_speed[0] = 0.5f;
  crowd.table.motion.max_speed[0] = 2;
  for (std::uint32_t i = 0; i < kAgents; ++i) {
    crowd.species[i] = 0;
    for (int d = 0; d < 2; ++d) crowd.acceleration[d][i] = crowd.velocity[d][i] = 0;
    crowd.position[0][i] = crowd.position[1][i] = 16;
  }
  crowd.velocity[0][1] = 0.1f;
  crowd.velocity[1][2] = -3e-20f;  // Its square is below the smallest normal number: standing still.
  find_kernels(nullptr)->integrate[0](integrate_args(crowd));
  EXPECT_EQ(crowd.velocity[0][0], 0.f);
  EXPECT_FLOAT_EQ(crowd.velocity[0][1], 0.5f);
  EXPECT_EQ(crowd.velocity[1][2], 0.f);
}

TEST(BucketKernel, EverySetFindsTheCellThatDivisionFinds) {
  for (const KernelTable* table : all_tables()) {
    Crowd crowd = draw_crowd(9, 32);
    std::vector<std::uint32_t> cells(kAgents);
    BucketArgs args{};
    for (int d = 0; d < 3; ++d) args.position[d] = crowd.position[d].data();
    args.cell = cells.data();
    args.layout = {16, 8, 8, 0.5f, 0.25f};  // Powers of two: the product is exact.
    args.agents = {0, kAgents};
    table->bucket(args);
    for (std::uint32_t i = 0; i < kAgents; ++i) {
      const auto along = [&](int axis, double size, std::uint32_t count) {
        return std::min(static_cast<std::uint32_t>(std::floor(crowd.position[axis][i] / size)), count - 1);
      };
      EXPECT_EQ(cells[i], (along(2, 4, 8) * 8 + along(1, 4, 8)) * 16 + along(0, 2, 16));
    }
  }
}

/// A field of random directions over an 8 x 8 map of cells of 4, some of them closed.
std::vector<std::uint32_t> draw_field(std::uint32_t seed) {
  testing::Dice dice(seed);
  std::vector<std::uint32_t> field(10 * 10, 0x80008000u);
  for (std::uint32_t y = 1; y <= 8; ++y)
    for (std::uint32_t x = 1; x <= 8; ++x)
      if (!dice.chance(30)) field[y * 10 + x] = dice() & 0x7FFF7FFFu;
  return field;
}

FlowArgs flow_args(Crowd& crowd, const FieldView* fields) {
  FlowArgs args{};
  args.motion = crowd.motion();
  args.profile = crowd.species.data();
  args.goal = crowd.goal.data();
  args.table = &crowd.table;
  args.fields = fields;
  args.layout = {8, 8, 1, 0.25f, false};
  args.agents = {0, kAgents};
  return args;
}

TEST(FlowKernel, EverySetGivesTheSameBits) {
  const auto first = draw_field(1), second = draw_field(2);
  const FieldView fields[] = {{}, {first.data()}, {second.data()}};
  for (bool plain : {false, true})
    expect_same_bits([&](const KernelTable& table, Crowd& crowd) {
      FlowArgs args = flow_args(crowd, fields);
      args.layout.plain = plain;
      table.flow(args);
    });
}

using Field = std::vector<std::uint32_t>;

std::uint32_t cell_of(const Field& field, int x, int y) { return field[static_cast<std::size_t>(y * 10 + x)]; }

/// Whether the cell of the frame at (x, y) may speak for an agent at (px, py). Tutorials ask only whether it is open.
bool may_speak(const Field& field, double px, double py, int x, int y, bool plain) {
  const int own_x = std::min(static_cast<int>(px), 7) + 1, own_y = std::min(static_cast<int>(py), 7) + 1;
  const auto open = [&](int at_x, int at_y) { return cell_of(field, at_x, at_y) != 0x80008000u; };
  if (!open(x, y)) return false;
  return plain || x == own_x || y == own_y || (open(own_x, y) && open(x, own_y));
}

/// The directions of the four cells around (px, py) that may speak, blended by how near their centres are.
std::array<double, 2> blend(const Field& field, double px, double py, bool plain) {
  const int left = static_cast<int>(std::floor(px + 0.5)), low = static_cast<int>(std::floor(py + 0.5));
  std::array<double, 2> sum{};
  for (int corner = 0; corner < 4; ++corner) {
    const int x = std::min(left, 8) + corner % 2, y = std::min(low, 8) + corner / 2;
    const double weight = (1 - std::fabs(x - 0.5 - px)) * (1 - std::fabs(y - 0.5 - py));
    if (weight <= 0 || !may_speak(field, px, py, x, y, plain)) continue;
    sum[0] += weight * static_cast<std::int16_t>(cell_of(field, x, y) & 0xFFFF);
    sum[1] += weight * static_cast<std::int16_t>(cell_of(field, x, y) >> 16);
  }
  return sum;
}

void expect_blends(bool plain) {
  const Field field = draw_field(3);
  const FieldView fields[] = {{}, {field.data()}, {field.data()}};
  Crowd crowd = draw_crowd(4, 32);
  for (int d = 0; d < 2; ++d) crowd.velocity[d] = crowd.acceleration[d] = std::vector<float>(kAgents);
  FlowArgs args = flow_args(crowd, fields);
  args.layout.plain = plain;
  find_kernels(nullptr)->flow(args);
  for (std::uint32_t i = 0; i < kAgents; ++i) {
    const double px = crowd.position[0][i] / 4.0, py = crowd.position[1][i] / 4.0;
    const auto sum = crowd.goal[i] != 0 ? blend(field, px, py, plain) : std::array<double, 2>{};
    const double length = std::hypot(sum[0], sum[1]), limit = crowd.table.motion.rule_limit[crowd.species[i]];
    const double wanted = std::min(3.0 * crowd.table.motion.max_speed[crowd.species[i]], limit) * 1.5;
    for (std::size_t d = 0; d < 2; ++d)
      EXPECT_NEAR(crowd.acceleration[d][i], length > 0 ? sum[d] / length * wanted : 0, 2e-3) << px << " " << py;
  }
}

TEST(FlowKernel, BlendsTheFourNearestCellsThatMaySpeak) { expect_blends(false); }

TEST(FlowKernel, BlendsAllOpenCellsAlikeAsTutorialsDo) { expect_blends(true); }

TEST(HashKernel, IsTheSameForEverySetAndSensitiveToEveryBit) {
  testing::Dice dice(6);
  for (std::uint32_t count : {0u, 1u, 15u, 16u, 17u, 100u}) {
    std::vector<std::uint32_t> words(count);
    for (std::uint32_t& word : words) word = dice();
    const std::uint64_t expected = find_kernels("scalar")->hash_words(words.data(), count, 1);
    for (const KernelTable* table : all_tables()) {
      EXPECT_EQ(table->hash_words(words.data(), count, 1), expected) << table->name;
      EXPECT_NE(table->hash_words(words.data(), count, 2), expected) << table->name;
    }
    for (std::uint32_t bit = 0; bit < count * 32; ++bit) {
      words[bit / 32] ^= 1u << bit % 32;
      ASSERT_NE(find_kernels(nullptr)->hash_words(words.data(), count, 1), expected) << "bit " << bit;
      words[bit / 32] ^= 1u << bit % 32;
    }
  }
}

TEST(HashKernel, TwoSignsThatFlipTogetherDoNotCancelOut) {
  std::vector<std::uint32_t> words(64, 0x3F800000u);
  const auto hash = [&] { return find_kernels(nullptr)->hash_words(words.data(), 64, 0); };
  const std::uint64_t before = hash();
  for (std::uint32_t other = 1; other < 64; ++other) {
    words[0] ^= 0x80000000u;
    words[other] ^= 0x80000000u;
    EXPECT_NE(hash(), before) << other;
    words[0] ^= 0x80000000u;
    words[other] ^= 0x80000000u;
  }
}

TEST(HashKernel, LengthCounts) {
  const std::uint32_t zeros[32] = {};
  const auto hash = [&](std::uint32_t count) { return find_kernels(nullptr)->hash_words(zeros, count, 0); };
  EXPECT_NE(hash(3), hash(4));
  EXPECT_NE(hash(16), hash(32));
}

}  // namespace
}  // namespace cardume::simd
