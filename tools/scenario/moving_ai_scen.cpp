#include "tools/scenario/moving_ai_scen.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace cardume {
namespace {

constexpr std::size_t kColumns = 9;
constexpr int kSignificantDigits = 6;
using Columns = std::array<std::string_view, kColumns>;

/// What a file's printed lengths tell about its rounding.
struct Rounding {
  int decimals = 2;
  bool significant = true;  ///< To kSignificantDigits.
};

int decimals_of(std::string_view number) {
  const std::size_t point = number.find('.');
  return point == number.npos ? 0 : static_cast<int>(number.size() - point - 1);
}

int digits_of(std::string_view number) {
  const std::size_t first = number.find_first_of("123456789");
  if (first == number.npos) return 0;
  return static_cast<int>(std::count_if(number.begin() + static_cast<std::ptrdiff_t>(first), number.end(),
                                        [](char letter) { return letter != '.'; }));
}

int whole_digits(double value) {
  int digits = 0;
  for (; value >= 1; value /= 10) ++digits;
  return digits;
}

double ulp_of(double value, const Rounding& rounding) {
  int decimals = rounding.decimals;
  if (rounding.significant) decimals = std::min(decimals, kSignificantDigits - whole_digits(value));
  return std::pow(10.0, -decimals);
}

/// Splits at every tab, or at runs of blanks where there is no tab. False unless there are exactly kColumns columns.
bool split(std::string_view line, Columns& columns) {
  const bool tabs = line.find('\t') != line.npos;
  std::size_t count = 0;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(tabs ? '\t' : ' '), line.size());
    const std::string_view column = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    if (column.empty()) continue;
    if (count == kColumns) return false;
    columns[count++] = column;
  }
  return count == kColumns;
}

template <class Number>
bool read(std::string_view text, Number& number) {
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc() && stop == text.data() + text.size();
}

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == line.npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

bool inside(Cell cell, const ScenRow& row) { return cell.x < row.map_width && cell.y < row.map_height; }

class ScenReader {
 public:
  explicit ScenReader(std::string_view name) : name_(name) {}

  Error read_line(std::string_view line) {
    ++number_;
    if (number_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
    line = trimmed(line);
    if (number_ > 1) return line.empty() ? Error{} : read_row(line);
    if (line == "version 1" || line == "version 1.0") return {};
    return fail("expected 'version 1'");
  }

  std::vector<ScenRow> finish() {
    for (ScenRow& row : rows_) row.ulp = ulp_of(row.optimal, rounding_);
    return std::move(rows_);
  }

  Error fail(std::string_view what, std::string_view found = {}) const {
    std::string message(name_);
    message.append(":").append(std::to_string(number_)).append(": ").append(what);
    if (!found.empty()) message.append(", found '").append(found).append("'");
    return {Status::kParse, message};
  }

 private:
  Error read_row(std::string_view line) {
    Columns columns;
    if (!split(line, columns)) {
      return fail("expected 9 columns: bucket, map, width, height, start x, start y, goal x, goal y, length");
    }
    ScenRow row;
    row.map = columns[1];
    const std::array<std::uint32_t*, 7> numbers{&row.bucket,  &row.map_width, &row.map_height, &row.start.x,
                                                &row.start.y, &row.goal.x,    &row.goal.y};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::string_view column = columns[i == 0 ? 0 : i + 1];
      if (!read(column, *numbers[i])) return fail("expected a whole number from 0", column);
    }
    if (!inside(row.start, row) || !inside(row.goal, row)) return fail("start or goal lies outside the map");
    if (!read(columns[8], row.optimal) || !(row.optimal >= 0 && row.optimal < 1e15)) {
      return fail("expected a length", columns[8]);
    }
    rounding_.decimals = std::max(rounding_.decimals, decimals_of(columns[8]));
    rounding_.significant = rounding_.significant && digits_of(columns[8]) <= kSignificantDigits;
    rows_.push_back(std::move(row));
    return {};
  }

  std::string_view name_;
  std::size_t number_ = 0;
  Rounding rounding_;
  std::vector<ScenRow> rows_;
};

}  // namespace

Result<std::vector<ScenRow>> parse_scen(std::string_view text, std::string_view name) {
  ScenReader reader(name);
  do {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (Error error = reader.read_line(text.substr(0, end))) return error;
    text.remove_prefix(std::min(end + 1, text.size()));
  } while (!text.empty());
  return reader.finish();
}

bool matches(double exact, const ScenRow& row) {
  // The program that made the benchmark (hog2) counts diagonals at 1.414213562f, which lies 2.4e-8 below sqrt 2.
  // That is far less than any two ways can differ by that do not have equal length.
  const double short_by = exact * (2.43e-8 / 1.41421356);
  const double noise = 1e-9 * std::max(1.0, exact);
  const double difference = exact - row.optimal;
  return difference <= row.ulp / 2 + short_by + noise && difference >= -row.ulp / 2 - noise;
}

}  // namespace cardume
