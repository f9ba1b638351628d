#include "tools/perf/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace cardume::perf {
namespace {

// Okabe and Ito's colours, then those of Tol's that stand apart from them.
constexpr std::array<std::string_view, 10> kPalette = {"#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9",
                                                       "#d55e00", "#882255", "#999933", "#332288", "#44aa99"};
constexpr std::array<std::string_view, 4> kDashes = {"none", "6 3", "2 3", "8 3 2 3"};
constexpr std::string_view kOtherColour = "#b8bcc2";
constexpr double kPageWidth = 1036, kPanelWidth = 500;
constexpr double kLetter = 6.9;  // The mean width of a character of a label.
constexpr double kLargest = 1e15, kLeast = 1e-9;
constexpr std::size_t kNameLetters = 40;

std::string_view colour(std::size_t series) { return kPalette[series % kPalette.size()]; }
std::string_view dash(std::size_t series) { return kDashes[series / kPalette.size() % kDashes.size()]; }

/// Any number as one that pictures can bear.
double drawable(double value) { return std::isfinite(value) ? std::clamp(value, 0.0, kLargest) : 0; }

/// The round number, 1, 2 or 5 times a power of ten, next to a positive one.
double round_up(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double digit : {1.0, 2.0, 5.0})
    if (digit * power >= value * (1 - 1e-9)) return digit * power;
  return 10 * power;
}
double round_down(double value) {
  const double power = std::pow(10, std::floor(std::log10(value) + 1e-9));
  for (const double digit : {5.0, 2.0})
    if (digit * power <= value * (1 + 1e-9)) return digit * power;
  return power;
}

struct Range {
  double low = std::numeric_limits<double>::max(), high = 0;

  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

/// Where values lie on the page.
struct Scale {
  bool log = false;
  double low = 0, high = 1;
  double from = 0, to = 1;

  double at(double value) const {
    const double share = log ? std::log(std::max(value, kLeast) / low) / std::log(high / low)  //
                             : (value - low) / (high - low);
    return from + std::clamp(share, 0.0, 1.0) * (to - from);
  }
};

Scale scale_of(bool log, Range range, double from, double to) {
  double low = log ? std::max(range.low, kLeast) : std::min(range.low, range.high);
  double high = std::max(range.high, low);
  if (high - low < 1e-6 * high || high <= 0) {
    low *= 0.9;
    high = high > 0 ? high * 1.1 : 1;
  }
  return {log, low, high, from, to};
}

std::vector<double> ticks_of(const Scale& scale, double room) {
  const double length = std::abs(scale.to - scale.from);
  std::vector<double> ticks;
  if (!scale.log) {
    const double step = round_up((scale.high - scale.low) * std::min(1.0, room / length));
    for (double k = std::ceil(scale.low / step - 1e-9); k * step <= scale.high + 1e-9 * step; ++k)
      ticks.push_back(k * step + 0.0);  // No -0.
    return ticks;
  }
  const double decades = std::log10(scale.high / scale.low);
  const double apart = length / std::max(decades, 0.1);
  const double every = std::max(1.0, std::ceil(room / apart));
  for (double k = std::floor(std::log10(scale.low)); k <= std::log10(scale.high) + 1e-9; k += every)
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double tick = digit * std::pow(10, k);
      const bool fits = digit == 1 || 0.3 * apart >= room;
      if (fits && tick >= scale.low * (1 - 1e-9) && tick <= scale.high * (1 + 1e-9)) ticks.push_back(tick);
    }
  return ticks;
}

/// With ends that are ticks.
Scale rounded_scale(bool log, Range range, double from, double to, double room) {
  Scale scale = scale_of(log, range, from, to);
  if (log) {
    scale.low = round_down(scale.low);
    scale.high = round_up(scale.high);
  } else {
    const double step = round_up((scale.high - scale.low) * std::min(1.0, room / std::abs(to - from)));
    scale.high = std::ceil(scale.high / step - 1e-9) * step;
  }
  return scale;
}

std::string tick_text(double value) {
  if (value >= 1e9) return fmt::format("{:.4g} G", value / 1e9);
  if (value >= 1e6) return fmt::format("{:.4g} M", value / 1e6);
  if (value >= 1e4) return fmt::format("{:.4g} k", value / 1e3);
  return fmt::format("{:.4g}", value);
}

std::string text(double x, double y, std::string_view kind, std::string_view words) {
  return fmt::format(R"(<text x="{:.2f}" y="{:.2f}" class="{}">{}</text>)", x, y, kind, escape(words));
}

