// N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE Transactions on Computational Intelligence and AI in
// Games, 2012.
#include <algorithm>
#include <cardume/cost_grid.hpp>
#include <cardume/limits.hpp>
#include <charconv>
#include <new>

#include "core/lines.hpp"

namespace cardume {
namespace {

class MapReader {
 public:
  MapReader(std::string_view text, std::string_view name) : lines_(text), name_(name), limit_(text.size()) {}

  Result<CostGrid> read() {
    if (Error error = read_header()) return error;
    // No more than the text can hold, whatever its header claims.
    grid_.cost.reserve(std::min(std::size_t{grid_.width} * grid_.height, limit_));
    for (std::uint32_t row = 0; row < grid_.height; ++row) {
      if (Error error = read_row(row)) return error;
    }
    if (Error error = read_end()) return error;
    return std::move(grid_);
  }

 private:
  Error fail(std::size_t column, const std::string& what, Status status = Status::kParse) const {
    const std::string where = std::to_string(std::max<std::size_t>(lines_.number(), 1)) + ":" + std::to_string(column);
    return {status, std::string(name_) + ":" + where + ": " + what};
  }

  Error read_header() {
    if (!lines_.next() || lines_.line() != "type octile") return fail(1, "expected 'type octile'");
    if (Error error = read_size("height ", grid_.height)) return error;
    if (Error error = read_size("width ", grid_.width)) return error;
    if (!lines_.next() || lines_.line() != "map") return fail(1, "expected 'map'");
    return {};
  }

  Error read_size(std::string_view key, std::uint32_t& size) {
    if (!lines_.next() || !lines_.line().starts_with(key)) return fail(1, "expected '" + std::string(key) + "N'");
    const std::string_view digits = lines_.line().substr(key.size());
    const char* end = digits.data() + digits.size();
    const auto [stop, problem] = std::from_chars(digits.data(), end, size);
    const std::string most = std::to_string(limits::kMaxMapEdge);
    const bool whole = stop == end;
    if (whole && (problem == std::errc::result_out_of_range || size > limits::kMaxMapEdge)) {
      return fail(key.size() + 1, "at most " + most + " cells are supported", Status::kLimit);
    }
    if (problem != std::errc() || !whole || size == 0) {
      return fail(key.size() + 1, "expected a whole number from 1 to " + most);
    }
    return {};
  }

  Error read_row(std::uint32_t row) {
    if (!lines_.next()) {
      return fail(lines_.line().size() + 1,
                  "the map ends after " + std::to_string(row) + " of " + std::to_string(grid_.height) + " rows");
    }
    const std::string_view line = lines_.line();
    for (std::size_t x = 0; x < std::min<std::size_t>(line.size(), grid_.width); ++x) {
      const std::uint8_t cost = cost_of(line[x]);
      if (cost == 0) return fail(x + 1, "expected one of . G S @ O T W");
      grid_.cost.push_back(cost);
    }
    if (line.size() == grid_.width) return {};
    return fail(std::min<std::size_t>(line.size(), grid_.width) + 1,
                "the row has " + std::to_string(line.size()) + " cells instead of " + std::to_string(grid_.width));
  }

  Error read_end() {
    while (lines_.next()) {
      if (!lines_.line().empty()) return fail(1, "expected the end after " + std::to_string(grid_.height) + " rows");
    }
    return {};
  }

  static std::uint8_t cost_of(char letter) {
    if (letter == '.' || letter == 'G' || letter == 'S') return kOpenCost;
    if (letter == '@' || letter == 'O' || letter == 'T' || letter == 'W') return kWall;
    return 0;
  }

  Lines lines_;
  std::string_view name_;
  std::size_t limit_;
  CostGrid grid_;
};

}  // namespace

Result<CostGrid> parse_map(std::string_view text, std::string_view name) {
  try {
    return MapReader(text, name).read();
  } catch (const std::bad_alloc&) {
    return Error{Status::kOutOfMemory, {}};
  }
}

std::string format_map(const CostGrid& grid) {
  if (validate(grid)) return {};
  try {
    std::string text = "type octile\nheight " + std::to_string(grid.height) + "\nwidth " + std::to_string(grid.width);
    text += "\nmap\n";
    text.reserve(text.size() + grid.cost.size() + grid.height);
    for (std::size_t i = 0; i < grid.cost.size(); ++i) {
      text += grid.cost[i] == kWall ? '@' : '.';
      if ((i + 1) % grid.width == 0) text += '\n';
    }
    return text;
  } catch (const std::bad_alloc&) {
    return {};
  }
}

}  // namespace cardume
