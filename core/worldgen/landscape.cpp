#include <algorithm>
#include <bit>
#include <cardume/landscape.hpp>
#include <cardume/limits.hpp>
#include <cardume/random.hpp>
#include <tuple>
#include <utility>

#include "core/checker.hpp"
#include "core/door.hpp"
#include "core/instruction_sets.hpp"
#include "core/worldgen/recipe/ground_store.hpp"
#include "core/worldgen/recipe/trees.hpp"

namespace cardume {

using recipe::Content;
using recipe::Ground;

struct Landscape::State {
  Recipe recipe;
  LandscapeDesc desc;
  recipe::GroundStore store;
  std::vector<recipe::Grove> groves;
  std::vector<NamedPlace> places;

  Error check(std::int64_t x, std::int64_t y, std::uint32_t width, std::uint32_t height) const;
  Error find_places();
  Result<Land> part(const SampleBox&);
  void plant(const Ground& around, Land&) const;
};

namespace {

/// Of one cell or tree, so that sums tell which was where.
std::uint64_t hash_at(std::int64_t x, std::int64_t y, std::uint64_t first, std::uint64_t second) {
  return Stream(split_mix_finalise(first) ^ second).at(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
}

std::uint64_t hash_of(const Land& land) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < land.biome.size(); ++i) {
    const std::uint64_t ground = land.biome[i] | std::uint64_t{land.terrain.cost[i]} << 8;
    const std::uint64_t height = land.height.empty() ? 0 : std::bit_cast<std::uint32_t>(land.height[i]);
    sum += hash_at(land.x + static_cast<std::int64_t>(i % land.terrain.width),
                   land.y + static_cast<std::int64_t>(i / land.terrain.width), ground, height);
  }
  const auto bits = [](float first, float second) {
    return std::bit_cast<std::uint32_t>(first) | std::uint64_t{std::bit_cast<std::uint32_t>(second)} << 32;
  };
  for (const TreeSpot& tree : land.trees) {
    const std::uint64_t sizes = bits(tree.trunk_radius, tree.canopy_radius) + split_mix_finalise(tree.kind);
    sum += hash_at(tree.x, tree.y, bits(tree.offset.x, tree.offset.y), ~sizes);
  }
  return sum;
}

Error check(const Recipe& recipe, LandscapeDesc& desc) {
  if (desc.width == 0) desc.width = recipe.width();
  if (desc.height == 0) desc.height = recipe.height();
  if (std::max(desc.width, desc.height) > limits::kMaxMapEdge)
    return {Status::kLimit, "width, height: at most " + std::to_string(limits::kMaxMapEdge)};
  if (choose_kernels(desc.options.instruction_set) == nullptr) return unknown_instruction_set();
  return {};
}

Result<std::vector<recipe::Grove>> make_groves(const Content& content, std::uint64_t seed) {
  std::vector<recipe::Grove> groves;
  for (const recipe::TreesRule& rule : content.trees) {
    const auto kind = static_cast<std::uint32_t>(groves.size());
    const std::uint64_t own = split_mix_finalise(Stream(seed).sub("trees").seed() + kind);
    auto grove = recipe::Grove::create(rule, kind, content, own);
    if (!grove) return grove.error();
    groves.push_back(std::move(*grove));
  }
  return groves;
}

SampleBox grown(const SampleBox& box, std::uint32_t by) {
  return {box.x - by, box.y - by, 0, box.width + 2 * by, box.height + 2 * by, 1};
}

/// What a tree adds to the cost of its cell, so that ways lead around it.
constexpr int kTreeCost = 20;

void raise_costs(Land& land) {
  for (const TreeSpot& tree : land.trees) {
    const Cell cell{static_cast<std::uint32_t>(tree.x - land.x), static_cast<std::uint32_t>(tree.y - land.y)};
    std::uint8_t& cost = land.terrain.cost[land.terrain.index(cell)];
    cost = static_cast<std::uint8_t>(std::min(cost + kTreeCost, kWall - 1));
  }
}

TreeSpot spot_at(std::int64_t x, std::int64_t y, std::uint32_t kind) {
  TreeSpot spot;
  spot.x = x;
  spot.y = y;
  spot.kind = kind;
  return spot;
}

/// By cells, row by row; of two in one cell the kind that the recipe names first.
bool comes_before(const TreeSpot& a, const TreeSpot& b) {
  return std::tuple(a.y, a.x, a.kind) < std::tuple(b.y, b.x, b.kind);
}

bool inside(const Land& land, std::int64_t x, std::int64_t y) {
  return x >= land.x && y >= land.y && x < land.x + land.terrain.width && y < land.y + land.terrain.height;
}

}  // namespace