std::string rule(double x1, double y1, double x2, double y2, std::string_view kind) {
  return fmt::format(R"(<line x1="{:.2f}" y1="{:.2f}" x2="{:.2f}" y2="{:.2f}" class="{}"/>)", x1, y1, x2, y2, kind);
}

std::string bar(double x, double y, double width, double height, std::string_view fill, std::string_view title) {
  return fmt::format(R"(<rect class="bar" x="{:.3f}" y="{:.2f}" width="{:.3f}" height="{:.2f}" fill="{}">)"
                     "<title>{}</title></rect>",
                     x, y, width, height, fill, escape(title));
}

std::string svg(double width, double height, std::string_view inside) {
  return fmt::format(
      "<svg viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" role=\"img\">{2}</svg>\n", width,
      height, inside);
}

std::string key(std::string_view shape, std::string_view style, std::string_view name) {
  return fmt::format(R"(<li><i class="{}" style="{}"></i>{}</li>)", shape, style, escape(name));
}

std::string legend(std::string_view keys) { return fmt::format("<ul class=\"legend\">{}</ul>\n", keys); }

template <typename Row>
double width_of_names(const std::vector<Row>& rows) {
  std::size_t longest = 6;
  for (const Row& row : rows) longest = std::max(longest, std::min(row.name.size(), kNameLetters));
  return static_cast<double>(longest) * kLetter + 12;
}

std::string row_name(double x, double y, const std::string& name) {
  return text(x, y, "name", shortened(name, kNameLetters));
}

/// The axis under horizontal bars, and its lines behind them.
std::string bar_axis(const Scale& scale, double top, double bottom, const std::string& label) {
  std::string out;
  for (const double tick : ticks_of(scale, 56)) {
    out += rule(scale.at(tick), top, scale.at(tick), bottom, "grid");
    out += text(scale.at(tick), bottom + 16, "tick mid", tick_text(tick));
  }
  return out + text((scale.from + scale.to) / 2, bottom + 34, "axis mid", label);
}

// ---- lines

struct Panel {
  Scale x, y;
  double top = 26, bottom = 0, left = 54, right = kPanelWidth - 14, height = 0;
};

Panel panel_of(const LinePlot& plot) {
  Panel panel;
  panel.height = plot.x_names.empty() ? 286 : 280;
  panel.bottom = panel.height - (plot.x_names.empty() ? 44 : 38);
  Range x, y;
  for (const Line& line : plot.lines)
    for (const Point& point : line.points) {
      x.add(drawable(point.x));
      y.add(drawable(point.y));
    }
  if (!plot.log_y) y.add(0);
  const double inset = plot.x_names.empty() ? 14 : 36;
  panel.x = scale_of(plot.log_x, x, panel.left + inset, panel.right - inset);
  panel.y = rounded_scale(plot.log_y, y, panel.bottom, panel.top, 36);
  return panel;
}

std::string names_under(const LinePlot& plot, const Panel& panel) {
  const double room = (panel.x.to - panel.x.from) / std::max<double>(1, static_cast<double>(plot.x_names.size()) - 1);
  const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(74 / room)));
  std::string out;
  // From the last one back, since that is this run.
  for (std::size_t k = plot.x_names.size(); k-- > 0;) {
    if ((plot.x_names.size() - 1 - k) % every != 0) continue;
    const double x = panel.x.at(static_cast<double>(k));
    const std::size_t cut = plot.x_names[k].find('\n');
    out += text(x, panel.bottom + 17, "tick mid", std::string_view(plot.x_names[k]).substr(0, cut));
    if (cut != std::string::npos)
      out += text(x, panel.bottom + 31, "tick mid", std::string_view(plot.x_names[k]).substr(cut + 1));
  }
  return out;
}

std::string numbers_under(const LinePlot& plot, const Panel& panel) {
  std::string out;
  double last = -kPanelWidth;
  for (const double tick : plot.x_ticks.empty() ? ticks_of(panel.x, 44) : plot.x_ticks) {
    const double x = panel.x.at(drawable(tick));
    out += rule(x, panel.bottom, x, panel.bottom + 4, "edge");
    if (x - last >= 40) {
      out += text(x, panel.bottom + 18, "tick mid", tick_text(tick));
      last = x;
    }
  }
  return out + text((panel.left + panel.right) / 2, panel.bottom + 37, "axis mid", plot.x_label);
}

std::string axes(const LinePlot& plot, const Panel& panel) {
  std::string out = text(0, 12, "axis", plot.y_label);
  for (const double tick : ticks_of(panel.y, 36)) {
    const double y = panel.y.at(tick);
    out += rule(panel.left, y, panel.right, y, "grid") + text(panel.left - 8, y + 4, "tick end", tick_text(tick));
  }
  out += rule(panel.left, panel.bottom, panel.right, panel.bottom, "edge");
  return out + (plot.x_names.empty() ? numbers_under(plot, panel) : names_under(plot, panel));
}

