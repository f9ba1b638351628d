#include "core/worldgen/recipe/ground.hpp"

#include <algorithm>
#include <cardume/cost_grid.hpp>
#include <cardume/random.hpp>
#include <utility>

#include "core/exact_float.hpp"
#include "core/worldgen/join.hpp"

namespace cardume::recipe {
namespace {

/// Edge of the pieces that raw ground is worked out in, in cells.
constexpr std::uint32_t kPiece = 128;

const char kHeight[] = "height";

/// The layers that ground follows from.
std::vector<bool> wanted_layers(const Content& content) {
  std::vector<bool> wanted(content.layers.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] = content.layers[i].name == kHeight;
  for (const BiomeRule& rule : content.rules)
    for (const Condition& condition : rule.conditions) wanted[condition.layer] = true;
  for (const Climb& climb : content.climbs) wanted[climb.layer] = true;
  return wanted;
}

bool holds(const Condition& condition, float value) {
  if (condition.kind == Condition::Kind::kBelow) return value < condition.value;
  return condition.kind == Condition::Kind::kAbove ? value > condition.value : value == condition.value;
}

/// The kinds of ground of one cell after the other.
class Judge {
 public:
  Judge(const Content& content, const std::vector<Field>& fields) : content_(content), fields_(fields) {}

  std::uint8_t biome(std::int64_t x, std::int64_t y) const {
    const auto& rules = content_.rules;
    const auto fits = [&](const BiomeRule& rule) {
      return !rule.never && std::all_of(rule.conditions.begin(), rule.conditions.end(),
                                        [&](const Condition& one) { return holds(one, fields_[one.layer].at(x, y)); });
    };
    // The last one always does.
    return static_cast<std::uint8_t>(std::find_if(rules.begin(), rules.end(), fits) - rules.begin());
  }

  std::uint8_t cost(std::uint8_t biome, std::int64_t x, std::int64_t y) const {
    const std::uint8_t plain = content_.biomes[biome].cost;
    if (plain == kWall) return kWall;
    float cost = plain;
    for (const Climb& climb : content_.climbs) cost += fields_[climb.layer].at(x, y) * climb.rate;
    return static_cast<std::uint8_t>(std::clamp(cost, 1.f, float{kWall - 1}));
  }

