#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "tools/cardume/field_check.hpp"
#include "tools/cardume/field_options.hpp"
#include "tools/cardume/field_picture.hpp"
#include "tools/cardume/field_report.hpp"
#include "tools/cardume/verbs.hpp"
#include "tools/scenario/file_io.hpp"
#include "tools/scenario/map_file.hpp"

namespace cardume {
namespace {

ExitCode check_queries(const FieldOptions& options, const CostGrid& grid, Scheduler& scheduler) {
  const Result<std::string> text = read_file(options.queries);
  if (!text) return fail(text.error().message);
  const Result<std::vector<ScenRow>> rows = parse_scen(*text, options.queries);
  if (!rows) return fail(rows.error().message);
  Result<FieldCheck> check = check_field(grid, *rows, options.queries, scheduler);
  if (!check) return fail(check.error().message);
  if (options.tiles) {
    const Result<TileCheck> tiles = check_tiles(grid, *rows, scheduler);
    if (!tiles) return fail(tiles.error().message);
    check->tiles = *tiles;
  }
  if (Error error = write_report(options.json, to_text(*check, options.map), to_json(*check, options.map))) {
    return fail(error.message);
  }
  return check->passed() ? ExitCode::kOk : ExitCode::kFailed;
}

Error trace_all(const FieldOptions& options, const FieldSampler& sampler, FieldReport& report) {
  for (const Cell start : options.aims.starts) {
    const Result<Cell> from = snapped(report.model.ground, "--trace", start);
    if (!from) return from.error();
    report.traces.push_back(trace_field(report.model, sampler, *from));
  }
  return {};
}

Error draw(const FieldOptions& options, const FieldSampler& sampler, const FieldReport& report, Scheduler& scheduler) {
  FieldMarks marks{report.traces, {}, {}};
  if (report.tiles) {
    marks.detours = report.tiles->traces;
    marks.gates = report.tiles->gates;
  }
  return write_picture(options.picture.path, draw_field(report.model, sampler, marks, options.picture, scheduler));
}

Error explore(const FieldOptions& options, FieldReport& report, Scheduler& scheduler) {
  if (Error error = build_field(options, report.model)) return error;
  const FieldSampler sampler(report.model);
  if (Error error = trace_all(options, sampler, report)) return error;
  if (options.tiles) {
    Result<TileWays> tiles = find_tile_ways(report.model, report.traces, scheduler);
    if (!tiles) return tiles.error();
    report.tiles = std::move(*tiles);
  }
  return options.picture.path.empty() ? Error{} : draw(options, sampler, report, scheduler);
}

/// To the first goal, or the middle of the map.
Error bench(const FieldOptions& options, FieldReport& report) {
  const CostGrid& ground = report.model.ground;
  const Cell middle{ground.width / 2, ground.height / 2};
  const Result<Cell> goal =
      report.model.goals.empty() ? nearest_free(ground, middle, ground.width) : report.model.goals.front();
  if (!goal) return {goal.error().status, fmt::format("{}: no free cell", options.map)};
  report.timings = time_fields(report.model, *goal);
  return {};
}

ExitCode describe(const FieldOptions& options, FieldModel model, Scheduler& scheduler) {
  FieldReport report{options.map, std::move(model), {}, {}, {}};
  Error error = options.aims.empty() ? Error{} : explore(options, report, scheduler);
  if (!error && options.bench) error = bench(options, report);
  if (!error && !options.out.empty()) error = save_map(options.out, report.model.ground);
  if (!error) error = write_report(options.json, to_text(report), to_json(report));
  return error ? fail(error.message) : ExitCode::kOk;
}

ExitCode run_field(const FieldOptions& options) {
  Error error = check_outputs(options.json, {options.picture.path, options.out});
  if (!error && !options.out.empty()) error = check_map_name(options.out);
  if (error) return fail(error.message);
  Result<FieldModel> model = load_ground(options);
  if (!model) return fail(model.error().message);
  const std::unique_ptr<Scheduler> scheduler = scheduler_for(options.threads);
  if (!options.queries.empty()) return check_queries(options, model->terrain, *scheduler);
  return describe(options, std::move(*model), *scheduler);
}

void check_usage(const FieldOptions& options) {
  const bool aimless = options.aims.empty();
  if (aimless && options.queries.empty() && options.out.empty() && !options.bench) {
    throw CLI::RequiredError("--goal, --flee, --scen, --bench or --out");
  }
  if (aimless && !options.picture.path.empty()) throw CLI::RequiresError("--png", "--goal or --flee");
  if (aimless && !options.aims.starts.empty()) throw CLI::RequiresError("--trace", "--goal or --flee");
  if (!options.tiles || !options.queries.empty()) return;
  const bool one_goal = options.aims.goals.size() == 1 && options.aims.threats.empty();
  if (!one_goal || options.metric != Metric::kOctile)
    throw CLI::RequiresError("--tiles", "one --goal and --mode octile");
}

}  // namespace

void add_field(CLI::App& app, ExitCode& code) {
  const auto options = std::make_shared<FieldOptions>();
  CLI::App* verb =
      app.add_subcommand("field", "Builds the integration field of a map: draws, follows, checks and times it");
  add_field_options(*verb, *options);
  verb->callback([options, &code] {
    check_usage(*options);
    code = run_field(*options);
  });
}

}  // namespace cardume