Error Landscape::State::check(std::int64_t x, std::int64_t y, std::uint32_t width, std::uint32_t height) const {
  if (width == 0 || height == 0) return invalid("width, height", "at least 1");
  if (std::max(width, height) > limits::kMaxMapEdge) return {Status::kLimit, "width, height: at most 8192"};
  constexpr std::int64_t kFarthest = std::int64_t{1} << 61;
  if (std::min(x, y) < -kFarthest || std::max(x, y) > kFarthest) return invalid("x, y", "within 2^61 of 0");
  if (!recipe.endless() && (x < 0 || y < 0 || x + width > desc.width || y + height > desc.height))
    return invalid("x, y, width, height", "within the landscape");
  return {};
}

/// Each at the free cell nearest to where it should be.
Error Landscape::State::find_places() {
  const auto& rules = recipe.content().places;
  if (rules.empty()) return {};
  auto ground = store.ground({0, 0, 0, desc.width, desc.height, 1});
  if (!ground) return ground.error();
  const CostGrid grid{desc.width, desc.height, 1, std::move(ground->cost)};
  for (const recipe::PlaceRule& rule : rules) {
    const Cell wanted =
        cell_at(grid, {rule.x * static_cast<float>(grid.width), rule.y * static_cast<float>(grid.height)});
    const auto found = nearest_free(grid, wanted, std::max(grid.width, grid.height));
    if (!found) return {found.error().status, "place " + rule.name + ": there is no free cell"};
    places.push_back({rule.name, found->x, found->y});
  }
  return {};
}

/// Where trees of two kinds would stand too near each other, the kind that the recipe names first stays.
void Landscape::State::plant(const Ground& around, Land& land) const {
  const Content& content = recipe.content();
  const std::int64_t width = content.join.width;
  const SampleBox box{land.x, land.y, 0, land.terrain.width, land.terrain.height, 1};
  std::vector<TreeSpot> wanted;
  for (const recipe::Grove& grove : groves) grove.plant(content, around, grown(box, content.join.width), wanted);
  std::sort(wanted.begin(), wanted.end(), comes_before);
  for (const TreeSpot& tree : wanted) {
    if (!inside(land, tree.x, tree.y)) continue;
    const auto first =
        std::lower_bound(wanted.begin(), wanted.end(), spot_at(tree.x - width, tree.y - width, 0), comes_before);
    const auto last = std::upper_bound(first, wanted.end(), spot_at(tree.x + width, tree.y + width, ~0u), comes_before);
    const bool gives_way = std::any_of(first, last, [&](const TreeSpot& other) {
      return other.kind < tree.kind && std::abs(other.x - tree.x) <= width;
    });
    if (!gives_way) land.trees.push_back(tree);
  }
}

Result<Land> Landscape::State::part(const SampleBox& box) {
  const Content& content = recipe.content();
  const auto around = store.ground(grown(box, content.trees.empty() ? 0 : 2 * content.join.width));
  if (!around) return around.error();
  Ground inner = part_of(*around, box);
  Land land{box.x,
            box.y,
            {box.width, box.height, content.cell_size, std::move(inner.cost)},
            std::move(inner.height),
            std::move(inner.biome),
            {},
            {},
            0};
  plant(*around, land);
  raise_costs(land);
  std::copy_if(places.begin(), places.end(), std::back_inserter(land.places),
               [&](const NamedPlace& place) { return inside(land, place.x, place.y); });
  land.hash = hash_of(land);
  return land;
}

