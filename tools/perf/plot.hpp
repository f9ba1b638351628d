#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Pictures of measurements: SVG inside HTML that is XML too, without scripts, dressed by the page's style sheet. What
// is no number, or below zero, is not drawn.
namespace cardume::perf {

/// Text as HTML and XML may both hold it, between tags or in quotes.
inline std::string escape(std::string_view words) {
  std::string out;
  for (std::size_t k = 0; k < words.size();) {
    const auto byte = static_cast<unsigned char>(words[k]);
    const std::size_t more = byte < 0x80 ? 0 : byte >= 0xC2 && byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
    bool valid = byte >= 0xC2 ? byte < 0xF5 && k + more < words.size() : (byte >= 0x20 && byte < 0x80) || byte == '\n';
    for (std::size_t n = 1; valid && n <= more; ++n) valid = (static_cast<unsigned char>(words[k + n]) & 0xC0) == 0x80;
    const std::string_view whole = words.substr(k, valid ? more + 1 : 1);
    if (!valid)
      out += "\xEF\xBF\xBD";
    else if (whole == "<")
      out += "&lt;";
    else if (whole == ">")
      out += "&gt;";
    else if (whole == "&")
      out += "&amp;";
    else if (whole == "\"")
      out += "&quot;";
    else
      out += whole;
    k += whole.size();
  }
  return out;
}

/// At most so many characters, the last of them an ellipsis where text is lost.
inline std::string shortened(std::string_view words, std::size_t characters) {
  const auto starts = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; };
  if (static_cast<std::size_t>(std::count_if(words.begin(), words.end(), starts)) <= characters)
    return std::string(words);
  std::size_t seen = 0, k = 0;
  while (k < words.size() && (seen += starts(words[k]) ? 1 : 0) < characters) ++k;
  return std::string(words.substr(0, k)) + "…";
}

/// Such as 12,345.60; a dash for what is no number.
inline std::string grouped(double value, int decimals) {
  if (!std::isfinite(value)) return "–";
  if (std::abs(value) >= 1e15) return fmt::format("{:.3g}", value);
  std::string digits = fmt::format("{:.{}f}", value, decimals);
  const std::size_t whole = digits.find('.') == std::string::npos ? digits.size() : digits.find('.');
  for (std::size_t k = whole; k > 3 + (value < 0 ? 1u : 0u); k -= 3) digits.insert(k - 3, 1, ',');
  return digits;
}

/// To three digits that count; a dash for what is no number.
inline std::string rounded(double value) {
  if (!std::isfinite(value)) return "–";
  const double size = std::abs(value);
  if (size < 1e-3 || size >= 1e12) return fmt::format("{:.3g}", value);
  return grouped(value, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4);
}

struct Point {
  double x = 0, y = 0;
  std::string title;  ///< Shown under the pointer.
  std::string label;  ///< Written beside it where there is room.
};

struct Line {
  std::string name;
  std::vector<Point> points;  ///< In the order of x.
  bool guide = false;         ///< Something to compare with: thin, grey, without points.
};

/// Lines over one axis, in half of the page's width.
struct LinePlot {
  std::string x_label, y_label;
  bool log_x = false, log_y = false;
  std::vector<double> x_ticks;       ///< Round numbers where empty.
  std::vector<std::string> x_names;  ///< Of x = 0, 1 and so on, in two lines; instead of numbers.
  std::vector<Line> lines;
};

struct BarRow {
  std::string name;
  std::vector<double> values;  ///< One for each series.
  std::string note;            ///< Written after the bar.
};

/// Horizontal bars, of one part for each series, from 0.
struct BarPlot {
  std::string x_label, unit;
  std::vector<std::string> series;
  std::vector<BarRow> rows;
};

/// Horizontal bars from 1 to a ratio, which are as long for 2 as for 1/2.
struct RatioPlot {
  std::string x_label;
  std::vector<BarRow> rows;  ///< Of one value each.
};

struct StripRow {
  std::string name;
  std::vector<double> samples;
  std::vector<double> marks;  ///< One for each name of a mark.
};

/// A histogram for each row, on an axis of its own.
struct StripPlot {
  std::string unit;
  std::vector<std::string> marks;
  std::vector<StripRow> rows;
};

/// The name of the series that is grey and stands for many.
inline constexpr std::string_view kOther = "other";

std::string draw(const LinePlot&);
std::string draw(const BarPlot&);
std::string draw(const RatioPlot&);
std::string draw(const StripPlot&);

}  // namespace cardume::perf
