#include "tools/perf/budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardume/limits.hpp>

#include "tools/scenario/toml_reader.hpp"

namespace cardume::perf {
namespace {

constexpr std::uint32_t kMostBudgets = 10'000;
constexpr NumberRange kAnyLimit{0, 1e15, false};

void read_limit(TomlReader& reader, std::string_view key, std::optional<double>& limit) {
  double value = 0;
  reader.read(key, value, kAnyLimit);
  if (reader.has(key)) limit = value;
}

void read_count(TomlReader& reader, std::string_view key, std::optional<std::uint32_t>& count, std::uint32_t most) {
  std::uint32_t value = 1;
  reader.read(key, value, 1, most);
  if (reader.has(key)) count = value;
}

Budget budget_from(TomlReader& reader) {
  Budget budget;
  budget.origin = reader.origin();
  reader.require("workload");
  reader.read("workload", budget.workload);
  read_count(reader, "agents", budget.agents, limits::kMaxAgents);
  read_count(reader, "threads", budget.threads, 4096);
  reader.read("simd", budget.instruction_set);
  read_limit(reader, "frame_share", budget.frame_share);
  read_limit(reader, "ratio", budget.ratio);
  read_limit(reader, "instructions", budget.instructions);
  read_limit(reader, "bytes", budget.bytes);
  read_limit(reader, "allocations", budget.allocations);
  return budget;
}

bool has_limit(const Budget& budget) {
  return budget.frame_share || budget.ratio || budget.instructions || budget.bytes || budget.allocations;
}

double per_item(std::uint64_t amount, const CaseResult& result) {
  return result.items > 0 ? static_cast<double>(amount) / static_cast<double>(result.items) : 0;
}

void check_own(const Budget& budget, const CaseResult& result, std::vector<BudgetLine>& lines) {
  const std::string of = name_of(result.key);
  if (budget.frame_share)
    lines.push_back({of, "frame_share", *budget.frame_share, frame_share(result), result.tick_rate == 0});
  if (budget.instructions)
    lines.push_back({of, "instructions", *budget.instructions, result.instructions.value_or(0), !result.instructions});
  if (budget.bytes)
    lines.push_back(
        {of, "bytes", *budget.bytes, per_item(result.memory.world_bytes, result), result.memory.shares.empty()});
  if (budget.allocations)
    lines.push_back({of, "allocations", *budget.allocations, static_cast<double>(result.memory.allocations)});
}

const CaseResult* find(const std::vector<CaseResult>& cases, const CaseKey& key) {
  const auto found = std::find_if(cases.begin(), cases.end(), [&](const auto& one) { return one.key == key; });
  return found == cases.end() ? nullptr : &*found;
}

}  // namespace

bool Budget::covers(const CaseKey& key) const {
  return key.workload == workload && key.size == agents.value_or(key.size) &&
         key.threads == threads.value_or(key.threads) &&
         (instruction_set.empty() || key.instruction_set == instruction_set);
}

Result<std::vector<Budget>> parse_budgets(std::string_view text, const std::string& name) {
  toml::parse_result parsed = toml::parse(text, name);
  TomlContext context{name, {}};
  if (!parsed) {
    context.refuse(parsed.error().source(), parsed.error().description());
    return context.error;
  }
  TomlReader reader(parsed.table(), "", context);
  std::vector<Budget> budgets;
  reader.require("budget");
  reader.tables("budget", kMostBudgets, [&](TomlReader& one) { budgets.push_back(budget_from(one)); });
  reader.finish();
  if (context.error) return context.error;
  for (const Budget& budget : budgets)
    if (!has_limit(budget))
      return Error{Status::kParse, fmt::format("{}: no limit; expected frame_share, ratio, instructions, bytes "
                                               "or allocations",
                                               budget.origin)};
  return budgets;
}

Error check_coverage(const std::vector<Budget>& budgets, const std::vector<CaseKey>& keys,
                     const std::vector<CaseResult>& base) {
  for (const Budget& budget : budgets) {
    bool covers_any = false;
    for (const CaseKey& key : keys) {
      if (!budget.covers(key)) continue;
      covers_any = true;
      if (budget.ratio && find(base, key) == nullptr)
        return {Status::kInvalidArgument,
                fmt::format("{}: ratio: no {} in the base; expected --base FILE with it", budget.origin, name_of(key))};
    }
    if (!covers_any)
      return {Status::kInvalidArgument, fmt::format("{}: covers none of the cases to measure", budget.origin)};
  }
  return {};
}

std::vector<BudgetLine> check_budgets(const std::vector<Budget>& budgets, const std::vector<CaseResult>& cases,
                                      const std::vector<CaseResult>& base) {
  std::vector<BudgetLine> lines;
  for (const Budget& budget : budgets)
    for (const CaseResult& result : cases) {
      if (!budget.covers(result.key)) continue;
      check_own(budget, result, lines);
      const CaseResult* const before = budget.ratio ? find(base, result.key) : nullptr;
      if (before != nullptr)
        lines.push_back({name_of(result.key), "ratio", *budget.ratio, median_ns(result) / median_ns(*before)});
    }
  return lines;
}

std::string to_text(const std::vector<BudgetLine>& lines) {
  std::string text;
  for (const BudgetLine& line : lines)
    text += fmt::format("{:<6} {:<34} {:<13} {:>14} of at most {:g}\n", line.kept() ? "ok" : "OVER", line.of,
                        line.limit, line.unknown ? "not measured" : fmt::format("{:g}", line.measured), line.most);
  return text;
}

}  // namespace cardume::perf
