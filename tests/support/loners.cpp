#include "tests/support/loners.hpp"

#include <cmath>

namespace cardume::testing {

Triple triple(Vec3 vector, std::uint32_t dimensions) {
  return {vector.x, vector.y, dimensions == 3 ? static_cast<double>(vector.z) : 0};
}

double length(const Triple& vector) { return std::hypot(vector[0], vector[1], vector[2]); }
double dot(const Triple& a, const Triple& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Triple operator+(const Triple& a, const Triple& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Triple operator-(const Triple& a, const Triple& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Triple operator*(const Triple& a, double factor) { return {a[0] * factor, a[1] * factor, a[2] * factor}; }

WorldDesc lone_desc(std::uint32_t dimensions, std::uint32_t species) {
  WorldDesc desc;
  desc.dimensions = dimensions;
  desc.capacity = 4096;
  desc.species.resize(species);
  for (SpeciesDesc& one : desc.species) {
    one.separation.radius = one.alignment.radius = one.cohesion.radius = 0;
    one.motion = {.max_speed = 5, .max_acceleration = 1e6f, .response = 3};
  }
  return desc;
}

namespace {

template <class Column>
Triple row_of(const World& world, std::uint32_t row, Column column) {
  Triple vector{};
  for (std::uint32_t d = 0; d < world.desc().dimensions; ++d) vector[d] = column(d)[row];
  return vector;
}

}  // namespace

Triple position_at(const World& world, std::uint32_t row) {
  return row_of(world, row, [&](std::uint32_t d) { return world.positions(d); });
}

Triple position_of(const World& world, AgentId id) { return position_at(world, world.row_of(id).value()); }

Triple velocity_of(const World& world, AgentId id) {
  return row_of(world, world.row_of(id).value(), [&](std::uint32_t d) { return world.velocities(d); });
}

}  // namespace cardume::testing
