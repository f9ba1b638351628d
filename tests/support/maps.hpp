#pragma once
#include <cardume/cost_grid.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "tools/scenario/moving_ai_scen.hpp"

namespace cardume::testing {

/// The folder of real maps that the environment variable CARDUME_MAPS names. Empty where there is none, and tests that
/// need it skip.
std::filesystem::path maps_folder();

std::string read_text(const std::filesystem::path& file);

/// Fail the test and return nothing where the file is missing or malformed.
CostGrid load_map(const std::string& name);
std::vector<ScenRow> load_scen(const std::string& name);

/// A grid from rows of text: '.' is open, '#' is a wall, a digit is its cost.
CostGrid grid_of(const std::vector<std::string>& rows);

/// Name, goal and facts of one map's whole field, as in oracle.csv.
struct FieldOracle {
  std::string map;
  Cell goal;
  std::uint64_t reachable = 0, cardinal = 0, diagonal = 0;
  double farthest = 0;
  std::uint64_t hash = 0;  ///< FNV-1a64 over (cardinal, diagonal) as int32 pairs; (-1, 0) where unreachable.
};

std::vector<FieldOracle> load_oracles();

}  // namespace cardume::testing

/// Ends a test that needs the real maps where they are missing.
#define CARDUME_NEEDS_MAPS() \
  if (cardume::testing::maps_folder().empty()) GTEST_SKIP() << "no real maps: set CARDUME_MAPS to their folder"
