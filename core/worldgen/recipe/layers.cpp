#include "core/worldgen/recipe/layers.hpp"

#include <algorithm>
#include <cardume/caves.hpp>
#include <cardume/random.hpp>
#include <cmath>
#include <utility>

namespace cardume::recipe {
namespace {

SampleBox grown(SampleBox box, std::uint32_t by) {
  box.x -= by;
  box.y -= by;
  box.width += 2 * by;
  box.height += 2 * by;
  return box;
}

/// Marks what a layer is made from, and how many cells around the box of each are looked at.
class Needs {
 public:
  Needs(const Content& content, const std::vector<bool>& wanted) : wanted_(wanted), margin_(wanted.size(), 0) {
    for (auto i = static_cast<std::uint32_t>(wanted.size()); i-- > 0;)
      if (wanted_[i]) std::visit([&](const auto& kind) { mark(kind, margin_[i]); }, content.layers[i].kind);
  }

  bool wanted(std::uint32_t layer) const { return wanted_[layer]; }
  std::uint32_t margin(std::uint32_t layer) const { return margin_[layer]; }

 private:
  void need(std::uint32_t layer, std::uint32_t margin) {
    wanted_[layer] = true;
    margin_[layer] = std::max(margin_[layer], margin);
  }

  void mark(const BlendLayer& blend, std::uint32_t margin) {
    for (const Term& term : blend.terms) need(term.layer, margin);
  }
  void mark(const SlopeLayer& slope, std::uint32_t margin) { need(slope.of, margin + 1); }
  template <class Kind>
  void mark(const Kind&, std::uint32_t) {}