 private:
  const Content& content_;
  const std::vector<Field>& fields_;
};

const Field* find_height(const Content& content, const std::vector<Field>& fields) {
  const auto found = std::find(content.layer_names.begin(), content.layer_names.end(), kHeight);
  return found == content.layer_names.end() ? nullptr
                                            : &fields[static_cast<std::size_t>(found - content.layer_names.begin())];
}

Error fill_piece(const Content& content, const Layers& layers, const SampleBox& piece, Ground& out) {
  const auto fields = layers.fill(piece, wanted_layers(content));
  if (!fields) return fields.error();
  const Judge judge(content, *fields);
  const Field* height = find_height(content, *fields);
  for (std::int64_t y = piece.y; y < piece.y + piece.height; ++y)
    for (std::int64_t x = piece.x; x < piece.x + piece.width; ++x) {
      const std::size_t at = out.index(x, y);
      out.biome[at] = judge.biome(x, y);
      out.cost[at] = judge.cost(out.biome[at], x, y);
      if (height != nullptr) out.height[at] = height->at(x, y);
    }
  return {};
}

SampleBox piece_of(const SampleBox& box, std::uint32_t number) {
  const std::uint32_t across = (box.width + kPiece - 1) / kPiece;
  const std::uint32_t left = number % across * kPiece, top = number / across * kPiece;
  SampleBox piece = box;
  piece.x += left;
  piece.y += top;
  piece.width = std::min(kPiece, box.width - left);
  piece.height = std::min(kPiece, box.height - top);
  return piece;
}

OpenGround open_of(const Ground& ground) {
  OpenGround open{ground.box.width, ground.box.height, std::vector<std::uint8_t>(ground.cost.size())};
  std::transform(ground.cost.begin(), ground.cost.end(), open.open.begin(),
                 [](std::uint8_t cost) { return cost != kWall; });
  return open;
}

/// Ways that were dug become what their walls say, and what was closed becomes a wall of the same biome.
void take_over(const Content& content, const OpenGround& open, Ground& ground) {
  for (std::size_t i = 0; i < open.open.size(); ++i) {
    const bool was_open = ground.cost[i] != kWall;
    if (was_open && open.open[i] == 0) ground.cost[i] = kWall;
    if (was_open || open.open[i] == 0) continue;
    ground.biome[i] = static_cast<std::uint8_t>(content.rules[ground.biome[i]].carved);
    ground.cost[i] = content.biomes[ground.biome[i]].cost;
  }
}

/// Where a side between two squares is open: in the middle of the longest run of cells that are free on both sides of
/// it, or anywhere, if there is none. `along` counts from a corner.
std::uint32_t gate(const Ground& ground, std::int64_t x, std::int64_t y, bool downward, const Stream& stream) {
  const auto free = [&](std::uint32_t along) {
    const std::int64_t gx = downward ? x : x + along, gy = downward ? y + along : y;
    return ground.cost[ground.index(gx, gy)] != kWall &&
           ground.cost[ground.index(gx - downward, gy - !downward)] != kWall;
  };
  std::uint32_t best = 0,
                middle = 1 + stream.below(kRegion - 2, static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
  for (std::uint32_t first = 0; first < kRegion;) {
    std::uint32_t end = first;
    while (end < kRegion && free(end)) ++end;
    if (end - first > best) {
      best = end - first;
      middle = first + best / 2;
    }
    first = end + 1;
  }
  return middle;
}

/// Opens the gates in the sides of a square of which `around` shows one cell more on each side.
void open_gates(const Ground& around, std::int64_t left, std::int64_t top, std::uint64_t seed, OpenGround& open) {
  const Stream down = Stream(seed).sub("gates across x"), across = Stream(seed).sub("gates across y");
  const auto set = [&](std::uint32_t x, std::uint32_t y) { open.open[y * kRegion + x] = 1; };
  set(0, gate(around, left, top, true, down));
  set(kRegion - 1, gate(around, left + kRegion, top, true, down));
  set(gate(around, left, top, false, across), 0);
  set(gate(around, left, top + kRegion, false, across), kRegion - 1);
}

}  // namespace

Ground blank_ground(const Content& content, const SampleBox& box) {
  Ground ground{box, std::vector<std::uint8_t>(box.count()), std::vector<std::uint8_t>(box.count(), kWall), {}};
  const auto& names = content.layer_names;
  if (std::find(names.begin(), names.end(), kHeight) != names.end()) ground.height.resize(box.count());
  return ground;
}

Ground part_of(const Ground& ground, const SampleBox& box) {
  Ground part{box, {}, {}, {}};
  for (std::int64_t y = box.y; y < box.y + box.height; ++y) {
    const auto first = static_cast<std::ptrdiff_t>(ground.index(box.x, y)), last = first + box.width;
    part.biome.insert(part.biome.end(), ground.biome.begin() + first, ground.biome.begin() + last);
    part.cost.insert(part.cost.end(), ground.cost.begin() + first, ground.cost.begin() + last);
    if (!ground.height.empty())
      part.height.insert(part.height.end(), ground.height.begin() + first, ground.height.begin() + last);
  }
  return part;
}

Result<Ground> raw_ground(const Content& content, const Layers& layers, const SampleBox& box, Scheduler* scheduler) {
  Ground ground = blank_ground(content, box);
  const std::uint32_t pieces = chunk_count(box.width, kPiece) * chunk_count(box.height, kPiece);
  std::vector<Error> errors(pieces);
  const auto fill = [&](std::uint32_t number) noexcept {
    const ExactFloat exact;
    try {
      errors[number] = fill_piece(content, layers, piece_of(box, number), ground);
    } catch (...) {
      errors[number].status = Status::kOutOfMemory;
    }
  };
  if (scheduler != nullptr)
    scheduler->parallel_for(pieces, 1, [&](Chunk chunk) { fill(chunk.first); });
  else
    for (std::uint32_t i = 0; i < pieces; ++i) fill(i);
  const auto bad = std::find_if(errors.begin(), errors.end(), [](const Error& error) { return bool(error); });
  if (bad != errors.end()) return *bad;
  return ground;
}

void join_all(const Content& content, Ground& ground) {
  if (!content.join.wanted) return;
  OpenGround open = open_of(ground);
  const std::uint32_t width = content.join.width;
  join_ground(open, {.width = width, .brush = std::max(width, 2u), .pockets = content.join.pockets});
  take_over(content, open, ground);
}

Result<Ground> joined_region(const Content& content, const Layers& layers, std::int64_t x, std::int64_t y,
                             std::uint64_t seed) {
  const SampleBox box{x * kRegion, y * kRegion, 0, kRegion, kRegion, 1};
  const SampleBox with_rim{box.x - 1, box.y - 1, 0, kRegion + 2, kRegion + 2, 1};
  const auto around = raw_ground(content, layers, with_rim, nullptr);
  if (!around) return around.error();
  Ground ground = part_of(*around, box);
  if (!content.join.wanted) return ground;
  OpenGround open = open_of(ground);
  open_gates(*around, box.x, box.y, seed, open);
  join_ground(open, {});
  take_over(content, open, ground);
  return ground;
}

}  // namespace cardume::recipe
