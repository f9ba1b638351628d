#pragma once
#include <cstdint>

namespace cardume {

/// A point or direction in the plane, in world units.
struct Vec2 {
  float x = 0, y = 0;

  friend bool operator==(Vec2, Vec2) = default;
};

/// A point or direction in space, in world units. Worlds of two dimensions leave z alone.
struct Vec3 {
  float x = 0, y = 0, z = 0;

  constexpr Vec3() = default;
  constexpr Vec3(float first, float second, float third = 0) : x(first), y(second), z(third) {}
  constexpr Vec3(Vec2 level) : x(level.x), y(level.y) {}

  friend bool operator==(Vec3, Vec3) = default;
};

/// A map cell by column and row. Cell (x, y) covers [x, x + 1) by [y, y + 1) cell sizes.
struct Cell {
  std::uint32_t x = 0, y = 0;

  friend bool operator==(Cell, Cell) = default;
};

}  // namespace cardume
