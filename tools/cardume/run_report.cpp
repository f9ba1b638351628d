#include "tools/cardume/run_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "tools/scenario/percentiles.hpp"

namespace cardume {
namespace {

constexpr double kShownMs = 0.0005;  ///< What takes less would be shown as 0.

/// A number and what it counts.
using Tally = std::vector<std::pair<std::string, std::uint64_t>>;

Tally tally(const StateCounts& states) {
  return {{"moving", states.moving},
          {"arrived", states.arrived},
          {"arrived_partial", states.arrived_partial},
          {"blocked", states.blocked},
          {"stuck", states.stuck}};
}

Tally tally(const std::array<std::uint64_t, kEventKinds>& events) {
  Tally list;
  for (std::size_t i = 0; i < kEventKinds; ++i) {
    list.emplace_back(to_string(static_cast<Event::Kind>(i)), events[i]);
    std::ranges::replace(list.back().first, ' ', '_');
  }
  return list;
}

Tally tally(const MindCensus& minds) {
  Tally list;
  for (const MindCensus::State& state : minds.states) list.emplace_back(state.name, state.agents);
  return list;
}

/// The times of a run in milliseconds.
struct Summary {
  double p50 = 0, p90 = 0, p99 = 0, max = 0, mean = 0;
};

double ms(std::uint64_t ns) { return static_cast<double>(ns) * 1e-6; }

Summary summary_of(const std::vector<std::uint64_t>& ns) {
  const double total = ms(std::accumulate(ns.begin(), ns.end(), std::uint64_t{0}));
  return {ms(percentile(ns, 0.5)), ms(percentile(ns, 0.9)), ms(percentile(ns, 0.99)), ms(percentile(ns, 1)),
          total / static_cast<double>(std::max<std::size_t>(ns.size(), 1))};
}

double stage_ms(const RunReport& report, std::uint32_t stage) {
  return ms(report.times.stage_ns[stage]) / static_cast<double>(std::max<std::size_t>(report.times.ns.size(), 1));
}

std::uint64_t agents_that_fit(const RunReport& report, const Summary& times) {
  return times.p50 > 0 ? static_cast<std::uint64_t>(report.last.agents * kBudgetMs / times.p50) : 0;
}

std::string grouped(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
  return text;
}

double mebibytes(std::uint64_t bytes) { return static_cast<double>(bytes) / (1 << 20); }

std::string stages_text(const RunReport& report, const Summary& times) {
  std::string text;
  for (std::uint32_t i = 0; i < kStageCount; ++i) {
    const double mean = stage_ms(report, i);
    if (mean < kShownMs) continue;
    const double share = times.mean > 0 ? mean / times.mean : 0;
    text += fmt::format("    {:<10} {:8.3f} ms {:5.1f} %  {:#<{}}\n", to_string(static_cast<Stage>(i)), mean,
                        100 * share, "", static_cast<int>(40 * std::min(share, 1.0) + 0.5));
  }
  return text;
}

std::string tally_text(const Tally& list) {
  std::string text;
  for (const auto& [name, count] : list)
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", grouped(count), name);
  std::ranges::replace(text, '_', ' ');
  return text.empty() ? "none" : text;
}

std::string minds_text(const RunReport& report) {
  std::string text;
  for (const MindCensus& minds : report.minds)
    text += fmt::format("  minds       {}: {}\n", minds.species, tally_text(tally(minds)));
  return text;
}

std::string bodies_text(const RunReport& report) {
  if (!report.overlaps) return {};
  const OverlapReport& overlaps = *report.overlaps;
  return fmt::format(
      "  states      {}\n"
      "  overlaps    {} pairs touch, {} deeper than 5 % of the smaller radius, the deepest {:.1f} %\n",
      tally_text(tally(report.last.states)), grouped(overlaps.pairs), grouped(overlaps.deep),
      100 * std::max(0.f, overlaps.deepest));
}

std::string crowd_text(const CrowdMetrics& crowd) {
  return fmt::format(
      "  order       {:.3f} (1: all head the same way), mean speed {:.2f}\n"
      "  spread      {:.1f} x {:.1f} x {:.1f} along its principal axes, around ({:.1f}, {:.1f}, {:.1f})\n"
      "  neighbours  {:.1f} within {:g}\n"
      "  in walls    {}\n",
      crowd.order, crowd.mean_speed, crowd.spread[0], crowd.spread[1], crowd.spread[2], crowd.centre.x, crowd.centre.y,
      crowd.centre.z, crowd.neighbours, crowd.census_radius, crowd.in_walls);
}

nlohmann::ordered_json times_json(const RunReport& report, const Summary& times) {
  nlohmann::ordered_json stages;
  for (std::uint32_t i = 0; i < kStageCount; ++i) stages[to_string(static_cast<Stage>(i))] = stage_ms(report, i);
  return {{"p50", times.p50}, {"p90", times.p90},   {"p99", times.p99},
          {"max", times.max}, {"mean", times.mean}, {"stages_mean", std::move(stages)}};
}

nlohmann::ordered_json tally_json(const Tally& list) {
  nlohmann::ordered_json json;
  for (const auto& [name, count] : list) json[name] = count;
  return json;
}

/// Null in worlds without minds.
nlohmann::ordered_json minds_json(const std::vector<MindCensus>& all) {
  nlohmann::ordered_json json;
  for (const MindCensus& minds : all) json[minds.species] = tally_json(tally(minds));
  return json;
}

/// Null in worlds of points.
nlohmann::ordered_json overlaps_json(const std::optional<OverlapReport>& overlaps) {
  if (!overlaps) return nullptr;
  return {{"pairs", overlaps->pairs}, {"deep", overlaps->deep}, {"deepest", overlaps->deepest}};
}

nlohmann::ordered_json crowd_json(const CrowdMetrics& crowd) {
  return {{"order", crowd.order},
          {"mean_speed", crowd.mean_speed},
          {"centre", {crowd.centre.x, crowd.centre.y, crowd.centre.z}},
          {"spread", crowd.spread},
          {"main_axis", {crowd.main_axis.x, crowd.main_axis.y, crowd.main_axis.z}},
          {"census_radius", crowd.census_radius},
          {"neighbours", crowd.neighbours},
          {"in_walls", crowd.in_walls}};
}

}  // namespace

void TickTimes::add(const TickReport& report, std::uint64_t tick_ns) {
  ns.push_back(tick_ns);
  for (std::uint32_t i = 0; i < kStageCount; ++i) stage_ns[i] += report.stage_ns[i];
}

std::string hash_text(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

std::string to_text(const RunReport& report) {
  const Summary times = summary_of(report.times.ns);
  const RunSetup& setup = report.setup;
  std::string text = fmt::format("{}: {} agents, {} ticks at {:g} Hz, seed {}\n", setup.scenario,
                                 grouped(report.last.agents), report.last.tick, setup.tick_rate, setup.seed);
  text += fmt::format("  machine     {}, {} thread{}, {}\n", setup.cpu, setup.threads, setup.threads == 1 ? "" : "s",
                      setup.instruction_set);
  text += fmt::format("  tick        p50 {:.3f}  p90 {:.3f}  p99 {:.3f}  max {:.3f} ms\n", times.p50, times.p90,
                      times.p99, times.max);
  text += fmt::format("  60 Hz       {:.1f} % of {:.2f} ms; room for {} such agents\n", 100 * times.p50 / kBudgetMs,
                      kBudgetMs, grouped(agents_that_fit(report, times)));
  text += fmt::format("  stages      mean of all ticks\n{}", stages_text(report, times));
  text += fmt::format("  fields      {} published\n", report.fields_published);
  text += fmt::format("  events      {}\n", tally_text(tally(report.events)));
  text += crowd_text(report.crowd);
  text += bodies_text(report);
  text += minds_text(report);
  text += fmt::format("  memory      world {:.1f} MiB, process {:.1f} MiB\n", mebibytes(report.world_bytes),
                      mebibytes(report.process_bytes));
  if (report.flags & kEventsLost) text += "  warning     events were lost: raise BudgetDesc::event_capacity\n";
  if (report.flags & kFieldFailed) {
    text += "  warning     no memory to build a field: its agents followed the old one for longer\n";
  }
  if (report.flags & kTouchesLost) text += "  warning     more bodies touched than there was room to tell of\n";
  return text + fmt::format("  state hash  {}\n", hash_text(report.last.state_hash));
}

std::string to_json(const RunReport& report) {
  const Summary times = summary_of(report.times.ns);
  const RunSetup& setup = report.setup;
  const nlohmann::ordered_json json{
      {"schema", "cardume.run/1"},
      {"version", version()},
      {"sim_version", sim_version()},
      {"scenario", setup.scenario},
      {"seed", setup.seed},
      {"tick_rate", setup.tick_rate},
      {"instruction_set", setup.instruction_set},
      {"threads", setup.threads},
      {"cpu", setup.cpu},
      {"ticks", report.last.tick},
      {"agents", report.last.agents},
      {"state_hash", hash_text(report.last.state_hash)},
      {"tick_ms", times_json(report, times)},
      {"budget_share_60hz", times.p50 / kBudgetMs},
      {"agents_in_60hz_tick", agents_that_fit(report, times)},
      {"fields_published", report.fields_published},
      {"events_lost", (report.flags & kEventsLost) != 0},
      {"field_failed", (report.flags & kFieldFailed) != 0},
      {"touches_lost", (report.flags & kTouchesLost) != 0},
      {"memory", {{"world_bytes", report.world_bytes}, {"process_bytes", report.process_bytes}}},
      {"events", tally_json(tally(report.events))},
      {"states", report.overlaps ? tally_json(tally(report.last.states)) : nlohmann::ordered_json(nullptr)},
      {"overlaps", overlaps_json(report.overlaps)},
      {"minds", minds_json(report.minds)},
      {"crowd", crowd_json(report.crowd)}};
  // Names of files need not be UTF-8, which JSON has to be.
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace cardume