  std::vector<bool> wanted_;
  std::vector<std::uint32_t> margin_;
};

/// What the kinds of layers have in common.
struct Task {
  std::uint64_t seed;
  const LandscapeDesc& landscape;
  const std::vector<Field>& earlier;
  const TileMap& tiles;
  SampleOptions options;
};

template <class Function>
void for_each_cell(Field& out, Function function) {
  std::size_t i = 0;
  for (std::uint32_t row = 0; row < out.box.height; ++row)
    for (std::uint32_t column = 0; column < out.box.width; ++column)
      out.value[i++] = function(out.box.x + column, out.box.y + row);
}

Error fill(const NoiseLayer& layer, const Task& task, Field& out) {
  NoiseDesc desc = layer.desc;
  desc.seed = task.seed;
  return fill_noise(desc, out.box, out.value, task.options);
}

/// As a number of [0, 1).
float from_id(std::uint32_t id) { return static_cast<float>(id >> 8) * 0x1p-24f; }

Error fill(const VoronoiLayer& layer, const Task& task, Field& out) {
  using Value = VoronoiLayer::Value;
  CellularDesc desc = layer.desc;
  desc.seed = task.seed;
  CellularOut wanted;
  std::vector<std::uint32_t> id(layer.value == Value::kId ? out.value.size() : 0);
  wanted.id = id;
  if (layer.value == Value::kF1) wanted.f1 = out.value;
  if (layer.value == Value::kF2) wanted.f2 = out.value;
  if (layer.value == Value::kF2F1) wanted.f2_f1 = out.value;
  if (layer.value == Value::kBorder) wanted.border = out.value;
  if (Error error = fill_cellular(desc, out.box, wanted, task.options)) return error;
  if (layer.value == Value::kId) std::transform(id.begin(), id.end(), out.value.begin(), from_id);
  return {};
}

Error fill(const CavesLayer& layer, const Task& task, Field& out) {
  CavesDesc desc;
  desc.width = out.box.width;
  desc.height = out.box.height;
  desc.wall_share = layer.share;
  desc.steps = layer.steps;
  desc.connect = false;
  desc.seed = task.seed;
  desc.endless = true;
  desc.x = out.box.x;
  desc.y = out.box.y;
  const auto caves = generate_caves(desc);
  if (!caves) return caves.error();
  std::transform(caves->cost.begin(), caves->cost.end(), out.value.begin(),
                 [](std::uint8_t cost) { return cost == kWall ? 1.f : 0.f; });
  return {};
}

Error fill(const TilesLayer&, const Task& task, Field& out) { return task.tiles.fill(out.box, out.value); }

/// Far from infinity, so that nothing becomes what is no number.
float bounded(float value) { return std::clamp(value, -1e12f, 1e12f); }

float blend(const BlendLayer& layer, const Task& task, std::int64_t x, std::int64_t y) {
  const auto term = [&](const Term& one) { return bounded(task.earlier[one.layer].at(x, y) * one.factor); };
  float value = term(layer.terms.front());
  if (layer.blend == Blend::kSum) value = layer.constant + value;
  for (std::size_t i = 1; i < layer.terms.size(); ++i) {
    const float next = term(layer.terms[i]);
    switch (layer.blend) {
      case Blend::kSum:
        value = bounded(value + next);
        break;
      case Blend::kProduct:
        value = bounded(value * next);
        break;
      case Blend::kLeast:
        value = next < value ? next : value;
        break;
      case Blend::kGreatest:
        value = value < next ? next : value;
        break;
    }
  }
  return value;
}

Error fill(const BlendLayer& layer, const Task& task, Field& out) {
  for_each_cell(out, [&](std::int64_t x, std::int64_t y) { return blend(layer, task, x, y); });
  return {};
}

Error fill(const SlopeLayer& layer, const Task& task, Field& out) {
  const Field& of = task.earlier[layer.of];
  for_each_cell(out, [&](std::int64_t x, std::int64_t y) {
    const float across = (of.at(x + 1, y) - of.at(x - 1, y)) * 0.5f, down = (of.at(x, y + 1) - of.at(x, y - 1)) * 0.5f;
    return std::sqrt(across * across + down * down);
  });
  return {};
}

/// 1 in the middle of an edge of so many cells, 0 at its ends and beyond.
float falloff(std::int64_t at, std::uint32_t along) {
  const float middle = static_cast<float>(along) * 0.5f;
  const float from = (static_cast<float>(std::clamp<std::int64_t>(at, -1, along)) + 0.5f - middle) / middle;
  return std::max(0.f, 1 - from * from);
}

Error fill(const FalloffLayer&, const Task& task, Field& out) {
  for_each_cell(out, [&](std::int64_t x, std::int64_t y) {
    return falloff(x, task.landscape.width) * falloff(y, task.landscape.height);
  });
  return {};
}

}  // namespace

Result<Layers> Layers::create(const Content& content, const LandscapeDesc& desc) {
  Layers layers(content);
  layers.desc_ = desc;
  const Stream stream = Stream(desc.seed).sub("layers");
  for (const Layer& layer : content.layers) {
    layers.seeds_.push_back(stream.sub(layer.name).seed());
    TileMap tiles;
    if (const auto* kind = std::get_if<TilesLayer>(&layer.kind)) {
      auto made = TileMap::create(*kind, desc, content.endless, layers.seeds_.back());
      if (!made) return Error{made.error().status, "layer " + layer.name + ": " + made.error().message};
      tiles = std::move(*made);
    }
    layers.tiles_.push_back(std::move(tiles));
  }
  return layers;
}

Result<std::vector<Field>> Layers::fill(const SampleBox& box, const std::vector<bool>& wanted) const {
  const Needs needs(*content_, wanted);
  std::vector<Field> fields(content_->layers.size());
  for (std::uint32_t i = 0; i < fields.size(); ++i) {
    if (!needs.wanted(i)) continue;
    fields[i].box = grown(box, needs.margin(i));
    fields[i].value.resize(fields[i].box.count());
    if (Error error = fill(i, fields[i], fields))
      return Error{error.status, "layer " + content_->layers[i].name + ": " + error.message};
  }
  return fields;
}

Error Layers::fill(std::uint32_t layer, Field& out, const std::vector<Field>& earlier) const {
  SampleOptions options = desc_.options;
  options.scheduler = nullptr;  // Whoever fills layers does so for many boxes at once.
  const Task task{seeds_[layer], desc_, earlier, tiles_[layer], std::move(options)};
  return std::visit([&](const auto& kind) { return recipe::fill(kind, task, out); }, content_->layers[layer].kind);
}

}  // namespace cardume::recipe
