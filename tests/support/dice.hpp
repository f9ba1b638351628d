#pragma once
#include <cstdint>
#include <random>

namespace cardume::testing {

/// Random numbers that are the same on every machine, for tests that try many inputs.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : engine_(seed) {}

  std::uint32_t operator()() { return static_cast<std::uint32_t>(engine_()); }
  bool chance(std::uint32_t percent) { return (*this)() % 100 < percent; }
  float below(float most) { return static_cast<float>((*this)() >> 8) * 0x1p-24f * most; }

 private:
  std::mt19937 engine_;
};

}  // namespace cardume::testing
