#pragma once
#include <array>
#include <cardume/lsystem.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace cardume {

namespace lsystem {

struct Module {
  char symbol;
  double shrink = 1;  ///< Its length, as a share of its predecessor's.
};

using Modules = std::vector<Module>;

struct Rule {
  double weight = 1;
  Modules successor;
};

/// Of a symbol, all of which are ASCII.
inline std::size_t index_of(char symbol) { return static_cast<unsigned char>(symbol) & 127u; }

/// Where a symbol is: keys decide between rules, so that the same place takes the same one however it is come to.
std::uint64_t child_key(std::uint64_t parent, std::size_t index);

}  // namespace lsystem

struct LSystem::Content {
  lsystem::Modules axiom;
  double angle = 90;  ///< Degrees.
  double width = 0.1, thinner = 0.7;
  bool up = false;
  std::array<std::vector<lsystem::Rule>, 128> rules;  ///< By lsystem::index_of().

  /// Whether some symbol has several rules.
  bool draws() const;
  /// Null for a symbol that stays as it is.
  const lsystem::Modules* successor(char symbol, std::uint64_t key) const;
};

}  // namespace cardume
