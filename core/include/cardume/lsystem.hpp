#pragma once
#include <array>
#include <cardume/export.hpp>
#include <cardume/status.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace cardume {

/// A line that a turtle draws. Lengths are in steps of the turtle.
struct TurtleSegment {
  std::array<double, 3> from{}, to{};  ///< z is 0 in the plane.
  double width = 0;                    ///< Steps.
  std::uint32_t depth = 0;             ///< How many brackets are open.
  char symbol = 'F';
};

/// What a turtle draws in, and until when.
struct TurtleDesc {
  std::uint32_t dimensions = 2;      ///< 2 or 3; in the plane pitch and roll mean nothing.
  std::uint64_t seed = 1;            ///< Of the choice between rules with weights.
  std::uint32_t deepest = 1u << 16;  ///< Brackets open at a time, at most; deeper ones are kLimit.
};

/// Called for each line in order; false ends the walk. Must not throw.
using TurtleVisitor = std::function<bool(const TurtleSegment&)>;

/// Strings that are rewritten in parallel and drawn by a turtle (P. Prusinkiewicz, A. Lindenmayer, "The Algorithmic
/// Beauty of Plants", 1990): D0L systems, with weights (stochastic), and with lengths that shrink. Copies share their
/// rules. A text says one thing a line; what follows a word that begins with `#` is a comment:
///
///     axiom X                   # what to begin with
///     angle 22.5                # of all turns, in degrees; -360 to 360, by default 90
///     width 0.2 0.7             # of the first lines, and what `!` makes of it; by default 0.1 and 0.7
///     heading up                # or right, as by default: along y in the plane, along z in space
///     X -> F[+X][-X]FX          # a rule; symbols without one stay
///     F 0.3 -> F(0.5)F          # one of several, with a weight; (0.5): as long as its predecessor times 0.5
///
/// The turtle knows F and G (draw a line ahead), f (move ahead), + and - (turn left and right), & and ^ (pitch down and
/// up), \ and / (roll left and right), | (turn around), [ and ] (remember and go back to a state) and !. What it does
/// not know it passes over.
class CARDUME_EXPORT LSystem {
 public:
  struct Content;

  /// kParse with `name:line:column: what`; brackets must close within each rule.
  static Result<LSystem> parse(std::string_view text, std::string_view name);
  /// One of shipped_lsystems(); kInvalidArgument for any other name.
  static Result<LSystem> shipped(std::string_view name);

  /// Symbols after so many rewritings, or the most that there may be where rules have weights; counted, not expanded.
  /// 2^64 - 1 for that many and for more. Of more than 4096 rewritings as of 4096.
  std::uint64_t length(std::uint32_t rewritings) const;

  /// The string after so many rewritings (at most 4096), without lengths. kLimit where length() exceeds `most`.
  Result<std::string> expand(std::uint32_t rewritings, std::uint64_t seed = 1, std::uint64_t most = 1u << 24) const;

  /// Draws the string without ever having it: memory grows with rewritings and open brackets alone. Which of several
  /// rules a symbol takes depends on the seed and its place in the derivation, so that expand() has the same string.
  Error walk(std::uint32_t rewritings, const TurtleDesc&, const TurtleVisitor&) const;

 private:
  explicit LSystem(std::shared_ptr<const Content>);

  std::shared_ptr<const Content> content_;
};

/// Names of the L-systems that come with the library: trees in space, and curves and plants in the plane.
CARDUME_EXPORT std::span<const std::string_view> shipped_lsystems();

/// How large a tree grows, in steps of its turtle.
struct TreeSize {
  double trunk_radius = 0;   ///< Half the width of the first line.
  double canopy_radius = 0;  ///< How far its lines get from where it stands, seen from above.
  double height = 0;
};

/// Walks it in space. Errors as of LSystem::walk(); kInvalidArgument for one that draws nothing.
CARDUME_EXPORT Result<TreeSize> measure_tree(const LSystem&, std::uint32_t rewritings, std::uint64_t seed);

}  // namespace cardume
