#include "tools/cardume/gen_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cardume/limits.hpp>
#include <charconv>
#include <map>
#include <vector>

#include "tools/cardume/shared_options.hpp"
#include "tools/scenario/scenario.hpp"

namespace cardume {
namespace {

const std::map<std::string, Fractal> kFractals{
    {"fbm", Fractal::kFbm}, {"ridged", Fractal::kRidged}, {"billow", Fractal::kBillow}};
const std::map<std::string, CellMetric> kMetrics{
    {"euclid", CellMetric::kEuclid}, {"manhattan", CellMetric::kManhattan}, {"chebyshev", CellMetric::kChebyshev}};
const std::map<std::string, CellValue> kValues{{"f1", CellValue::kF1},
                                               {"f2", CellValue::kF2},
                                               {"f2-f1", CellValue::kF2F1},
                                               {"id", CellValue::kId},
                                               {"border", CellValue::kBorder}};

/// Which kinds an option is for.
struct Use {
  const char* option;
  std::vector<const char*> kinds;
};

const std::vector<Use> kUses{{"--octaves", {"perlin", "simplex", "value"}},
                             {"--gain", {"perlin", "simplex", "value"}},
                             {"--lacunarity", {"perlin", "simplex", "value"}},
                             {"--fractal", {"perlin", "simplex", "value"}},
                             {"--warp", {"perlin", "simplex", "value"}},
                             {"--warp-period", {"perlin", "simplex", "value"}},
                             {"--z", {"perlin", "simplex", "value"}},
                             {"--period", {"perlin", "simplex", "value", "voronoi"}},
                             {"--tile", {"perlin", "value", "voronoi"}},
                             {"--metric", {"voronoi"}},
                             {"--jitter", {"voronoi"}},
                             {"--value", {"voronoi"}},
                             {"--wall-share", {"caves"}},
                             {"--steps", {"caves"}},
                             {"--connect", {"caves", "wfc"}},
                             {"--system", {"lsystem"}},
                             {"--n", {"lsystem", "wfc"}},
                             {"--dimensions", {"lsystem"}},
                             {"--set", {"wfc"}},
                             {"--sample", {"wfc"}},
                             {"--periodic", {"wfc"}}};

/// Two whole numbers with a letter between them.
template <class T>
std::optional<std::pair<T, T>> pair_in(const std::string& text, char between) {
  std::pair<T, T> pair;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, pair.first);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != between) return {};
  const auto second = std::from_chars(first.ptr + 1, end, pair.second);
  if (second.ec != std::errc{} || second.ptr != end) return {};
  return pair;
}

GenSize size_from(const std::string& text) {
  constexpr std::uint32_t kMost = limits::kMaxMapEdge;
  const auto pair = pair_in<std::uint32_t>(text, 'x');
  if (!pair || pair->first < 1 || pair->second < 1 || pair->first > kMost || pair->second > kMost) {
    throw CLI::ValidationError("--size", fmt::format("{}: expected WxH, each 1 to {}", text, kMost));
  }
  return {pair->first, pair->second};
}

GenChunk chunk_from(const std::string& text) {
  // Within 2^45 chunks even the largest ones begin where samples may.
  constexpr std::int64_t kFarthest = std::int64_t{1} << 45;
  const auto pair = pair_in<std::int64_t>(text, ',');
  if (!pair || std::max(std::abs(pair->first), std::abs(pair->second)) > kFarthest) {
    throw CLI::ValidationError("--chunk", fmt::format("{}: expected X,Y, each within {} of 0", text, kFarthest));
  }
  return {pair->first, pair->second};
}

void add_what(CLI::App& verb, GenOptions& options) {
  verb.add_option("kind", options.kind, "What to make: a kind or a recipe (see --list)")->type_name("KIND|RECIPE");
  verb.add_option_function<std::string>(
          "--seed", [&options](const std::string& text) { options.seed = *parse_seed(text); }, "Any number of 64 bits")
      ->check(is_seed)
      ->type_name("S");
  verb.add_option_function<std::string>(
          "--size", [&options](const std::string& text) { options.region.size = size_from(text); },
          "Samples, cells or tiles")
      ->type_name("WxH");
  verb.add_option_function<std::string>(
          "--chunk", [&options](const std::string& text) { options.region.chunk = chunk_from(text); },
          "That piece of an endless world, each --size large; 0,0 by default")
      ->type_name("X,Y");
}

void add_noise(CLI::App& verb, GenOptions& options) {
  NoiseDesc& noise = options.noise;
  verb.add_option("--octaves", noise.octaves, "Of noise")->check(CLI::Range(1u, 16u))->type_name("N");
  verb.add_option("--gain", noise.gain, "What an octave counts of the one before")
      ->check(finite)
      ->check(CLI::Range(0.f, 1.f))
      ->type_name("SHARE");
  verb.add_option("--lacunarity", noise.lacunarity, "How much finer an octave is than the one before")
      ->check(finite)
      ->check(CLI::Range(1.f, 8.f))
      ->type_name("FACTOR");
  verb.add_option("--fractal", noise.fractal, "What octaves add up to")
      ->transform(CLI::CheckedTransformer(kFractals).description(""))
      ->type_name("fbm|ridged|billow");
  verb.add_option("--warp", noise.warp.amplitude, "How far samples are moved by noise of their own")
      ->check(finite)
      ->check(CLI::Range(0.f, 1e4f))
      ->type_name("SAMPLES");
  verb.add_option("--warp-period", noise.warp.period, "As --period")
      ->check(finite)
      ->check(CLI::Range(1.f, 1048576.f))
      ->type_name("SAMPLES");
  verb.add_option("--z", options.lattice.z, "That layer of noise in space")
      ->check(CLI::Range(-(std::int64_t{1} << 45), std::int64_t{1} << 45))
      ->type_name("Z");
}

