#include <array>
#include <cardume/limits.hpp>
#include <string>

#include "tools/scenario/parse.hpp"

namespace cardume {
namespace {

constexpr NumberRange kLinkCost{0.015, 1e6, false};
constexpr Cell kBound{limits::kMaxMapEdge, limits::kMaxMapEdge};

/// The costs of a map as keys; readers keep views of them.
const std::array<std::string, kWall>& cost_names() {
  static const std::array<std::string, kWall> kNames = [] {
    std::array<std::string, kWall> names;
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = std::to_string(i);
    return names;
  }();
  return kNames;
}

void parse_byte(TomlReader& reader, std::string_view key, std::uint8_t& out, std::uint32_t most) {
  std::uint32_t value = out;
  reader.read(key, value, 0, most);
  out = static_cast<std::uint8_t>(value);
}

std::int8_t sign(float x) { return static_cast<std::int8_t>((x > 0) - (x < 0)); }

}  // namespace

void parse_cost(TomlReader& reader, std::string_view key, std::uint8_t& cost) {
  const toml::node* const node = reader.find(key);
  if (node && node->is_string()) return reader.read_choice<std::uint8_t>(key, cost, {{"wall", kWall}});
  std::uint32_t value = cost;
  reader.read(key, value, 1, kWall);
  cost = static_cast<std::uint8_t>(value);
}

void parse_movement(TomlReader& reader, MovementDesc& movement) {
  reader.table("cost", [&](TomlReader& r) {
    for (std::size_t cost = 1; cost < cost_names().size(); ++cost)
      parse_cost(r, cost_names()[cost], movement.cost[cost]);
  });
  parse_byte(reader, "margin", movement.margin, limits::kMaxMargin);
  parse_byte(reader, "margin_cost", movement.margin_cost, kWall - 1);
}

void parse_one_way(TomlReader& reader, Passages& passages) {
  OneWay one;
  for (const char* key : {"from", "to", "leads"}) reader.require(key);
  reader.read("from", one.low, kBound);
  reader.read("to", one.high, kBound);
  if (one.low.x > one.high.x) std::swap(one.low.x, one.high.x);
  if (one.low.y > one.high.y) std::swap(one.low.y, one.high.y);
  Vec2 leads{1, 0};
  reader.read("leads", leads, {-1, 1, false});
  one.dx = sign(leads.x);
  one.dy = sign(leads.y);
  if (Vec2{static_cast<float>(one.dx), static_cast<float>(one.dy)} != leads || leads == Vec2{}) {
    reader.refuse("leads", "expected [x, y], each -1, 0 or 1, and not both 0");
  }
  passages.one_ways.push_back(one);
}

void parse_link(TomlReader& reader, Passages& passages) {
  Link link;
  for (const char* key : {"from", "to"}) reader.require(key);
  reader.read("from", link.from, kBound);
  reader.read("to", link.to, kBound);
  reader.read("cost", link.cost, kLinkCost);
  reader.read("both_ways", link.both_ways);
  passages.links.push_back(link);
}

}  // namespace cardume
