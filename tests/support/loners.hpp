#pragma once
#include <array>
#include <cardume/world.hpp>
#include <cstdint>

namespace cardume::testing {

/// A vector in double precision; z is 0 in two dimensions.
using Triple = std::array<double, 3>;

Triple triple(Vec3, std::uint32_t dimensions);
double length(const Triple&);
double dot(const Triple&, const Triple&);
Triple operator+(const Triple&, const Triple&);
Triple operator-(const Triple&, const Triple&);
Triple operator*(const Triple&, double);

/// A world in which nobody flocks: what moves agents is the rule in question.
WorldDesc lone_desc(std::uint32_t dimensions, std::uint32_t species = 1);

Triple position_of(const World&, AgentId);
Triple velocity_of(const World&, AgentId);
Triple position_at(const World&, std::uint32_t row);

}  // namespace cardume::testing
