#include "tools/cardume/field_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardume/world.hpp>
#include <nlohmann/json.hpp>

namespace cardume {
namespace {

using Json = nlohmann::ordered_json;

struct Summary {
  std::size_t reached = 0;
  double farthest = 0;     ///< Cells.
  std::uint64_t hash = 0;  ///< FNV-1a of the distances (G. Fowler, L. Noll, K.-P. Vo, 1991), a 32-bit number at a time.
};

Summary summary_of(const IntegrationField& field) {
  Summary summary{0, 0, 0xCBF29CE484222325u};
  std::uint32_t most = 0;
  for (const std::uint32_t distance : field.distance) {
    summary.hash = (summary.hash ^ distance) * 0x100000001B3u;
    summary.reached += distance != kUnreachable;
    if (distance != kUnreachable) most = std::max(most, distance);
  }
  summary.farthest = static_cast<double>(most) / straight_step(field.metric);
  return summary;
}

Json to_json(const std::vector<Cell>& cells) {
  Json list = Json::array();
  for (const Cell cell : cells) list.push_back({cell.x, cell.y});
  return list;
}

Json to_json(const FieldModel& model) {
  const Summary summary = summary_of(model.field);
  return {{"mode", name_of(model.field.metric)}, {"goals", to_json(model.goals)},
          {"threats", to_json(model.threats)},   {"reached", summary.reached},
          {"farthest", summary.farthest},        {"hash", fmt::format("{:016x}", summary.hash)}};
}

Json to_json(const FieldModel& model, const std::vector<FieldTrace>& traces) {
  Json list = Json::array();
  for (const FieldTrace& trace : traces) {
    const bool leads = !trace.places.empty();
    list.push_back({{"from", {trace.from.x, trace.from.y}},
                    {"distance", leads ? Json(distance_of(model.field, trace.from)) : Json()},
                    {"length", leads ? Json(trace.length) : Json()},
                    {"arrives", trace.arrives},
                    {"cells", to_json(trace.cells)}});
  }
  return list;
}

Json to_json(const std::vector<FieldTiming>& timings) {
  Json list = Json::array();
  for (const FieldTiming& timing : timings)
    list.push_back({{"what", timing.what}, {"ms", timing.ms}, {"ns_per_cell", timing.ns_cell}});
  return list;
}

Json to_json(const TileWays& ways, const std::vector<FieldTrace>& flat) {
  Json list = Json::array();
  for (std::size_t i = 0; i < ways.traces.size(); ++i) {
    const FieldTrace& trace = ways.traces[i];
    list.push_back({{"from", {trace.from.x, trace.from.y}},
                    {"length", trace.arrives ? Json(trace.length) : Json()},
                    {"excess", excess_of(trace, flat[i])}});
  }
  return {{"tiles", ways.tiles},        {"nodes", ways.nodes},       {"portals", ways.gates.size()},
          {"bytes", ways.memory_bytes}, {"graph_ms", ways.build_ms}, {"goal_ms", ways.plan_ms},
          {"traces", std::move(list)}};
}

std::string list_of(const std::vector<Cell>& cells) {
  std::string text;
  for (const Cell cell : cells) text += fmt::format(" {},{}", cell.x, cell.y);
  return text;
}

std::string to_text(const FieldModel& model, const FieldTrace& trace) {
  if (trace.places.empty()) return fmt::format("  from {},{}: no way\n", trace.from.x, trace.from.y);
  const Cell last = trace.cells.back();
  return fmt::format("  from {},{}: distance {:.2f}, a way of {:.2f} cells {} {},{}\n", trace.from.x, trace.from.y,
                     distance_of(model.field, trace.from), trace.length, trace.arrives ? "to" : "that ends at", last.x,
                     last.y);
}

std::string to_text(const TileWays& ways, const std::vector<FieldTrace>& flat) {
  std::string text = fmt::format(
      "  over {} tiles with {} portals and {} nodes: graph in {:.1f} ms, goal in {:.3f} ms, {:.1f} MB\n", ways.tiles,
      ways.gates.size(), ways.nodes, ways.build_ms, ways.plan_ms, static_cast<double>(ways.memory_bytes) * 1e-6);
  for (std::size_t i = 0; i < ways.traces.size(); ++i) {
    const FieldTrace& trace = ways.traces[i];
    text += fmt::format("    from {},{}: ", trace.from.x, trace.from.y);
    text += trace.arrives ? fmt::format("{:.2f} cells, {:+.3f} %\n", trace.length, 100 * excess_of(trace, flat[i]))
                          : std::string("no way\n");
  }
  return text;
}

}  // namespace

std::string to_text(const FieldReport& report) {
  const FieldModel& model = report.model;
  std::string text = fmt::format("{}: {} x {} cells\n", report.map, model.ground.width, model.ground.height);
  if (!model.field.distance.empty()) {
    const Summary summary = summary_of(model.field);
    text += fmt::format("  {} field", name_of(model.field.metric));
    if (!model.goals.empty()) text += " to" + list_of(model.goals);
    if (!model.threats.empty()) text += " away from" + list_of(model.threats);
    text += fmt::format(": {} cells reached, the farthest {:.2f}, hash {:016x}\n", summary.reached, summary.farthest,
                        summary.hash);
  }
  for (const FieldTrace& trace : report.traces) text += to_text(model, trace);
  if (report.tiles) text += to_text(*report.tiles, report.traces);
  for (const FieldTiming& timing : report.timings)
    text += fmt::format("  {:<20} {:>10.3f} ms {:>8.2f} ns a cell\n", timing.what, timing.ms, timing.ns_cell);
  return text;
}

std::string to_json(const FieldReport& report) {
  const FieldModel& model = report.model;
  Json json{{"schema", "cardume.ways/1"},
            {"version", version()},
            {"map", report.map},
            {"size", {model.ground.width, model.ground.height}}};
  if (!model.field.distance.empty()) json["field"] = to_json(model);
  if (!report.traces.empty()) json["traces"] = to_json(model, report.traces);
  if (report.tiles) json["tiles"] = to_json(*report.tiles, report.traces);
  if (!report.timings.empty()) json["timings"] = to_json(report.timings);
  // Names of files need not be UTF-8, which JSON has to be.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cardume
