#include "tools/perf/results_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>

#include "tools/scenario/json_reader.hpp"

namespace cardume::perf {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "cardume.bench/1";

Json to_node(const Context& context) {
  return {{"version", context.version},   {"revision", context.revision}, {"build_type", context.build_type},
          {"compiler", context.compiler}, {"cpu", context.cpu},           {"cores", context.cores},
          {"date", context.date}};
}

Json to_node(const MemoryUse& memory) {
  Json shares = Json::array();
  for (const MemoryShare& share : memory.shares) shares.push_back({{"name", share.name}, {"bytes", share.bytes}});
  return {{"world_bytes", memory.world_bytes},
          {"process_bytes", memory.process_bytes},
          {"allocations", memory.allocations},
          {"shares", shares}};
}

Json to_node(const Roofline& roofline) {
  return {{"pairs_tested", roofline.pairs_tested},
          {"pairs_within", roofline.pairs_within},
          {"pair_ns", roofline.pair_ns},
          {"bound_ns", roofline.bound_ns},
          {"share_of_bound", roofline.share_of_bound()}};
}

/// What follows from the times, for readers who do not want to work it out.
Json summary_node(const CaseResult& result) {
  return {{"median_ns", median_ns(result)},     {"min_ns", min_ns(result)},
          {"p90_ns", quantile_ns(result, 0.9)}, {"p99_ns", quantile_ns(result, 0.99)},
          {"ns_per_item", ns_per_item(result)}, {"frame_share", frame_share(result)}};
}

Json to_node(const CaseResult& result) {
  Json stages = Json::array();
  for (const StageTime& stage : result.stages) stages.push_back({{"name", stage.name}, {"median_ns", stage.ns}});
  Json node{{"name", name_of(result.key)},
            {"workload", result.key.workload},
            {"size", result.key.size},
            {"threads", result.key.threads},
            {"instruction_set", result.key.instruction_set},
            {"item", result.item},
            {"items", result.items},
            {"tick_rate", result.tick_rate},
            {"state_hash", fmt::format("{:016x}", result.state_hash)},
            {"summary", summary_node(result)},
            {"step_ns", result.step_ns},
            {"all_ns", result.all_ns},
            {"stages", stages},
            {"memory", to_node(result.memory)}};
  if (result.roofline) node["roofline"] = to_node(*result.roofline);
  if (result.instructions) node["instructions_per_item"] = *result.instructions;
  return node;
}

Json to_node(const PeerResult& peer) {
  return {{"peer", peer.peer},
          {"size", peer.size},
          {"instruction_set", peer.instruction_set},
          {"ns_per_item", peer.ns},
          {"peer_ns_per_item", peer.peer_ns},
          {"min_ns_per_item", peer.min_ns},
          {"peer_min_ns_per_item", peer.min_peer_ns},
          {"ratio", peer.ratio()},
          {"ratio_of_minima", peer.min_ratio()},
          {"neighbours", peer.neighbours},
          {"peer_neighbours", peer.peer_neighbours}};
}

constexpr double kMost = std::numeric_limits<double>::max();
constexpr std::uint64_t kMostWhole = std::numeric_limits<std::uint64_t>::max();

Context context_from(JsonReader& reader) {
  Context context;
  context.version = reader.text("version");
  context.revision = reader.text("revision");
  context.build_type = reader.text("build_type");
  context.compiler = reader.text("compiler");
  context.cpu = reader.text("cpu");
  reader.read("cores", context.cores, 0, 1u << 20);
  context.date = reader.text("date");
  return context;
}

MemoryUse memory_from(JsonReader& reader) {
  MemoryUse memory;
  reader.read("world_bytes", memory.world_bytes, kMostWhole);
  reader.read("process_bytes", memory.process_bytes, kMostWhole);
  reader.read("allocations", memory.allocations, kMostWhole);
  reader.each("shares", [&](JsonReader& share) {
    memory.shares.push_back({std::string(share.text("name")), 0});
    share.read("bytes", memory.shares.back().bytes, kMostWhole);
  });
  return memory;
}

Roofline roofline_from(JsonReader& reader) {
  Roofline roofline;
  reader.read("pairs_tested", roofline.pairs_tested, 0, kMost);
  reader.read("pairs_within", roofline.pairs_within, 0, kMost);
  reader.read("pair_ns", roofline.pair_ns, 0, kMost);
  reader.read("bound_ns", roofline.bound_ns, 0, kMost);
  return roofline;
}

void read_hash(JsonReader& reader, std::uint64_t& hash) {
  const std::string_view text = reader.text("state_hash");
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (!text.empty() && (error != std::errc() || end != text.data() + text.size()))
    reader.refuse("state_hash: expected 16 hexadecimal digits");
}

CaseResult case_from(JsonReader& reader) {
  CaseResult result;
  result.key.workload = reader.text("workload");
  if (result.key.workload.empty()) reader.refuse("workload: expected a name");
  reader.read("size", result.key.size, 0, std::numeric_limits<std::uint32_t>::max());
  reader.read("threads", result.key.threads, 1, 1u << 20);
  result.key.instruction_set = reader.text("instruction_set");
  result.item = reader.text("item");
  reader.read("items", result.items, kMostWhole);
  reader.read("tick_rate", result.tick_rate, 0, kMost);
  read_hash(reader, result.state_hash);
  reader.read("step_ns", result.step_ns);
  reader.read("all_ns", result.all_ns);
  if (!reader.failed() && result.all_ns.empty()) reader.refuse("all_ns: expected at least one time");
  reader.each("stages", [&](JsonReader& stage) {
    result.stages.push_back({std::string(stage.text("name")), 0});
    stage.read("median_ns", result.stages.back().ns, 0, kMost);
  });
  reader.object("memory", [&](JsonReader& memory) { result.memory = memory_from(memory); });
  reader.object("roofline", [&](JsonReader& roofline) { result.roofline = roofline_from(roofline); });
  if (reader.find("instructions_per_item") != nullptr) {
    double count = 0;
    reader.read("instructions_per_item", count, 0, kMost);
    result.instructions = count;
  }
  return result;
}

PeerResult peer_from(JsonReader& reader) {
  PeerResult peer;
  peer.peer = reader.text("peer");
  reader.read("size", peer.size, 0, std::numeric_limits<std::uint32_t>::max());
  peer.instruction_set = reader.text("instruction_set");
  reader.read("ns_per_item", peer.ns, 0, kMost);
  reader.read("peer_ns_per_item", peer.peer_ns, 0, kMost);
  reader.read("min_ns_per_item", peer.min_ns, 0, kMost);
  reader.read("peer_min_ns_per_item", peer.min_peer_ns, 0, kMost);
  reader.read("neighbours", peer.neighbours, 0, kMost);
  reader.read("peer_neighbours", peer.peer_neighbours, 0, kMost);
  return peer;
}

std::vector<NamedSamples> samples_of(const SuiteResult& suite) {
  std::vector<NamedSamples> all;
  for (const CaseResult& result : suite.cases)
    all.push_back({name_of(result.key), {result.all_ns.begin(), result.all_ns.end()}});
  return all;
}

/// Nanoseconds in a unit of Google Benchmark; 0 for one that it does not have.
double unit_ns(std::string_view unit) {
  if (unit == "ns" || unit.empty()) return 1;
  if (unit == "us") return 1e3;
  if (unit == "ms") return 1e6;
  return unit == "s" ? 1e9 : 0;
}

Result<std::vector<NamedSamples>> google_samples(const nlohmann::json& document, const std::string& name) {
  std::vector<NamedSamples> all;
  Error error;
  JsonReader reader(document, name, error);
  reader.each("benchmarks", [&](JsonReader& entry) {
    const bool left_out = entry.find("error_occurred") != nullptr || entry.find("skipped") != nullptr;
    if (entry.text("run_type") == "aggregate" || left_out) return;
    const std::string of = std::string(entry.text("run_name").empty() ? entry.text("name") : entry.text("run_name"));
    const double unit = unit_ns(entry.text("time_unit"));
    double time = 0;
    entry.read("real_time", time, 0, kMost);
    if (of.empty()) entry.refuse("name: expected a name");
    if (entry.find("real_time") == nullptr) entry.refuse("real_time: expected a time");
    if (unit == 0) entry.refuse("time_unit: expected ns, us, ms or s");
    const auto known = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == of; });
    NamedSamples& samples = known != all.end() ? *known : all.emplace_back(NamedSamples{of, {}});
    samples.ns.push_back(time * unit);
  });
  if (error) return error;
  return all;
}

}  // namespace

