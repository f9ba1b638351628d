#include <cardume/limits.hpp>
#include <utility>

#include "core/worldgen/recipe/reader.hpp"

namespace cardume::recipe {
namespace {

NoiseLayer read_noise(Statement& line, NoiseKind kind) {
  NoiseDesc desc;
  desc.kind = kind;
  line.read_choice<Fractal>("fractal", desc.fractal,
                            {{"fbm", Fractal::kFbm}, {"ridged", Fractal::kRidged}, {"billow", Fractal::kBillow}});
  line.read("octaves", desc.octaves, 1, 16);
  line.read("period", desc.period, 1, 1e5f);
  line.read("gain", desc.gain, 0, 1);
  line.read("lacunarity", desc.lacunarity, 1, 8);
  desc.warp.period = desc.period;
  line.read("warp", desc.warp.amplitude, 0, 1e4f);
  line.read("warp_period", desc.warp.period, 1, 1e5f);
  line.read("warp_octaves", desc.warp.octaves, 1, 16);
  return {desc};
}

VoronoiLayer read_voronoi(Statement& line) {
  using Value = VoronoiLayer::Value;
  VoronoiLayer layer;
  line.read_choice<CellMetric>(
      "metric", layer.desc.metric,
      {{"euclid", CellMetric::kEuclid}, {"manhattan", CellMetric::kManhattan}, {"chebyshev", CellMetric::kChebyshev}});
  line.read_choice<Value>("value", layer.value,
                          {{"f1", Value::kF1},
                           {"f2", Value::kF2},
                           {"f2-f1", Value::kF2F1},
                           {"border", Value::kBorder},
                           {"id", Value::kId}});
  line.read("jitter", layer.desc.jitter, 0, 1);
  line.read("period", layer.desc.period, 1, 1e5f);
  if (layer.value == Value::kBorder && layer.desc.metric != CellMetric::kEuclid)
    line.complain(line.keyword(), "value=border needs metric=euclid");
  return layer;
}

CavesLayer read_caves(Statement& line) {
  CavesLayer layer;
  line.read("share", layer.share, 0, 1);
  line.read("steps", layer.steps, 0, 64);
  return layer;
}

TilesLayer read_tiles(Statement& line, const Content& content) {
  TilesLayer layer;
  layer.set = line.next("the name of a tile set").text;
  if (content.endless) return layer;
  line.read("across", layer.across, 1, 1024);
  line.read("down", layer.down, 1, 1024);
  if (const Word x = line.read("x"); !x.text.empty()) layer.x = line.share(x);
  if (const Word y = line.read("y"); !y.text.empty()) layer.y = line.share(y);
  return layer;
}

bool begins_number(std::string_view text) { return text.find_first_of("+-.0123456789") == 0; }

Term read_term(Statement& line, const Content& content, const Word& word) {
  const std::size_t times = word.text.find('*');
  const std::uint32_t layer = find_layer(line, content, {word.text.substr(0, times), word.column});
  if (times == std::string_view::npos) return {layer, 1};
  return {layer, line.number({word.text.substr(times + 1), word.column + times + 1})};
}

BlendLayer read_blend(Statement& line, const Content& content, Blend blend) {
  BlendLayer layer;
  layer.blend = blend;
  do {
    const Word word = line.next("a layer, such as height*0.5");
    if (blend == Blend::kSum && begins_number(word.text))
      layer.constant += line.number(word);
    else
      layer.terms.push_back(read_term(line, content, word));
  } while (line.has_next() && !line.failed());
  if (layer.terms.empty()) line.complain(line.keyword(), "a sum needs a layer");
  return layer;
}

FalloffLayer read_falloff(Statement& line, const Content& content) {
  if (content.endless) line.complain(line.keyword(), "an endless landscape has no edge to fall off to");
  return {};
}

decltype(Layer::kind) read_kind(Statement& line, const Content& content) {
  const Word kind = line.next("a kind of layer");
  if (kind.text == "perlin") return read_noise(line, NoiseKind::kPerlin);
  if (kind.text == "simplex") return read_noise(line, NoiseKind::kSimplex);
  if (kind.text == "value") return read_noise(line, NoiseKind::kValue);
  if (kind.text == "voronoi") return read_voronoi(line);
  if (kind.text == "caves") return read_caves(line);
  if (kind.text == "tiles") return read_tiles(line, content);
  if (kind.text == "sum") return read_blend(line, content, Blend::kSum);
  if (kind.text == "product") return read_blend(line, content, Blend::kProduct);
  if (kind.text == "least") return read_blend(line, content, Blend::kLeast);
  if (kind.text == "greatest") return read_blend(line, content, Blend::kGreatest);
  if (kind.text == "slope") return SlopeLayer{find_layer(line, content, line.next("a layer"))};
  if (kind.text == "falloff") return read_falloff(line, content);
  line.complain(kind,
                "a layer must be one of perlin, simplex, value, voronoi, caves, tiles, sum, product, least, greatest, "
                "slope, falloff");
  return {};
}

}  // namespace

std::uint32_t find_layer(Statement& line, const Content& content, const Word& word) {
  const auto found = std::find(content.layer_names.begin(), content.layer_names.end(), word.text);
  if (found != content.layer_names.end()) return static_cast<std::uint32_t>(found - content.layer_names.begin());
  line.complain(word, "there is no layer " + std::string(word.text) + " above");
  return 0;
}

void read_layer(Statement& line, Content& content) {
  const Word name = line.next("a name");
  if (content.layers.size() == limits::kMaxLayers) line.complain(name, "at most 64 layers (limits::kMaxLayers)");
  const auto& names = content.layer_names;
  if (std::find(names.begin(), names.end(), name.text) != names.end())
    line.complain(name, "there is a layer of that name already");
  if (begins_number(name.text) || name.text.find_first_of("*<>='%") != std::string_view::npos)
    line.complain(name, "a name begins with a letter, and has none of *<>='%");
  Layer layer{std::string(name.text), read_kind(line, content)};
  content.layer_names.push_back(layer.name);
  content.layers.push_back(std::move(layer));
}

}  // namespace cardume::recipe
