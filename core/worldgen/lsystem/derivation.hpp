#pragma once
#include <cardume/random.hpp>
#include <vector>

#include "core/worldgen/lsystem/content.hpp"

namespace cardume::lsystem {

/// Goes through the symbols of a string that nobody has, one after the other: down the tree of rewritings and back,
/// with memory for one way down.
class Derivation {
 public:
  Derivation(const LSystem::Content& content, std::uint32_t rewritings, std::uint64_t seed) : content_(content) {
    stack_.reserve(rewritings + 1);
    stack_.push_back({&content.axiom, 0, rewritings, 1, Stream(seed).sub("lsystem").seed()});
  }

  /// False at the end of the string.
  bool next(char& symbol, double& length) {
    while (!stack_.empty()) {
      Level& level = stack_.back();
      if (level.at == level.modules->size()) {
        stack_.pop_back();
        continue;
      }
      const Module& module = (*level.modules)[level.at];
      const std::uint64_t key = child_key(level.key, level.at++);
      length = level.length * module.shrink;
      const Modules* successor = level.left == 0 ? nullptr : content_.successor(module.symbol, key);
      if (successor == nullptr) {
        symbol = module.symbol;
        return true;
      }
      // Copied first: the level moves when the stack grows.
      const Level below{successor, 0, level.left - 1, length, key};
      stack_.push_back(below);
    }
    return false;
  }

 private:
  struct Level {
    const Modules* modules;
    std::size_t at;
    std::uint32_t left;  ///< Rewritings.
    double length;
    std::uint64_t key;
  };

  const LSystem::Content& content_;
  std::vector<Level> stack_;
};

}  // namespace cardume::lsystem