std::string to_json(const SuiteResult& suite) {
  Json cases = Json::array(), peers = Json::array();
  for (const CaseResult& result : suite.cases) cases.push_back(to_node(result));
  for (const PeerResult& peer : suite.peers) peers.push_back(to_node(peer));
  return Json{{"schema", kSchema}, {"context", to_node(suite.context)}, {"cases", cases}, {"peers", peers}}.dump(1) +
         "\n";
}

Result<SuiteResult> suite_from_json(std::string_view text, const std::string& name) {
  const auto document = parse_json(text, name);
  if (!document) return document.error();
  Error error;
  JsonReader reader(*document, name, error);
  SuiteResult suite;
  if (!error && reader.text("schema") != kSchema)
    reader.refuse(std::string("schema: expected \"") + kSchema + "\", which cardume bench --json writes");
  reader.object("context", [&](JsonReader& context) { suite.context = context_from(context); });
  reader.each("cases", [&](JsonReader& one) { suite.cases.push_back(case_from(one)); });
  reader.each("peers", [&](JsonReader& one) { suite.peers.push_back(peer_from(one)); });
  if (error) return error;
  return suite;
}

Result<std::vector<NamedSamples>> samples_from_json(std::string_view text, const std::string& name) {
  const auto document = parse_json(text, name);
  if (!document) return document.error();
  if (document->is_object() && document->contains("benchmarks")) return google_samples(*document, name);
  const auto suite = suite_from_json(text, name);
  if (!suite) return suite.error();
  return samples_of(*suite);
}

}  // namespace cardume::perf
