#include "tools/scenario/scenario.hpp"

#include <fmt/format.h>

#include <cardume/limits.hpp>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "tools/scenario/file_io.hpp"
#include "tools/scenario/overrides.hpp"
#include "tools/scenario/parse.hpp"
#include "tools/scenario/recipe_file.hpp"

namespace cardume {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxScenarioBytes = 1 << 20;
constexpr std::uint32_t kMaxEntries = 4096;

void parse_run(TomlReader& reader, RunPlan& run) {
  reader.read_seed("seed", run.seed);
  reader.read("agents", run.agents, 0, limits::kMaxAgents);
  reader.read("seconds", run.seconds, kNotNegative);
  reader.read("tick_rate", run.tick_rate, {1, 1e6});
  if (const Error error = check_length(run.seconds, run.tick_rate)) {
    reader.refuse(reader.has("seconds") ? "seconds" : "tick_rate", error.message);
  }
}

void check_dimensions(TomlReader& reader, const Scenario& scenario) {
  if (scenario.world.dimensions == 2) return;
  if (scenario.terrain.kind != TerrainPlan::Kind::kNone) reader.refuse("terrain", "expected a world of 2 dimensions");
}

// Whatever may be referred to has its name before anything is read that refers to it, wherever either stands.
void name_things(TomlReader& reader, Scenario& scenario) {
  reader.name_all("species", limits::kMaxSpecies, scenario.species);
  reader.name_all("goal", limits::kMaxGoals, scenario.goals);
  reader.name_all("movement", limits::kMaxMovements, scenario.world.movements);
  reader.name_all("region", limits::kMaxRegions, scenario.scenery.regions);
  if (scenario.species.empty()) scenario.species.push_back({"agent", {}});
}

/// Reads the tables of what has been named.
template <class Plan, class Body>
void parse_all(TomlReader& reader, std::string_view key, std::vector<Plan>& plans, Body&& body) {
  std::size_t next = 0;
  reader.tables(key, static_cast<std::uint32_t>(plans.size()), [&](TomlReader& r) { body(r, plans[next++]); });
}

void parse_surroundings(TomlReader& reader, Scenario& scenario) {
  reader.table("world", [&](TomlReader& r) { parse_world(r, scenario); });
  reader.table("terrain", [&](TomlReader& r) { parse_terrain(r, scenario.terrain); });
  reader.tables("one_way", limits::kMaxPassages, [&](TomlReader& r) { parse_one_way(r, scenario.terrain.passages); });
  reader.tables("link", limits::kMaxPassages, [&](TomlReader& r) { parse_link(r, scenario.terrain.passages); });
  parse_all(reader, "movement", scenario.world.movements, [&](TomlReader& r, MovementPlan& movement) {
    r.read("name", movement.name);
    parse_movement(r, movement.desc);
  });
  reader.table("fields", [&](TomlReader& r) { parse_fields(r, scenario.fields); });
  reader.table("contacts", [&](TomlReader& r) { parse_contacts(r, scenario.world.contacts); });
  reader.table("scenery", [&](TomlReader& r) { parse_scenery(r, scenario.scenery); });
  reader.tables("obstacle", limits::kMaxObstacles, [&](TomlReader& r) { parse_obstacle(r, scenario.scenery); });
  parse_all(reader, "region", scenario.scenery.regions, [&](TomlReader& r, RegionPlan& region) {
    r.read("name", region.name);
    parse_region(r, scenario, region.desc);
  });
}

void parse_crowd(TomlReader& reader, Scenario& scenario) {
  parse_all(reader, "species", scenario.species, [&](TomlReader& r, SpeciesPlan& species) {
    r.read("name", species.name);
    parse_species(r, scenario, species.desc);
  });
  parse_all(reader, "goal", scenario.goals, parse_goal);
  parse_focus(reader, scenario);
  reader.tables("spawn", kMaxEntries, [&](TomlReader& r) {
    SpawnPlan spawn;
    parse_spawn(r, scenario, spawn);
    scenario.spawns.push_back(spawn);
  });
  if (scenario.spawns.empty()) scenario.spawns.emplace_back();
  reader.tables("event", kMaxEntries, [&](TomlReader& r) { parse_event(r, scenario); });
}

void parse_root(TomlReader& reader, Scenario& scenario) {
  reader.read("name", scenario.name);
  reader.read("description", scenario.description);
  parse_run(reader, scenario.run);
  name_things(reader, scenario);
  parse_surroundings(reader, scenario);
  parse_crowd(reader, scenario);
  check_dimensions(reader, scenario);
  reader.finish();
}

std::vector<fs::path> scenario_folders() {
  std::vector<fs::path> folders;
  const char* const variable = std::getenv("CARDUME_SCENARIOS");
  std::string_view rest = variable ? variable : "";
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    if (colon > 0) folders.emplace_back(rest.substr(0, colon));
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  std::error_code code;
  const fs::path program = fs::read_symlink("/proc/self/exe", code);
  if (!code) folders.push_back(program.parent_path() / CARDUME_SCENARIOS_FROM_PROGRAM);
  folders.emplace_back(CARDUME_SCENARIOS_IN_SOURCE);
  return folders;
}

bool is_path(const std::string& name) { return name.find('/') != std::string::npos || name.ends_with(".toml"); }

Result<std::string> locate(const std::string& name) {
  if (is_path(name)) return name;
  const std::vector<std::string> files = find_scenarios();
  std::string known;
  for (const std::string& file : files) {
    const std::string stem = fs::path(file).stem().string();
    if (stem == name) return file;
    known += (known.empty() ? "" : ", ") + stem;
  }
  return Error{Status::kInvalidArgument,
               fmt::format("there is no scenario {}; expected the path of a .toml file or one of {}", name, known)};
}

/// Where bases have bases, so many at most.
constexpr int kMostBases = 8;

/// Adds what the scenario that `base` names says and this one does not: keys of the whole file, so that a table or a
/// list of tables here takes the place of the one there.
Error add_base(toml::table& root, TomlContext& context, int depth) {
  const toml::node* base = root.get("base");
  if (base == nullptr) return {};
  const auto fail = [&](const std::string& what) {
    context.refuse(base->source(), "base: " + what);
    return context.error;
  };
  if (!base->is_string()) return fail("expected the name of a scenario");
  if (depth == kMostBases) return fail("expected at most 8 bases of bases");
  const Result<std::string> path = locate(**base->as_string());
  if (!path) return fail(path.error().message);
  const Result<std::string> text = read_file(*path, kMaxScenarioBytes);
  if (!text) return fail(text.error().message);
  toml::parse_result document = toml::parse(*text, *path);
  if (!document)
    return fail(context.place(document.error().source()) + ": " + std::string(document.error().description()));
  toml::table& other = document.table();
  if (Error error = add_base(other, context, depth + 1)) return error;
  root.erase("base");
  for (auto&& [key, value] : other)
    if (!root.contains(key)) root.insert(key, std::move(value));
  return {};
}

void anchor_files(Scenario& scenario, const std::string& path) {
  const auto anchor = [&](std::string& file) {
    if (!file.empty() && fs::path(file).is_relative()) file = (fs::path(path).parent_path() / file).string();
  };
  anchor(scenario.terrain.file);
  if (names_file(scenario.terrain.recipe.recipe)) anchor(scenario.terrain.recipe.recipe);
}

}  // namespace

