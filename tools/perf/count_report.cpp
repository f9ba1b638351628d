#include "tools/perf/count_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "tools/scenario/json_reader.hpp"

namespace cardume::perf {
namespace {

constexpr const char* kSchema = "cardume.count/1";

/// Counts of an earlier run, by the names of cases.
Result<std::vector<std::pair<std::string, double>>> counts_from(std::string_view text, const std::string& name) {
  const auto document = parse_json(text, name);
  if (!document) return document.error();
  Error error;
  JsonReader reader(*document, name, error);
  if (!error && reader.text("schema") != kSchema)
    reader.refuse(std::string("schema: expected \"") + kSchema + "\", which cardume count --json writes");
  std::vector<std::pair<std::string, double>> counts;
  reader.each("counts", [&](JsonReader& one) {
    counts.emplace_back(one.text("name"), 0);
    if (one.find("instructions_per_item") == nullptr) one.refuse("instructions_per_item: expected a number");
    one.read("instructions_per_item", counts.back().second, 0, std::numeric_limits<double>::max());
  });
  if (error) return error;
  return counts;
}

}  // namespace

std::string to_text(const std::vector<CaseCount>& counts) {
  std::string text;
  for (const CaseCount& one : counts) {
    text += fmt::format("{:<34} {:12.2f} instructions {} {} and step, {} in {} steps\n", name_of(one.key),
                        one.per_item(), one.item == "agent" ? "an" : "a", one.item, one.count.instructions, one.steps);
    for (const FunctionCount& stage : one.count.stages)
      if (const double share = static_cast<double>(stage.instructions) / static_cast<double>(one.count.instructions);
          share >= 0.005)
        text += fmt::format("    {:<10} {:5.1f} %\n", stage.name, 100 * share);
  }
  return text;
}

std::string to_json(const std::vector<CaseCount>& counts) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const CaseCount& one : counts) {
    nlohmann::ordered_json stages = nlohmann::ordered_json::array();
    for (const FunctionCount& stage : one.count.stages)
      stages.push_back({{"name", stage.name}, {"instructions", stage.instructions}});
    all.push_back({{"name", name_of(one.key)},
                   {"workload", one.key.workload},
                   {"size", one.key.size},
                   {"instruction_set", one.key.instruction_set},
                   {"item", one.item},
                   {"items", one.items},
                   {"steps", one.steps},
                   {"instructions", one.count.instructions},
                   {"instructions_per_item", one.per_item()},
                   {"stages", stages}});
  }
  return nlohmann::ordered_json{{"schema", kSchema}, {"counts", all}}.dump(2) + "\n";
}

Result<std::vector<CountChange>> changes_since(std::string_view text, const std::string& name,
                                               const std::vector<CaseCount>& counts) {
  const auto before = counts_from(text, name);
  if (!before) return before.error();
  std::vector<CountChange> changes;
  for (const CaseCount& one : counts) {
    const auto found =
        std::find_if(before->begin(), before->end(), [&](const auto& of) { return of.first == name_of(one.key); });
    if (found == before->end())
      return Error{Status::kInvalidArgument, fmt::format("{}: counts: no {}", name, name_of(one.key))};
    changes.push_back({one.key, found->second, one.per_item()});
  }
  return changes;
}

}  // namespace cardume::perf
