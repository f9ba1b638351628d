#pragma once
#include <cardume/status.hpp>
#include <cardume/vector.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cardume {

/// One query of a Moving AI `.scen` file: a way on a map and the length of the shortest.
struct ScenRow {
  std::uint32_t bucket = 0;
  std::string map;  ///< As the file names it, seldom where the map really is.
  std::uint32_t map_width = 0, map_height = 0;
  Cell start, goal;
  double optimal = 0;  ///< As printed.
  double ulp = 0;      ///< The unit of its last digit, dropped zeros included.
};

/// Reads a `.scen` file of version 1 (N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012). Columns are parted
/// by tabs, or by blanks where a line has no tab. kParse reads `name:line: what`.
///
/// Lengths are rounded, and the way of rounding is the file's: to as many decimals as its longest number has, at least
/// 2; and to 6 significant digits, unless some number has more of them. Zeros at the end may have been dropped.
Result<std::vector<ScenRow>> parse_scen(std::string_view text, std::string_view name);

/// Whether the row's optimum is `exact`, rounded as the file rounds.
bool matches(double exact, const ScenRow& row);

}  // namespace cardume