std::optional<std::uint64_t> parse_seed(std::string_view text) {
  std::uint64_t seed = 0;
  const char* const last = text.data() + text.size();
  const auto [end, code] = std::from_chars(text.data(), last, seed);
  if (code != std::errc{} || end != last) return {};
  return seed;
}

Error check_length(double seconds, float tick_rate) {
  const double ticks = seconds * static_cast<double>(tick_rate);
  if (ticks <= static_cast<double>(kMaxTicks)) return {};
  return {Status::kInvalidArgument,
          fmt::format("{} seconds at {} ticks a second; expected at most {} ticks", seconds, tick_rate, kMaxTicks)};
}

Result<Scenario> parse_scenario(std::string_view text, const std::string& name,
                                const std::vector<std::string>& overrides) {
  toml::parse_result document = toml::parse(text, name);
  TomlContext context{name, {}};
  if (!document) {
    context.refuse(document.error().source(), document.error().description());
    return context.error;
  }
  toml::table& root = document.table();
  if (Error error = add_base(root, context, 0)) return error;
  for (const std::string& assignment : overrides)
    if (Error error = apply_override(root, assignment)) return error;
  Scenario scenario;
  scenario.name = fs::path(name).stem().string();
  TomlReader reader(root, "", context);
  parse_root(reader, scenario);
  if (context.error) return context.error;
  return scenario;
}

Result<Scenario> load_scenario(const std::string& name_or_path, const std::vector<std::string>& overrides) {
  const Result<std::string> path = locate(name_or_path);
  if (!path) return path.error();
  const Result<std::string> text = read_file(*path, kMaxScenarioBytes);
  if (!text) return text.error();
  Result<Scenario> scenario = parse_scenario(*text, *path, overrides);
  if (scenario) anchor_files(*scenario, *path);
  return scenario;
}

std::vector<std::string> find_scenarios() {
  std::map<std::string, std::string> files;
  for (const fs::path& folder : scenario_folders()) {
    std::error_code code;
    for (fs::directory_iterator at(folder, code), end; !code && at != end; at.increment(code))
      if (at->path().extension() == ".toml") files.emplace(at->path().stem().string(), at->path().string());
  }
  std::vector<std::string> sorted;
  for (const auto& [name, path] : files) sorted.push_back(path);
  return sorted;
}

}  // namespace cardume
