#pragma once
#include <cstdint>
#include <span>

// Debian's libnoise, a sample at a time, as it offers them; where this was built without it, nothing happens.
namespace cardume::bench {

bool has_libnoise();

/// Perlin noise of so many octaves on the plane z = 0, row by row.
void libnoise_perlin(std::uint32_t width, std::uint32_t octaves, double period, std::span<float> out);

/// The id of the nearest point, of the three-dimensional lattice that it has, on the plane z = 0.
void libnoise_voronoi(std::uint32_t width, double period, std::span<float> out);

}  // namespace cardume::bench