void add_cells(CLI::App& verb, GenOptions& options) {
  verb.add_option("--period", options.lattice.period, "Samples along a cell of the lattice")
      ->check(finite)
      ->check(CLI::Range(1.f, 1048576.f))
      ->type_name("SAMPLES");
  verb.add_option("--tile", options.lattice.tile, "Samples after which it repeats")
      ->check(CLI::Range(0u, 1048576u))
      ->type_name("SAMPLES");
  verb.add_option("--metric", options.cells.desc.metric, "How distances are measured")
      ->transform(CLI::CheckedTransformer(kMetrics).description(""))
      ->type_name("euclid|manhattan|chebyshev");
  verb.add_option("--jitter", options.cells.desc.jitter, "0 for a square lattice, 1 for none")
      ->check(finite)
      ->check(CLI::Range(0.f, 1.f))
      ->type_name("SHARE");
  verb.add_option("--value", options.cells.value, "What of the cells")
      ->transform(CLI::CheckedTransformer(kValues).description(""))
      ->type_name("f1|f2|f2-f1|id|border");
}

void add_caves(CLI::App& verb, CavesDesc& caves) {
  verb.add_option("--wall-share", caves.wall_share, "Walls before the first step")
      ->check(finite)
      ->check(CLI::Range(0.f, 1.f))
      ->type_name("SHARE");
  verb.add_option("--steps", caves.steps, "Of the cellular automaton")->check(CLI::Range(0u, 64u))->type_name("N");
}

void add_lsystem(CLI::App& verb, GenLSystem& lsystem) {
  verb.add_option("--system", lsystem.system, "An L-system by name (see --list) or from a file")
      ->type_name("NAME|FILE");
  verb.add_option("--dimensions", lsystem.dimensions, "Of its turtle")->check(CLI::Range(2u, 3u))->type_name("2|3");
}

void add_wfc(CLI::App& verb, GenWfc& wfc) {
  CLI::Option* const set =
      verb.add_option("--set", wfc.set, "Tiles by name (see --list) or from a file")->type_name("NAME|FILE");
  verb.add_option("--sample", wfc.sample, "A picture to learn from instead")->excludes(set)->type_name("FILE.png");
  verb.add_flag("--periodic", wfc.periodic, "The map goes on at its other side");
}

void add_shared(CLI::App& verb, GenOptions& options) {
  const char* const n =
      "How often symbols are rewritten (by default as makes a picture); edge of a sample's windows (3)";
  verb.add_option("--n", options.shared.n, n)->check(CLI::Range(0u, 4096u))->type_name("N");
  verb.add_flag_function(
      "--connect,!--no-connect", [&options](std::int64_t count) { options.shared.connect = count > 0; },
      "Join all caves (the default), or all of a map of tiles that can be walked on");
}

void add_outputs(CLI::App& verb, GenOutputs& outputs) {
  verb.add_option("-o,--out", outputs.path, "Write it there, as the ending says; - for text on stdout")
      ->type_name("FILE.png|.map|.txt|.svg|.json");
  verb.add_option("--scale", outputs.scale, "Pixels along a sample; by default what suits the kind")
      ->check(CLI::Range(1u, 64u))
      ->type_name("N");
  verb.add_option("--sheet", outputs.sheet, "Draw a sheet of many kinds there")->type_name("FILE.png");
  verb.add_flag("--hash", outputs.hash, "Print a hash of all values, which is the same on every machine");
  verb.add_flag("--list", outputs.list, "List kinds and recipes");
}

}  // namespace

void add_gen_options(CLI::App& verb, GenOptions& options) {
  add_what(verb, options);
  add_noise(verb, options);
  add_cells(verb, options);
  add_caves(verb, options.caves);
  add_lsystem(verb, options.lsystem);
  add_wfc(verb, options.wfc);
  add_shared(verb, options);
  add_outputs(verb, options.outputs);
  add_threads(verb, options.how.threads);
  add_instruction_set(verb, options.how.instruction_set);
}

void check_gen_usage(const CLI::App& verb, const GenOptions& options) {
  const GenOutputs& outputs = options.outputs;
  if (options.kind.empty() && outputs.sheet.empty() && !outputs.list) {
    throw CLI::RequiredError("A kind, a recipe, --sheet or --list");
  }
  for (const Use& use : kUses) {
    if (verb.get_option(use.option)->count() == 0 || std::ranges::find(use.kinds, options.kind) != use.kinds.end()) {
      continue;
    }
    throw CLI::ValidationError(use.option, fmt::format("not for {}; for {}", options.kind, fmt::join(use.kinds, ", ")));
  }
}

}  // namespace cardume
