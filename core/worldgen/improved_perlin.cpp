// K. Perlin, "Improving noise", ACM Transactions on Graphics 21, 2002.
#include "core/worldgen/improved_perlin.hpp"

#include <cardume/noise.hpp>
#include <cmath>

namespace cardume {
namespace {

double fade(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }

double between(double a, double b, double share) { return a + share * (b - a); }

double slope(int hash, double x, double y, double z) {
  const int which = hash & 15;
  const double u = which < 8 ? x : y, v = which < 4 ? y : which == 12 || which == 14 ? x : z;
  return ((which & 1) == 0 ? u : -u) + ((which & 2) == 0 ? v : -v);
}

int permuted(int index) { return kPerlinPermutation[static_cast<std::size_t>(index & 255)]; }

/// A coordinate: the lattice's corner below it, and the rest.
struct Split {
  int corner;
  double rest;

  explicit Split(double value)
      : corner(static_cast<int>(static_cast<std::int64_t>(std::floor(value)) & 255)), rest(value - std::floor(value)) {}
};

}  // namespace

double improved_perlin(double x, double y, double z) {
  const Split sx(x), sy(y), sz(z);
  const double u = fade(sx.rest), v = fade(sy.rest), w = fade(sz.rest);
  const auto corner = [&](int right, int down, int deep) {
    const int hash = permuted(permuted(permuted(sx.corner + right) + sy.corner + down) + sz.corner + deep);
    return slope(hash, sx.rest - right, sy.rest - down, sz.rest - deep);
  };
  const auto along_y = [&](int deep) {
    return between(between(corner(0, 0, deep), corner(1, 0, deep), u),
                   between(corner(0, 1, deep), corner(1, 1, deep), u), v);
  };
  return between(along_y(0), along_y(1), w);
}

}  // namespace cardume