std::string path_of(const Line& line, const Panel& panel, std::size_t series) {
  std::string points;
  for (const Point& point : line.points)
    points += fmt::format("{:.2f},{:.2f} ", panel.x.at(drawable(point.x)), panel.y.at(drawable(point.y)));
  if (line.guide) return fmt::format(R"(<polyline class="guide" points="{}"/>)", points);
  std::string out = fmt::format(R"(<polyline class="line" points="{}" stroke="{}" stroke-dasharray="{}"/>)", points,
                                colour(series), dash(series));
  for (const Point& point : line.points)
    out +=
        fmt::format(R"(<circle cx="{:.2f}" cy="{:.2f}" r="3.6" fill="{}"><title>{}</title></circle>)",
                    panel.x.at(drawable(point.x)), panel.y.at(drawable(point.y)), colour(series), escape(point.title));
  return out;
}

/// Labels of points, each where no other one is, or else nowhere.
std::string labels(const LinePlot& plot, const Panel& panel) {
  struct Spot {
    double x, y;
  };
  std::vector<Spot> taken;
  std::string out;
  for (const Line& line : plot.lines)
    for (const Point& point : line.points) {
      if (point.label.empty()) continue;
      const double x = panel.x.at(drawable(point.x)), y = panel.y.at(drawable(point.y));
      for (const double down : {19.0, -10.0, 32.0, -23.0}) {
        const Spot spot{x, y + down};
        const auto near = [&](const Spot& s) { return std::abs(s.x - spot.x) < 38 && std::abs(s.y - spot.y) < 12; };
        if (std::any_of(taken.begin(), taken.end(), near) || spot.y > panel.bottom - 3) continue;
        taken.push_back(spot);
        out += text(spot.x, spot.y, "label mid", point.label);
        break;
      }
    }
  return out;
}

// ---- histograms

constexpr double kRowHeight = 58, kHistogramHeight = 34, kNumberWidth = 74, kBins = 72;

std::string histogram(const StripRow& row, const Scale& scale, double base) {
  std::vector<std::size_t> counts(static_cast<std::size_t>(kBins));
  const double bin = (scale.to - scale.from) / kBins;
  for (const double sample : row.samples)
    ++counts[static_cast<std::size_t>(std::min(kBins - 1, (scale.at(drawable(sample)) - scale.from) / bin))];
  const auto most = static_cast<double>(*std::max_element(counts.begin(), counts.end()));
  std::string out;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    if (counts[k] == 0) continue;
    // Even a single step among thousands shall be seen.
    const double height = std::max(1.5, kHistogramHeight * static_cast<double>(counts[k]) / most);
    out += bar(scale.from + bin * static_cast<double>(k), base - height, bin - 1, height, "#9fc3dc",
               fmt::format("{}: {} of {} steps", row.name, counts[k], row.samples.size()));
  }
  out += rule(scale.from, base, scale.to, base, "edge");
  for (const double tick : ticks_of(scale, 64)) {
    out += rule(scale.at(tick), base, scale.at(tick), base + 3, "edge");
    out += text(scale.at(tick), base + 14, "tick mid", tick_text(tick));
  }
  if (scale.log) out += text(scale.from - 18, base + 7, "tick end", "log scale");
  return out;
}

std::string marks(const StripPlot& plot, const StripRow& row, const Scale& scale, double base) {
  constexpr std::array<std::size_t, 4> kMarkColours = {0, 5, 6, 2};
  std::string out;
  for (std::size_t k = 0; k < std::min(plot.marks.size(), row.marks.size()); ++k) {
    const double x = scale.at(drawable(row.marks[k]));
    out += fmt::format(R"(<line x1="{0:.2f}" y1="{1:.2f}" x2="{0:.2f}" y2="{2:.2f}" class="mark" stroke="{3}">)"
                       "<title>{4}</title></line>",
                       x, base - kHistogramHeight - 3, base + 1, colour(kMarkColours[k % 4]),
                       escape(fmt::format("{}: {} {} {}", row.name, plot.marks[k], rounded(row.marks[k]), plot.unit)));
    const double right = kPageWidth - kNumberWidth * static_cast<double>(plot.marks.size() - 1 - k);
    out += fmt::format(R"(<text x="{:.2f}" y="{:.2f}" class="number end" fill="{}">{}</text>)", right, base - 8,
                       colour(kMarkColours[k % 4]), escape(rounded(row.marks[k])));
  }
  return out;
}

}  // namespace

