#include "tools/perf/html_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include "tools/perf/plot.hpp"

namespace cardume::perf {
namespace {

constexpr std::string_view kStyle = R"(
:root{color-scheme:light} *{box-sizing:border-box}
body{margin:0;background:#fff;color:#1d2733;font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",
  Arial,"Liberation Sans",sans-serif}
main,.inner{max-width:1100px;margin:0 auto;padding:0 32px}
header{border-top:6px solid #0072b2;border-bottom:1px solid #dde3e9;padding:30px 0 22px;margin-bottom:8px}
h1{font-size:30px;line-height:1.2;font-weight:650;letter-spacing:-.015em;margin:0 0 18px}
h2{font-size:20px;font-weight:650;letter-spacing:-.01em;margin:0 0 2px}
section{padding:26px 0 10px} section>p{margin:0 0 16px;color:#5b6773;max-width:82ch}
dl{display:grid;grid-template-columns:repeat(4,auto);gap:12px 32px;margin:0;justify-content:space-between}
dt{font-size:12px;color:#6b7682} dd{margin:0;font-weight:550}
.wide{overflow-x:auto;margin:12px 0 16px}
table{border-collapse:collapse;width:100%;font-size:13px;font-variant-numeric:tabular-nums}
th{font-weight:600;font-size:12px;color:#5b6773;text-align:right;vertical-align:bottom;line-height:1.3;
  padding:6px 8px;border-bottom:2px solid #c9d1d9}
td{text-align:right;padding:5px 8px;border-bottom:1px solid #edf0f3;white-space:nowrap}
tr:last-child td{border-bottom-color:#c9d1d9} th:last-child,td:last-child{padding-right:0} .l{text-align:left;padding-left:0}
.hash{font:12px ui-monospace,Menlo,Consolas,"Liberation Mono",monospace;color:#5b6773}
.meter{display:inline-block;width:90px;height:8px;background:#e6ebf0;margin-right:10px;border-radius:2px}
.meter i{display:block;height:8px;background:#0072b2;border-radius:2px}
.panels{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:22px 36px}
figure{margin:0;break-inside:avoid} figcaption{font-weight:600;margin-bottom:6px}
svg{display:block;max-width:100%;height:auto;overflow:visible;font-size:12px;font-variant-numeric:tabular-nums}
svg text{fill:#3c4753} svg .tick,svg .axis{fill:#6b7682;font-size:11.5px} svg .number{font-weight:600}
svg .name,svg .end{text-anchor:end} svg .mid{text-anchor:middle}
svg .label{font-size:11px;paint-order:stroke;stroke:#fff;stroke-width:3px}
.grid{stroke:#e6ebf0} .edge{stroke:#9aa5b1} .mark{stroke-width:2} .line{fill:none;stroke-width:2}
.guide{fill:none;stroke:#8a929c;stroke-width:1.5;stroke-dasharray:5 4} circle{stroke:#fff;stroke-width:1.2}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:2px 18px;margin:4px 0 10px;padding:0;font-size:12.5px}
.legend i{display:inline-block;margin-right:7px} .stroke{width:20px;vertical-align:4px}
.patch{width:12px;height:12px;border-radius:2px;vertical-align:-1px}
footer{color:#6b7682;font-size:12.5px;padding:18px 0 40px} @media (max-width:760px){.panels,dl{grid-template-columns:1fr}}
)";

constexpr double kWorthAPart = 0.02;
constexpr double kSpreadForLog = 12;

double usable(double value) { return std::isfinite(value) && value > 0 ? value : 0; }
double over(double value, double by) { return usable(by) > 0 ? usable(value / by) : 0; }

double median_of(const CaseResult& c) { return c.all_ns.empty() ? 0 : usable(median_ns(c)); }
double per_item(const CaseResult& c) { return c.all_ns.empty() || c.items == 0 ? 0 : usable(ns_per_item(c)); }
double bytes_per_item(const CaseResult& c, std::uint64_t bytes) {
  return over(static_cast<double>(bytes), static_cast<double>(c.items));
}

/// A dash for nothing, since none of these numbers can be 0.
std::string some(double value, int decimals) { return usable(value) > 0 ? grouped(value, decimals) : "–"; }
std::string per_cent(double share, int decimals) {
  return usable(share) > 0 ? grouped(100 * share, decimals) + " %" : "–";
}
std::string count(std::uint64_t number) { return grouped(static_cast<double>(number), 0); }

std::string section(std::string_view title, std::string_view caption, std::string_view body) {
  if (body.empty()) return {};
  return fmt::format("<section>\n<h2>{}</h2>\n<p>{}</p>\n{}</section>\n", escape(title), escape(caption), body);
}

/// The first `names` columns are to the left. Cells are HTML already.
struct Table {
  std::size_t names = 1;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows = {};
};

std::string draw(const Table& table) {
  if (table.rows.empty()) return {};
  const auto line = [&](std::string_view tag, const std::vector<std::string>& cells) {
    std::string out = "<tr>";
    for (std::size_t k = 0; k < cells.size(); ++k)
      out += fmt::format("<{0}{1}>{2}</{0}>", tag, k < table.names ? R"( class="l")" : "", cells[k]);
    return out + "</tr>\n";
  };
  std::string out = "<div class=\"wide\"><table>\n<thead>" + line("th", table.head) + "</thead>\n<tbody>\n";
  for (const auto& row : table.rows) out += line("td", row);
  return out + "</tbody>\n</table></div>\n";
}

std::string header(const Context& context) {
  std::string facts;
  const auto fact = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) facts += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, escape(value));
  };
  fact("Version", context.version);
  fact("Revision", shortened(context.revision, 24));
  fact("Date", context.date);
  fact("Build", context.build_type);
  fact("Compiler", context.compiler);
  fact("Processor", context.cpu);
  fact("Cores", context.cores ? std::to_string(context.cores) : "");
  return fmt::format("<header><div class=\"inner\">\n<h1>Cardume performance report</h1>\n{}</div></header>\n",
                     facts.empty() ? "" : "<dl>\n" + facts + "</dl>\n");
}

std::string summary(const SuiteResult& suite) {
  Table table{1, {"Case", "Items", "Median, ms", "p99, ms", "ns per item", "Share of a frame", "Bytes per item"}};
  const bool counted =
      std::any_of(suite.cases.begin(), suite.cases.end(), [](const auto& c) { return c.instructions; });
  if (counted) table.head.emplace_back("Instructions per item");
  table.head.insert(table.head.end(), {"Allocations", "State hash"});
  for (const CaseResult& c : suite.cases) {
    const double p99 = c.all_ns.empty() ? 0 : quantile_ns(c, 0.99);
    std::vector<std::string> row = {escape(name_of(c.key)), count(c.items)};
    row.insert(row.end(), {some(median_of(c) / 1e6, 3), some(p99 / 1e6, 3), some(per_item(c), 2)});
    row.push_back(per_cent(c.all_ns.empty() ? 0 : frame_share(c), 1));
    row.push_back(some(bytes_per_item(c, c.memory.world_bytes), 1));
    if (counted) row.push_back(some(c.instructions.value_or(0), 1));
    row.push_back(count(c.memory.allocations));
    row.push_back(fmt::format(R"(<span class="hash">{:016x}</span>)", c.state_hash));
    table.rows.push_back(std::move(row));
  }
  return section("Summary",
                 "Times of a step over all repetitions. The share is the median’s, of a frame at the rate at which a "
                 "game would step; memory is the world’s, allocations those of the measured steps.",
                 draw(table));
}

std::string distribution(const SuiteResult& suite) {
  StripPlot plot{"ms", {"Median", "p90", "p99"}, {}};
  for (const CaseResult& c : suite.cases) {
    if (c.all_ns.empty()) continue;
    StripRow row{name_of(c.key), {}, {median_of(c) / 1e6, quantile_ns(c, 0.9) / 1e6, quantile_ns(c, 0.99) / 1e6}};
    for (const std::uint64_t ns : c.all_ns) row.samples.push_back(static_cast<double>(ns) / 1e6);
    plot.rows.push_back(std::move(row));
  }
  return section("Distribution of step times",
                 "How many steps took how long, in milliseconds, over all repetitions; the lines stand at the median, "
                 "the 90th and the 99th percentile. Each row has an axis of its own.",
                 plot.rows.empty() ? "" : draw(plot));
}

// ---- bars in parts

struct Parts {
  std::string name;
  std::vector<std::pair<std::string, double>> parts;
};

double sum_of(const Parts& row) {
  double sum = 0;
  for (const auto& [name, value] : row.parts) sum += usable(value);
  return usable(sum);
}

/// Parts that are small in every bar become one.
BarPlot stacked(const std::vector<Parts>& rows, int decimals) {
  BarPlot plot;
  for (const Parts& row : rows)
    for (const auto& [name, value] : row.parts)
      if (name != kOther && usable(value) > 0 && value >= kWorthAPart * sum_of(row) &&
          std::find(plot.series.begin(), plot.series.end(), name) == plot.series.end())
        plot.series.push_back(name);
  const std::size_t named = plot.series.size();
  bool others = false;
  for (const Parts& row : rows) {
    BarRow bar{row.name, std::vector<double>(named + 1), grouped(sum_of(row), decimals)};
    for (const auto& [name, value] : row.parts) {
      const auto at = std::find(plot.series.begin(), plot.series.end(), name) - plot.series.begin();
      bar.values[static_cast<std::size_t>(at)] += usable(value);
    }
    others = others || bar.values[named] > 0;
    plot.rows.push_back(std::move(bar));
  }
  if (others) plot.series.emplace_back(kOther);
  return plot;
}

std::string stages(const SuiteResult& suite) {
  std::vector<Parts> rows;
  for (const CaseResult& c : suite.cases) {
    Parts row{name_of(c.key), {}};
    for (const StageTime& stage : c.stages)
      row.parts.emplace_back(stage.name, over(stage.ns, static_cast<double>(c.items)));
    if (sum_of(row) > 0) rows.push_back(std::move(row));
  }
  BarPlot plot = stacked(rows, 1);
  plot.unit = "ns per item";
  plot.x_label = "ns per item and step";
  return section("Where a step’s time goes",
                 "Nanoseconds per item, by the median of each stage. Stages that take less than 2 % of every bar are "
                 "put together as “other”.",
                 rows.empty() ? "" : draw(plot));
}

std::string memory(const SuiteResult& suite) {
  std::vector<Parts> rows;
  std::set<std::string> told;
  Table table{1, {"Case", "World, MiB", "Bytes per item", "Process at most, MiB", "Allocations"}};
  for (const CaseResult& c : suite.cases) {
    if (c.memory.world_bytes == 0 && c.memory.shares.empty()) continue;
    table.rows.push_back({escape(name_of(c.key)), grouped(static_cast<double>(c.memory.world_bytes) / (1 << 20), 2),
                          some(bytes_per_item(c, c.memory.world_bytes), 1),
                          some(static_cast<double>(c.memory.process_bytes) / (1 << 20), 1),
                          count(c.memory.allocations)});
    Parts row{name_of(c.key), {}};
    for (const MemoryShare& share : c.memory.shares) row.parts.emplace_back(share.name, bytes_per_item(c, share.bytes));
    if (sum_of(row) > 0 && told.insert(fmt::format("{} {}", c.key.workload, sum_of(row))).second)
      rows.push_back(std::move(row));
  }
  BarPlot plot = stacked(rows, 0);
  plot.unit = "bytes per item";
  plot.x_label = plot.unit;
  return section("Memory",
                 "Bytes per item that the world holds after the last step, by what they are for. Cases of a workload "
                 "that hold the same have one bar.",
                 (rows.empty() ? "" : draw(plot)) + draw(table));
}

// ---- lines

struct Panel {
  std::string name;
  std::vector<Line> lines;
};

/// The one of that name, new at the end if there is none.
template <typename Named>
Named& named(std::vector<Named>& among, const std::string& name) {
  const auto same = [&](const Named& one) { return one.name == name; };
  const auto at = std::find_if(among.begin(), among.end(), same);
  if (at != among.end()) return *at;
  among.emplace_back();
  among.back().name = name;
  return among.back();
}

/// In the order of x, and without lines that are only a point.
void sort_and_drop(std::vector<Panel>& panels) {
  const auto by_x = [](const Point& a, const Point& b) { return a.x < b.x; };
  const auto is_point = [](const Line& line) { return line.points.front().x >= line.points.back().x; };
  for (Panel& panel : panels) {
    for (Line& line : panel.lines) std::stable_sort(line.points.begin(), line.points.end(), by_x);
    std::erase_if(panel.lines, is_point);
  }
  std::erase_if(panels, [](const Panel& panel) { return panel.lines.empty(); });
}

std::string figure(const Panel& panel, LinePlot plot) {
  plot.lines = panel.lines;
  return fmt::format("<figure><figcaption>{}</figcaption>\n{}</figure>\n", escape(panel.name), draw(plot));
}

std::string side_by_side(const std::string& figures) {
  return figures.empty() ? figures : "<div class=\"panels\">\n" + figures + "</div>\n";
}

std::string figures(const std::vector<Panel>& panels, LinePlot plot) {
  std::string out;
  for (const Panel& panel : panels) {
    std::set<double> values;
    for (const Line& line : panel.lines)
      for (const Point& point : line.points) values.insert(point.y);
    plot.log_y = *values.rbegin() > kSpreadForLog * *values.begin();
    out += figure(panel, plot);
  }
  return side_by_side(out);
}

std::string threads_of(const CaseKey& key) {
  return fmt::format("{} thread{}", key.threads, key.threads == 1 ? "" : "s");
}

std::string over_sizes(const SuiteResult& suite) {
  std::vector<Panel> panels;
  for (const CaseResult& c : suite.cases) {
    if (per_item(c) <= 0 || c.key.size == 0) continue;  // The axis is logarithmic.
    Panel& panel = named(panels, c.key.workload);
    named(panel.lines, fmt::format("{}, {}", threads_of(c.key), c.key.instruction_set))
        .points.push_back({static_cast<double>(c.key.size), per_item(c),
                           fmt::format("{}: {} ns per item", name_of(c.key), rounded(per_item(c))), ""});
  }
  sort_and_drop(panels);
  LinePlot plot{"size: agents, or cells along a map’s edge", "ns per item", true, false, {}, {}, {}};
  return section("Scaling with size",
                 "Nanoseconds per item, by the median, against the size of the crowd or map. Level is linear scaling.",
                 figures(panels, plot));
}

std::string over_threads(const SuiteResult& suite) {
  std::vector<Panel> panels;
  for (const CaseResult& c : suite.cases) {
    CaseKey alone = c.key;
    alone.threads = 1;
    const auto is_alone = [&](const CaseResult& other) { return other.key == alone; };
    const auto one = std::find_if(suite.cases.begin(), suite.cases.end(), is_alone);
    const double gain = one == suite.cases.end() ? 0 : over(median_of(*one), median_of(c));
    if (gain <= 0 || c.key.threads == 0) continue;
    const std::string share = per_cent(gain / c.key.threads, 0);
    named(named(panels, c.key.workload).lines, fmt::format("{}, {}", count(c.key.size), c.key.instruction_set))
        .points.push_back({static_cast<double>(c.key.threads), gain,
                           fmt::format("{}: {} times as fast, {} of ideal", name_of(c.key), rounded(gain), share),
                           c.key.threads == 1 ? "" : share});
  }
  sort_and_drop(panels);
  std::string out;
  for (Panel& panel : panels) {
    std::set<double> counts;
    for (const Line& line : panel.lines)
      for (const Point& point : line.points) counts.insert(point.x);
    const double most = *counts.rbegin();
    panel.lines.push_back({"ideal", {{1, 1, "", ""}, {most, most, "", ""}}, true});
    out += figure(panel, {"threads", "speed-up", false, false, {counts.begin(), counts.end()}, {}, {}});
  }
  return section("Scaling with threads",
                 "Median step at one thread over the median step at n threads; the per cent at a point are its share "
                 "of the ideal speed-up of n.",
                 side_by_side(out));
}

std::string history_of(const SuiteResult& suite, const std::vector<SuiteResult>& history) {
  std::vector<Panel> panels;
  LinePlot plot{"", "ns per item", false, false, {}, {}, {}};
  for (std::size_t k = 0; k <= history.size(); ++k) {
    const SuiteResult& run = k < history.size() ? history[k] : suite;
    const Context& context = run.context;
    const std::string revision = shortened(context.revision, 10), day = context.date.substr(0, 10);
    plot.x_names.push_back(fmt::format("{}\n{}", revision, day));
    for (const CaseResult& c : run.cases)
      if (per_item(c) > 0)
        named(named(panels, c.key.workload).lines,
              fmt::format("{}, {}, {}", count(c.key.size), threads_of(c.key), c.key.instruction_set))
            .points.push_back(
                {static_cast<double>(k), per_item(c),
                 fmt::format("{} at {}, {}: {} ns per item", name_of(c.key), revision, day, rounded(per_item(c))), ""});
  }
  sort_and_drop(panels);
  return section("History", "Nanoseconds per item, by the median, over the runs kept; this run is the last one.",
                 history.empty() ? "" : figures(panels, plot));
}

// ---- against bounds and others

std::string rooflines(const SuiteResult& suite) {
  Table table{1, {"Case", "Pairs tested per agent", "Pairs within", "ns per pair", "Bound, ns", "Share of the bound"}};
  for (const CaseResult& c : suite.cases) {
    if (!c.roofline) continue;
    const double share = usable(c.roofline->share_of_bound());
    table.rows.push_back({escape(name_of(c.key)), some(c.roofline->pairs_tested, 1), some(c.roofline->pairs_within, 1),
                          some(c.roofline->pair_ns, 3), some(c.roofline->bound_ns, 3),
                          fmt::format(R"(<span class="meter"><i style="width:{:.1f}%"></i></span>{})",
                                      100 * std::min(share, 1.0), per_cent(share, 0))});
  }
  return section("Near to what the kernel can do",
                 "The rules stage per pair of agents tested, by the fastest step, times the threads; the bound is its "
                 "kernel alone on agents that lie in the first cache.",
                 draw(table));
}

std::string peers(const SuiteResult& suite) {
  RatioPlot plot{"times as fast as the other, log scale", {}};
  Table table{
      2,
      {"Against", "Instruction set", "Size", "Cardume, ns", "Other, ns", "Ratio", "Fastest", "Neighbours", "Other’s"}};
  for (const PeerResult& peer : suite.peers) {
    const double ratio = usable(peer.ratio()), fastest = usable(peer.min_ratio());
    const std::string times = ratio > 0 ? rounded(ratio) + " ×" : "–";
    plot.rows.push_back({fmt::format("{}, {}, {}", peer.peer, count(peer.size), peer.instruction_set), {ratio}, times});
    table.rows.push_back({escape(peer.peer), escape(peer.instruction_set), count(peer.size), some(peer.ns, 2),
                          some(peer.peer_ns, 2), times, fastest > 0 ? rounded(fastest) + " ×" : "–",
                          some(peer.neighbours, 1), some(peer.peer_neighbours, 1)});
  }
  return section(
      "Against others",
      "The same work in the same run, in turns, one thread each: the other’s nanoseconds per item over "
      "Cardume’s, by the median or by the fastest step. Neighbours are those in sight at the end, on average.",
      plot.rows.empty() ? "" : draw(plot) + draw(table));
}

}  // namespace

std::string to_html(const SuiteResult& suite, const std::vector<SuiteResult>& history) {
  std::string body = summary(suite) + distribution(suite) + stages(suite) + over_sizes(suite) + over_threads(suite) +
                     memory(suite) + rooflines(suite) + peers(suite) + history_of(suite, history);
  if (body.empty()) body = "<section><p>This run has measured nothing.</p></section>\n";
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en-GB\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>Cardume performance report</title>\n<style>{}</style>\n</head>\n<body>\n{}<main>\n{}"
      "<footer>Point at a mark to read its value.</footer>\n</main>\n</body>\n</html>\n",
      kStyle, header(suite.context), body);
}

}  // namespace cardume::perf
