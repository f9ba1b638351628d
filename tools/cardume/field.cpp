#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cardume/field.hpp>
#include <charconv>
#include <cmath>
#include <map>
#include <memory>

#include "tools/cardume/field_check.hpp"
#include "tools/cardume/field_picture.hpp"
#include "tools/cardume/shared_options.hpp"
#include "tools/cardume/verbs.hpp"
#include "tools/scenario/file_io.hpp"
#include "tools/scenario/terrain.hpp"

namespace cardume {
namespace {

/// What `cardume field` is asked for.
struct FieldOptions {
  std::string map;
  std::string queries, json;
  std::string goal, png;
  std::uint32_t width = kPictureWidth;
  Metric metric = Metric::kOctile;
  DirectionMode mode = DirectionMode::kGradient;
  std::uint32_t threads = 0;
};

std::optional<Cell> cell_from(std::string_view text) {
  Cell cell;
  const char* const end = text.data() + text.size();
  const auto x = std::from_chars(text.data(), end, cell.x);
  if (x.ec != std::errc{} || x.ptr == end || *x.ptr != ',') return {};
  const auto y = std::from_chars(x.ptr + 1, end, cell.y);
  if (y.ec != std::errc{} || y.ptr != end) return {};
  return cell;
}

ExitCode check_queries(const FieldOptions& options, const CostGrid& grid, Scheduler& scheduler) {
  const Result<std::string> text = read_file(options.queries);
  if (!text) return fail(text.error().message);
  const Result<std::vector<ScenRow>> rows = parse_scen(*text, options.queries);
  if (!rows) return fail(rows.error().message);
  const Result<FieldCheck> check = check_field(grid, *rows, options.queries, scheduler);
  if (!check) return fail(check.error().message);
  if (Error error = write_report(options.json, to_text(*check, options.map), to_json(*check, options.map))) {
    return fail(error.message);
  }
  return check->mismatches.empty() ? ExitCode::kOk : ExitCode::kMismatch;
}

ExitCode draw_goal(const FieldOptions& options, const CostGrid& grid, Scheduler& scheduler) {
  const std::optional<Cell> wanted = cell_from(options.goal);
  if (!wanted || !grid.contains(*wanted)) {
    return fail(fmt::format("--goal {}: expected X,Y within {} x {} cells", options.goal, grid.width, grid.height));
  }
  const Result<Cell> goal = nearest_free(grid, *wanted, FieldsDesc{}.snap_radius);
  if (!goal) return fail(fmt::format("--goal {}: {}", options.goal, goal.error().message));
  const Result<IntegrationField> field = build_integration_field(grid, std::span(&*goal, 1), options.metric);
  if (!field) return fail(field.error().message);
  const FlowField flow = build_flow_field(grid, *field, options.mode);
  const Image picture = draw_field(grid, *field, flow, std::span(&*goal, 1), scheduler, options.width);
  if (Error error = write_picture(options.png, picture)) return fail(error.message);
  fmt::print("{}: field of cell {},{} drawn to {}\n", options.map, goal->x, goal->y, options.png);
  return ExitCode::kOk;
}

ExitCode run_field(const FieldOptions& options) {
  if (Error error = check_outputs(options.json, {options.png})) return fail(error.message);
  const Result<CostGrid> grid = load_terrain(options.map, 1);
  if (!grid) return fail(grid.error().message);
  const std::unique_ptr<Scheduler> scheduler = scheduler_for(options.threads);
  return options.queries.empty() ? draw_goal(options, *grid, *scheduler) : check_queries(options, *grid, *scheduler);
}

void add_field_options(CLI::App& verb, FieldOptions& options) {
  const std::map<std::string, Metric> metrics{{"octile", Metric::kOctile}, {"chebyshev", Metric::kChebyshev}};
  const std::map<std::string, DirectionMode> modes{{"gradient", DirectionMode::kGradient},
                                                   {"arrows", DirectionMode::kArrows}};
  verb.add_option("map", options.map, "A Moving AI map or a grey PNG")->required();
  CLI::Option* queries =
      verb.add_option("--scen", options.queries, "Answer every query of this Moving AI file")->type_name("FILE");
  verb.add_option("--json", options.json, "Write what came out as JSON there; - for stdout")
      ->type_name("FILE")
      ->needs(queries);
  CLI::Option* goal = verb.add_option("--goal", options.goal, "Draw the field of this cell")->type_name("X,Y");
  CLI::Option* png = verb.add_option("--png", options.png, "Where to draw it")->type_name("FILE")->needs(goal);
  add_picture_width(verb, options.width);
  goal->needs(png)->excludes(queries);
  verb.add_option("--metric", options.metric, "octile or chebyshev")
      ->transform(CLI::CheckedTransformer(metrics))
      ->excludes(queries);
  verb.add_option("--mode", options.mode, "gradient or arrows")
      ->transform(CLI::CheckedTransformer(modes))
      ->excludes(queries);
  add_threads(verb, options.threads);
}

}  // namespace

void add_field(CLI::App& app, ExitCode& code) {
  const auto options = std::make_shared<FieldOptions>();
  CLI::App* verb = app.add_subcommand("field", "Checks a map's integration fields against known ways, or draws one");
  add_field_options(*verb, *options);
  verb->callback([options, &code] {
    if (options->queries.empty() && options->goal.empty()) throw CLI::RequiredError("--scen or --goal");
    code = run_field(*options);
  });
}

}  // namespace cardume
