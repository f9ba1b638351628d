#include "tests/support/maps.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace cardume::testing {
namespace {

template <class T>
T value_or_fail(Result<T> result) {
  if (result) return std::move(*result);
  ADD_FAILURE() << result.error().message;
  return {};
}

FieldOracle oracle_of(const std::string& line) {
  std::vector<std::string> columns;
  std::istringstream stream(line);
  for (std::string column; std::getline(stream, column, ',');) columns.push_back(column);
  const auto number = [&](std::size_t i) { return std::stoull(columns.at(i)); };
  const Cell goal{static_cast<std::uint32_t>(number(4)), static_cast<std::uint32_t>(number(5))};
  return {columns.at(0),
          goal,
          number(6),
          number(7),
          number(8),
          std::stod(columns.at(9)),
          std::stoull(columns.at(12), nullptr, 16)};
}

}  // namespace

std::filesystem::path maps_folder() {
  const char* named = std::getenv("CARDUME_MAPS");
  if (named == nullptr || *named == 0) return {};
  const std::filesystem::path folder = named;
  return std::filesystem::exists(folder / "oracle.csv") ? folder : std::filesystem::path();
}

std::string read_text(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  EXPECT_TRUE(stream) << file;
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

CostGrid load_map(const std::string& name) { return value_or_fail(parse_map(read_text(maps_folder() / name), name)); }

std::vector<ScenRow> load_scen(const std::string& name) {
  return value_or_fail(parse_scen(read_text(maps_folder() / name), name));
}

CostGrid grid_of(const std::vector<std::string>& rows) {
  CostGrid grid{static_cast<std::uint32_t>(rows.at(0).size()), static_cast<std::uint32_t>(rows.size()), 1, {}};
  for (const std::string& row : rows) {
    for (char letter : row) {
      grid.cost.push_back(letter == '#' ? kWall : letter == '.' ? kOpenCost : static_cast<std::uint8_t>(letter - '0'));
    }
  }
  return grid;
}

std::vector<FieldOracle> load_oracles() {
  std::istringstream stream(read_text(maps_folder() / "oracle.csv"));
  std::vector<FieldOracle> oracles;
  std::string line;
  std::getline(stream, line);
  while (std::getline(stream, line)) oracles.push_back(oracle_of(line));
  return oracles;
}

}  // namespace cardume::testing
