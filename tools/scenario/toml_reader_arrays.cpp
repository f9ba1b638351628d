#include <fmt/format.h>

#include "tools/scenario/toml_reader.hpp"

namespace cardume {
namespace {

constexpr std::uint32_t kBits = 32;

}  // namespace

void TomlReader::read(std::string_view key, float& low, float& high, NumberRange range) {
  const toml::node* node = find(key);
  if (!node) return;
  const toml::array* array = node->as_array();
  if (array && array->size() != 2) return refuse(key, "expected a number, or two as [low, high]");
  const auto first = number(array ? (*array)[0] : *node, path_of(key), range);
  const auto last = array ? number((*array)[1], path_of(key), range) : first;
  if (!first || !last) return;
  if (!(*first <= *last)) return refuse(key, "expected the lower number first");
  low = static_cast<float>(*first);
  high = static_cast<float>(*last);
}

void TomlReader::read(std::string_view key, Vec2& out, NumberRange range) {
  const toml::node* node = find(key);
  if (!node) return;
  const toml::array* array = node->as_array();
  if (!array || array->size() != 2) return refuse(key, "expected [x, y]");
  const auto x = number((*array)[0], path_of(key), range);
  const auto y = number((*array)[1], path_of(key), range);
  if (x && y) out = {static_cast<float>(*x), static_cast<float>(*y)};
}

std::vector<std::uint32_t> TomlReader::below(const toml::node& node, std::string_view what,
                                             std::initializer_list<std::uint32_t> bounds) {
  const toml::array* array = node.as_array();
  if (!array || array->size() != bounds.size()) {
    context_.refuse(node.source(), fmt::format("{}: expected an array of {} whole numbers", what, bounds.size()));
    return {};
  }
  std::vector<std::uint32_t> values;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const toml::node& entry = (*array)[i];
    const std::uint32_t bound = bounds.begin()[i];
    const std::optional<std::int64_t> value = entry.is_integer() ? entry.value<std::int64_t>() : std::nullopt;
    if (!value || *value < 0 || *value >= bound) {
      context_.refuse(entry.source(), fmt::format("{}: expected a whole number from 0 to {}", what, bound - 1));
      return {};
    }
    values.push_back(static_cast<std::uint32_t>(*value));
  }
  return values;
}

void TomlReader::read(std::string_view key, Cell& out, Cell bound) {
  const toml::node* node = find(key);
  if (!node) return;
  const std::vector<std::uint32_t> values = below(*node, path_of(key), {bound.x, bound.y});
  if (!values.empty()) out = {values[0], values[1]};
}

void TomlReader::read(std::string_view key, std::vector<CellRectangle>& out, Cell bound) {
  const toml::node* node = find(key);
  if (!node) return;
  const toml::array* array = node->as_array();
  if (!array) return refuse(key, "expected an array of rectangles such as [[1, 2, 3, 4]]");
  out.clear();
  for (const toml::node& entry : *array) {
    const std::vector<std::uint32_t> values = below(entry, path_of(key), {bound.x, bound.y, bound.x, bound.y});
    if (values.empty()) return;
    out.push_back({{values[0], values[1]}, {values[2], values[3]}});
  }
}

void TomlReader::read_bits(std::string_view key, std::uint32_t& out) {
  const toml::node* node = find(key);
  if (!node) return;
  if (node->value<std::string_view>() == "all") {
    out = ~0u;
    return;
  }
  const toml::array* array = node->as_array();
  if (!array) return refuse(key, "expected \"all\", or a list of numbers such as [0, 3]");
  std::uint32_t bits = 0;
  for (const toml::node& entry : *array) {
    const std::optional<std::int64_t> bit = entry.is_integer() ? entry.value<std::int64_t>() : std::nullopt;
    if (!bit || *bit < 0 || *bit >= kBits) {
      return context_.refuse(entry.source(),
                             fmt::format("{}: expected a whole number from 0 to {}", path_of(key), kBits - 1));
    }
    bits |= 1u << *bit;
  }
  out = bits;
}

}  // namespace cardume
