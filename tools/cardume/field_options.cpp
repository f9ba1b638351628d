#include "tools/cardume/field_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <map>
#include <optional>

namespace cardume {
namespace {

const std::map<std::string, Metric> kMetrics{
    {"octile", Metric::kOctile}, {"eikonal", Metric::kEikonal}, {"chebyshev", Metric::kChebyshev}};
const std::map<std::string, DirectionMode> kDirections{{"gradient", DirectionMode::kGradient},
                                                       {"arrows", DirectionMode::kArrows}};
const std::map<std::string, Drawing> kDrawings{
    {"contours", Drawing::kContours}, {"arrows", Drawing::kArrows}, {"streamlines", Drawing::kStreamlines}};

/// Whole numbers with commas between them.
std::optional<std::vector<std::uint32_t>> numbers_in(std::string_view text) {
  std::vector<std::uint32_t> numbers;
  const char *at = text.data(), *const end = at + text.size();
  for (;;) {
    const auto [stop, problem] = std::from_chars(at, end, numbers.emplace_back());
    if (problem != std::errc{}) return {};
    if (stop == end) return numbers;
    if (*stop != ',') return {};
    at = stop + 1;
  }
}

Cell cell_from(const std::string& option, const std::string& text) {
  const auto numbers = numbers_in(text);
  if (!numbers || numbers->size() != 2) throw CLI::ValidationError(option, text + ": expected a cell as X,Y");
  return {(*numbers)[0], (*numbers)[1]};
}

FieldEdit edit_from(const std::string& option, const std::string& text) {
  const auto numbers = numbers_in(text);
  const std::size_t count = numbers ? numbers->size() : 0;
  if ((count != 3 && count != 5) || numbers->back() < 1 || numbers->back() > kWall) {
    throw CLI::ValidationError(
        option, fmt::format("{}: expected X,Y,COST or X,Y,X2,Y2,COST with a cost from 1 to {}", text, kWall));
  }
  const Cell corner{(*numbers)[0], (*numbers)[1]};
  const Cell opposite = count == 3 ? corner : Cell{(*numbers)[2], (*numbers)[3]};
  return {corner, opposite, static_cast<std::uint8_t>(numbers->back())};
}

/// An option that may be given many times, each with one value that `read` makes sense of.
template <class T>
CLI::Option* add_list(CLI::App& verb, const std::string& name, const std::string& help, std::vector<T>& list,
                      T (*read)(const std::string&, const std::string&)) {
  CLI::Option* const option = verb.add_option_function<std::vector<std::string>>(
      name,
      [&list, name, read](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) list.push_back(read(name, text));
      },
      help);
  return option->allow_extra_args(false);
}

void add_ground(CLI::App& verb, FieldGround& ground) {
  add_list(verb, "--edit", "Put cells to a cost, 1 to 255, before anything else; may be repeated", ground.edits,
           edit_from)
      ->type_name("X,Y[,X2,Y2],COST");
  verb.add_option("--clearance", ground.clearance, "Only ways that a disc of this radius fits through, in cells")
      ->check(CLI::Range(0.f, 32.f))
      ->type_name("RADIUS");
}

void add_aims(CLI::App& verb, FieldAims& aims) {
  add_list(verb, "--goal", "A cell that ways lead to; may be repeated, and the nearest one counts", aims.goals,
           cell_from)
      ->type_name("X,Y");
  add_list(verb, "--flee", "A cell that ways lead away from; may be repeated", aims.threats, cell_from)
      ->type_name("X,Y");
  add_list(verb, "--trace", "Follow the way from this cell; may be repeated", aims.starts, cell_from)->type_name("X,Y");
}

void add_field_picture(CLI::App& verb, FieldPicture& picture) {
  CLI::Option* const png = verb.add_option("--png", picture.path, "Draw the field there")->type_name("FILE");
  verb.add_option("--draw", picture.drawing, "What of the field is drawn")
      ->transform(CLI::CheckedTransformer(kDrawings).description(""))
      ->type_name("contours|arrows|streamlines")
      ->needs(png);
  add_picture_width(verb, picture.width);
}

void add_outputs(CLI::App& verb, FieldOptions& options) {
  verb.add_option("--json", options.json, "Write what came out as JSON there; - for stdout")->type_name("FILE");
  verb.add_option("--out", options.out, "Write the map there, edits and clearance included")
      ->type_name("FILE.png|.map|.json");
  add_field_picture(verb, options.picture);
}

}  // namespace

const char* name_of(Metric metric) {
  for (const auto& [name, value] : kMetrics)
    if (value == metric) return name.c_str();
  return "";
}

void add_field_options(CLI::App& verb, FieldOptions& options) {
  verb.add_option("map", options.map, "A map: Moving AI .map, PNG, Tiled .tmj or .tmx, or JSON")->required();
  CLI::Option* const queries =
      verb.add_option("--scen", options.queries, "Answer every query of this Moving AI file")->type_name("FILE");
  add_aims(verb, options.aims);
  add_ground(verb, options.ground);
  verb.add_option("--mode", options.metric, "How distances are measured")
      ->transform(CLI::CheckedTransformer(kMetrics).description(""))
      ->type_name("octile|eikonal|chebyshev");
  verb.add_option("--directions", options.directions, "How directions come from distances")
      ->transform(CLI::CheckedTransformer(kDirections).description(""))
      ->type_name("gradient|arrows");
  verb.add_flag("--tiles", options.tiles, "Find ways over tiles as well, and say how much longer they are");
  verb.add_flag("--bench", options.bench, "Time how long fields of this map take to build");
  add_outputs(verb, options);
  add_threads(verb, options.threads);
  for (const char* other :
       {"--goal", "--flee", "--trace", "--edit", "--clearance", "--mode", "--directions", "--bench", "--png", "--out"})
    queries->excludes(verb.get_option(other));
}

}  // namespace cardume
