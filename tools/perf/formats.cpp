#include "tools/perf/formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace cardume::perf {
namespace {

using Json = nlohmann::ordered_json;

double ms(double ns) { return ns * 1e-6; }

double bytes_per_item(const CaseResult& result) {
  return result.items > 0 ? static_cast<double>(result.memory.world_bytes) / static_cast<double>(result.items) : 0;
}

std::string stages_text(const CaseResult& result) {
  constexpr double kLeastShare = 0.01;
  std::string text;
  for (const StageTime& stage : result.stages)
    if (const double share = stage.ns / median_ns(result); share >= kLeastShare)
      text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", stage.name, 100 * share);
  return text.empty() ? "" : "    stages: " + text + "\n";
}

std::string memory_text(const CaseResult& result) {
  if (result.memory.shares.empty()) return "";
  std::vector<MemoryShare> shares = result.memory.shares;
  std::stable_sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
  std::string text = fmt::format("    memory: {:.0f} bytes {} {}:", bytes_per_item(result),
                                 result.item == "agent" ? "an" : "a", result.item);
  for (const MemoryShare& share : shares)
    if (const double each = static_cast<double>(share.bytes) / static_cast<double>(result.items); each >= 1)
      text += fmt::format(" {} {:.0f},", share.name, each);
  text.pop_back();
  return text + fmt::format("; {} allocations\n", result.memory.allocations);
}

std::string roofline_text(const CaseResult& result) {
  if (!result.roofline) return "";
  const Roofline& roof = *result.roofline;
  return fmt::format(
      "    roofline: {:.1f} pairs tested an agent, {:.1f} of them within; {:.3f} ns a pair, bound {:.3f}: {:.0f} %\n",
      roof.pairs_tested, roof.pairs_within, roof.pair_ns, roof.bound_ns, 100 * roof.share_of_bound());
}

std::string case_text(const CaseResult& result) {
  std::string text =
      fmt::format("{:<34} {:9.3f} ms median {:9.3f} min {:9.3f} p99 {:9.2f} ns {} {}", name_of(result.key),
                  ms(median_ns(result)), ms(min_ns(result)), ms(quantile_ns(result, 0.99)), ns_per_item(result),
                  result.item == "agent" ? "an" : "a", result.item);
  if (result.tick_rate > 0) text += fmt::format(" {:5.1f} % of a frame", 100 * frame_share(result));
  if (result.instructions) text += fmt::format(" {:.1f} instructions each", *result.instructions);
  return text + fmt::format("  hash {:016x}\n", result.state_hash) + stages_text(result) + memory_text(result) +
         roofline_text(result);
}

std::string peer_text(const PeerResult& peer) {
  std::string text = fmt::format(
      "against {:<16} {:>7} {:<7} ratio {:7.2f} by medians ({:.1f} ns against {:.1f}), {:7.2f} by minima ({:.1f}, "
      "{:.1f})",
      peer.peer, peer.size, peer.instruction_set, peer.ratio(), peer.ns, peer.peer_ns, peer.min_ratio(), peer.min_ns,
      peer.min_peer_ns);
  if (peer.neighbours > 0 || peer.peer_neighbours > 0)
    text += fmt::format("; neighbours {:.1f} and {:.1f}", peer.neighbours, peer.peer_neighbours);
  return text + "\n";
}

Json google_context(const Context& context) {
  return {{"date", context.date},
          {"num_cpus", context.cores},
          {"library_build_type", context.build_type == "Debug" ? "debug" : "release"},
          {"cardume_version", context.version},
          {"cardume_revision", context.revision},
          {"cardume_compiler", context.compiler},
          {"cpu", context.cpu}};
}

std::string peers_markdown(const SuiteResult& suite) {
  if (suite.peers.empty()) return "";
  std::string text =
      "\n| against | size | ratio | by minima | ns | its ns | neighbours | its neighbours |\n"
      "|---|---:|---:|---:|---:|---:|---:|---:|\n";
  for (const PeerResult& peer : suite.peers)
    text += fmt::format("| {} | {} | {:.2f} | {:.2f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} |\n", peer.peer, peer.size,
                        peer.ratio(), peer.min_ratio(), peer.ns, peer.peer_ns, peer.neighbours, peer.peer_neighbours);
  return text;
}

}  // namespace

std::string to_text(const SuiteResult& suite) {
  std::string text =
      fmt::format("cardume {} ({}), {} {}, {}, {} cores\n", suite.context.version, suite.context.revision,
                  suite.context.compiler, suite.context.build_type, suite.context.cpu, suite.context.cores);
  for (const CaseResult& result : suite.cases) text += case_text(result);
  for (const PeerResult& peer : suite.peers) text += peer_text(peer);
  return text;
}

std::string to_google_json(const SuiteResult& suite) {
  Json benchmarks = Json::array();
  for (std::size_t family = 0; family < suite.cases.size(); ++family) {
    const CaseResult& result = suite.cases[family];
    const std::string name = name_of(result.key);
    for (std::size_t i = 0; i < result.all_ns.size(); ++i)
      benchmarks.push_back({{"name", name},
                            {"family_index", family},
                            {"per_family_instance_index", 0},
                            {"run_name", name},
                            {"run_type", "iteration"},
                            {"repetitions", result.all_ns.size()},
                            {"repetition_index", i},
                            {"threads", result.key.threads},
                            {"iterations", 1},
                            {"real_time", result.all_ns[i]},
                            {"cpu_time", result.all_ns[i]},
                            {"time_unit", "ns"}});
  }
  return Json{{"context", google_context(suite.context)}, {"benchmarks", benchmarks}}.dump(1) + "\n";
}

std::string to_action_json(const SuiteResult& suite) {
  Json all = Json::array();
  for (const CaseResult& result : suite.cases) {
    const std::string name = name_of(result.key);
    const std::string extra = fmt::format("{} items, minimum {:.0f} ns, p99 {:.0f} ns, state hash {:016x}",
                                          result.items, min_ns(result), quantile_ns(result, 0.99), result.state_hash);
    all.push_back({{"name", name}, {"unit", "ns/" + result.item}, {"value", ns_per_item(result)}, {"extra", extra}});
    if (result.instructions)
      all.push_back({{"name", name + " instructions"}, {"unit", "1/" + result.item}, {"value", *result.instructions}});
  }
  return all.dump(1) + "\n";
}

std::string to_markdown(const SuiteResult& suite) {
  std::string text = fmt::format("**cardume {}** ({}), {} {}, {}, {} cores, {}\n\n", suite.context.version,
                                 suite.context.revision, suite.context.compiler, suite.context.build_type,
                                 suite.context.cpu, suite.context.cores, suite.context.date);
  text +=
      "| workload | median ms | min ms | p99 ms | ns an item | of a frame | bytes an item | allocations | state hash "
      "|\n"
      "|---|---:|---:|---:|---:|---:|---:|---:|---|\n";
  for (const CaseResult& result : suite.cases)
    text +=
        fmt::format("| {} | {:.3f} | {:.3f} | {:.3f} | {:.2f} | {} | {:.0f} | {} | `{:016x}` |\n", name_of(result.key),
                    ms(median_ns(result)), ms(min_ns(result)), ms(quantile_ns(result, 0.99)), ns_per_item(result),
                    result.tick_rate > 0 ? fmt::format("{:.1f} %", 100 * frame_share(result)) : "",
                    bytes_per_item(result), result.memory.allocations, result.state_hash);
  return text + peers_markdown(suite);
}

}  // namespace cardume::perf
