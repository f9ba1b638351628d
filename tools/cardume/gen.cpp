#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cardume/lsystem.hpp>
#include <cardume/recipe.hpp>
#include <cardume/wfc.hpp>
#include <memory>

#include "tools/cardume/gen_options.hpp"
#include "tools/cardume/gen_product.hpp"
#include "tools/cardume/gen_sheet.hpp"
#include "tools/cardume/shared_options.hpp"
#include "tools/cardume/verbs.hpp"
#include "tools/scenario/file_io.hpp"
#include "tools/scenario/map_file.hpp"

namespace cardume {
namespace {

constexpr GenKind kKinds[] = {
    {"perlin", "noise with gradients at the corners of a lattice", ".png .txt .json", make_noise},
    {"simplex", "the same on triangles", ".png .txt .json", make_noise},
    {"value", "noise between values at the corners of a lattice", ".png .txt .json", make_noise},
    {"voronoi", "cells around scattered points", ".png .txt .json", make_voronoi},
    {"caves", "caves by cellular automaton", ".png .map .txt .json", make_caves},
    {"wfc", "maps of tiles, or like a sample, by wave function collapse", ".png .map .txt", make_wfc},
    {"lsystem", "plants and curves by rewriting", ".png .svg .txt", make_lsystem},
    {"world", "the recipe continent", ".png .map .txt .json", make_world},
};

constexpr GenKind kRecipe{"recipe", "a world by recipe", ".png .map .txt .json", make_world};

std::string ending_of(const std::string& path) {
  if (path == "-") return ".txt";
  const std::size_t dot = path.find_last_of("./");
  return dot == std::string::npos || path[dot] == '/' ? "" : path.substr(dot);
}

Error check_ending(const GenOptions& options) {
  const std::string ending = ending_of(options.outputs.path);
  const std::string_view known = gen_kind(options.kind).endings;
  if (!ending.empty() && fmt::format("{} ", known).find(ending + ' ') != std::string::npos) return {};
  return {Status::kInvalidArgument,
          fmt::format("--out {}: {} is written as one of {}", options.outputs.path, options.kind, known)};
}

Error check_files(const GenOptions& options) {
  const GenOutputs& outputs = options.outputs;
  if (!outputs.path.empty())
    if (Error error = check_ending(options)) return error;
  if (Error error = check_outputs(outputs.path, {outputs.sheet})) return error;
  return check_instruction_set(options.how.instruction_set);
}

Result<std::string> in_form(const Product& product, const std::string& ending) {
  if (ending == ".svg") return product.svg();
  if (ending == ".json") return product.json();
  if (ending != ".map") return product.text();
  const Result<CostGrid> map = product.map();
  if (!map) return map.error();
  return format_map(*map);
}

Error write(const Product& product, const GenOutputs& outputs, Scheduler& scheduler) {
  const std::string ending = ending_of(outputs.path);
  if (ending == ".png") {
    const Result<Image> picture = product.picture(outputs.scale, scheduler);
    return picture ? write_picture(outputs.path, *picture) : picture.error();
  }
  const Result<std::string> text = in_form(product, ending);
  if (!text) return text.error();
  if (outputs.path != "-") return write_file(outputs.path, *text);
  fmt::print("{}", *text);
  return {};
}

void describe(const Product& product, const GenOutputs& outputs) {
  if (outputs.path != "-") fmt::print("{}\n", product.summary());
  if (outputs.hash) fmt::print(outputs.path == "-" ? stderr : stdout, "hash {:016x}\n", product.hash());
}

ExitCode make(const GenOptions& options, Scheduler& scheduler) {
  const ProductResult product = gen_kind(options.kind).make(options, scheduler);
  if (!product) return fail(product.error().message);
  if (!options.outputs.path.empty())
    if (Error error = write(**product, options.outputs, scheduler)) return fail(error.message);
  describe(**product, options.outputs);
  return ExitCode::kOk;
}

ExitCode draw_sheet(const GenOptions& options, Scheduler& scheduler) {
  const Error error = write_sheet(options.outputs.sheet, options.how.instruction_set, scheduler);
  return error ? fail(error.message) : ExitCode::kOk;
}

void list_kinds() {
  for (const GenKind& kind : kKinds) fmt::print("{:<8} {} ({})\n", kind.name, kind.help, kind.endings);
  fmt::print("recipes: {}\n", fmt::join(shipped_recipes(), ", "));
  fmt::print("tile sets: {}\n", fmt::join(shipped_tile_sets(), ", "));
  fmt::print("L-systems: {}\n", fmt::join(shipped_lsystems(), ", "));
}

ExitCode run_gen(const GenOptions& options) {
  if (options.outputs.list) {
    list_kinds();
    return ExitCode::kOk;
  }
  if (Error error = check_files(options)) return fail(error.message);
  const std::unique_ptr<Scheduler> scheduler = scheduler_for(options.how.threads);
  const ExitCode code = options.kind.empty() ? ExitCode::kOk : make(options, *scheduler);
  return code != ExitCode::kOk || options.outputs.sheet.empty() ? code : draw_sheet(options, *scheduler);
}

}  // namespace

const GenKind& gen_kind(const std::string& name) {
  const auto* const found = std::ranges::find(kKinds, name, &GenKind::name);
  return found == std::end(kKinds) ? kRecipe : *found;
}

void add_gen(CLI::App& app, ExitCode& code) {
  const auto options = std::make_shared<GenOptions>();
  CLI::App* verb = app.add_subcommand("gen", "Makes worlds and what they are made of from a seed");
  add_gen_options(*verb, *options);
  verb->callback([options, verb, &code] {
    check_gen_usage(*verb, *options);
    code = run_gen(*options);
  });
}

}  // namespace cardume