Landscape::Landscape(std::unique_ptr<State> state) : state_(std::move(state)) {}
Landscape::Landscape(Landscape&&) noexcept = default;
Landscape& Landscape::operator=(Landscape&&) noexcept = default;
Landscape::~Landscape() = default;

Result<Landscape> Landscape::create(const Recipe& recipe, const LandscapeDesc& wanted) {
  return guarded([&]() -> Result<Landscape> {
    LandscapeDesc desc = wanted;
    if (Error error = check(recipe, desc)) return error;
    auto layers = recipe::Layers::create(recipe.content(), desc);
    if (!layers) return layers.error();
    auto groves = make_groves(recipe.content(), desc.seed);
    if (!groves) return groves.error();
    recipe::GroundStore store(recipe.content(), desc, std::move(*layers));
    auto state = std::make_unique<State>(State{recipe, desc, std::move(store), std::move(*groves), {}});
    if (Error error = state->find_places()) return error;
    return Landscape(std::move(state));
  });
}

const Recipe& Landscape::recipe() const { return state_->recipe; }
std::uint32_t Landscape::width() const { return state_->desc.width; }
std::uint32_t Landscape::height() const { return state_->desc.height; }

Result<Land> Landscape::part(std::int64_t x, std::int64_t y, std::uint32_t width, std::uint32_t height) {
  return guarded([&]() -> Result<Land> {
    if (Error error = state_->check(x, y, width, height)) return error;
    return state_->part({x, y, 0, width, height, 1});
  });
}

Result<Land> Landscape::chunk(std::int64_t x, std::int64_t y, std::uint32_t edge) {
  if (edge == 0 || edge > limits::kMaxMapEdge) return invalid("edge", "from 1 to 8192");
  constexpr std::int64_t kFarthest = std::int64_t{1} << 48;
  if (std::min(x, y) < -kFarthest || std::max(x, y) > kFarthest) return invalid("x, y", "within 2^48 of 0");
  const std::int64_t left = x * edge, top = y * edge;
  std::uint32_t across = edge, down = edge;
  if (!state_->recipe.endless()) {
    across = static_cast<std::uint32_t>(std::clamp<std::int64_t>(width() - left, 0, edge));
    down = static_cast<std::uint32_t>(std::clamp<std::int64_t>(height() - top, 0, edge));
  }
  return part(left, top, across, down);
}

Result<std::vector<float>> Landscape::layer(std::string_view name, const SampleBox& box) {
  return guarded([&]() -> Result<std::vector<float>> {
    if (Error error = validate(box)) return error;
    if (box.depth != 1) return invalid("box.depth", "1");
    const auto names = state_->recipe.layers();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return Error{Status::kInvalidArgument, "there is no layer " + std::string(name)};
    std::vector<bool> wanted(names.size());
    const auto index = static_cast<std::size_t>(found - names.begin());
    wanted[index] = true;
    auto fields = state_->store.layers().fill(box, wanted);
    if (!fields) return fields.error();
    return std::move((*fields)[index].value);
  });
}

Vec2 middle_in(const Land& land, std::int64_t x, std::int64_t y) {
  const float cell = land.terrain.cell_size;
  return {(static_cast<float>(x - land.x) + 0.5f) * cell, (static_cast<float>(y - land.y) + 0.5f) * cell};
}

Vec2 position_in(const Land& land, const TreeSpot& tree) {
  const float cell = land.terrain.cell_size;
  return {static_cast<float>(tree.x - land.x) * cell + tree.offset.x,
          static_cast<float>(tree.y - land.y) * cell + tree.offset.y};
}

std::vector<ObstacleDesc> obstacles_in(const Land& land) {
  std::vector<ObstacleDesc> obstacles(land.trees.size());
  std::transform(land.trees.begin(), land.trees.end(), obstacles.begin(), [&](const TreeSpot& tree) {
    return ObstacleDesc{{Zone::Shape::kBall, position_in(land, tree), {}, tree.trunk_radius}};
  });
  return obstacles;
}

}  // namespace cardume