std::string draw(const LinePlot& plot) {
  const Panel panel = panel_of(plot);
  std::string keys, lines;
  std::size_t series = 0;
  for (const Line& line : plot.lines) {
    lines += path_of(line, panel, series);
    const std::string style =
        line.guide ? "border-top:2px dashed #8a929c"
                   : fmt::format("border-top:3px {} {}", dash(series) == "none" ? "solid" : "dotted", colour(series));
    keys += key("stroke", style, line.name);
    series += line.guide ? 0 : 1;
  }
  return svg(kPanelWidth, panel.height, axes(plot, panel) + lines + labels(plot, panel)) + legend(keys);
}

std::string draw(const BarPlot& plot) {
  const auto paint = [&](std::size_t k) { return plot.series[k] == kOther ? kOtherColour : colour(k); };
  Range range;
  range.add(0);
  for (const BarRow& row : plot.rows) {
    double sum = 0;
    for (const double value : row.values) sum += drawable(value);
    range.add(drawable(sum));
  }
  const double left = width_of_names(plot.rows), bottom = 6 + 26 * static_cast<double>(plot.rows.size());
  const Scale scale = rounded_scale(false, range, left, kPageWidth - 92, 56);
  std::string out = bar_axis(scale, 0, bottom, plot.x_label), keys;
  double y = 6;
  for (const BarRow& row : plot.rows) {
    out += row_name(left - 10, y + 14, row.name);
    double sum = 0;
    for (std::size_t k = 0; k < std::min(row.values.size(), plot.series.size()); ++k) {
      const double x = scale.at(sum);
      sum = drawable(sum + drawable(row.values[k]));
      const std::string title =
          fmt::format("{}: {} {} {}", row.name, plot.series[k], rounded(row.values[k]), plot.unit);
      if (scale.at(sum) - x > 0.005) out += bar(x, y, scale.at(sum) - x, 19, paint(k), title);
    }
    out += text(scale.at(sum) + 7, y + 14, "number", row.note);
    y += 26;
  }
  for (std::size_t k = 0; k < plot.series.size(); ++k)
    keys += key("patch", fmt::format("background:{}", paint(k)), plot.series[k]);
  return legend(keys) + svg(kPageWidth, bottom + 40, out + rule(left, 0, left, bottom, "edge"));
}

std::string draw(const RatioPlot& plot) {
  const auto value_of = [](const BarRow& row) { return row.values.empty() ? 0 : drawable(row.values[0]); };
  Range range{0.5, 2};
  for (const BarRow& row : plot.rows)
    if (value_of(row) > 0) range.add(value_of(row));
  const double left = width_of_names(plot.rows), bottom = 6 + 26 * static_cast<double>(plot.rows.size());
  const Scale scale = rounded_scale(true, range, left, kPageWidth - 92, 56);
  std::string out = bar_axis(scale, 0, bottom, plot.x_label);
  double y = 6;
  for (const BarRow& row : plot.rows) {
    const double value = value_of(row) > 0 ? value_of(row) : 1, one = scale.at(1), end = scale.at(value);
    out += row_name(left - 10, y + 14, row.name);
    if (value != 1)
      out += bar(std::min(one, end), y, std::abs(end - one), 19, colour(value > 1 ? 0 : 5), row.name + ": " + row.note);
    out += text(std::max(one, end) + 7, y + 14, "number", row.note);
    y += 26;
  }
  return svg(kPageWidth, bottom + 40, out + rule(scale.at(1), 0, scale.at(1), bottom, "edge"));
}

std::string draw(const StripPlot& plot) {
  const double left = width_of_names(plot.rows);
  const double right = kPageWidth - kNumberWidth * static_cast<double>(plot.marks.size()) - 8;
  std::string out;
  for (std::size_t k = 0; k < plot.marks.size(); ++k)
    out += text(kPageWidth - kNumberWidth * static_cast<double>(plot.marks.size() - 1 - k), 12, "axis end",
                fmt::format("{}, {}", plot.marks[k], plot.unit));
  double base = 22 + kHistogramHeight;
  for (const StripRow& row : plot.rows) {
    Range range;
    for (const double sample : row.samples) range.add(drawable(sample));
    // Where a few slow steps would push all others into one bin.
    const Scale scale = scale_of(range.low > 0 && range.high > 5 * range.low, range, left + 8, right);
    out += row_name(left - 10, base - 8, row.name);
    if (!row.samples.empty()) out += histogram(row, scale, base) + marks(plot, row, scale, base);
    base += kRowHeight;
  }
  return svg(kPageWidth, base - kHistogramHeight, out);
}

}  // namespace cardume::perf
