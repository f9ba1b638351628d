#include "tools/scenario/toml_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace cardume {
namespace {

std::string describe(NumberRange range) {
  return fmt::format("a number {}{} to {}", range.open ? "above " : "from ", range.low, range.high);
}

bool within(double value, NumberRange range) {
  return value >= range.low && value <= range.high && !(range.open && value == range.low);
}

std::optional<float> percentage(std::string_view text) {
  if (!text.ends_with('%')) return {};
  text.remove_suffix(1);
  float value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size() || !(value >= 0 && value <= 100)) return {};
  return value / 100;
}

}  // namespace

std::string TomlContext::place(const toml::source_region& where) const {
  const std::string& source = where.path ? *where.path : name;
  const bool from_file = !source.starts_with("--set") && where.begin;
  return from_file ? fmt::format("{}:{}:{}", source, where.begin.line, where.begin.column) : source;
}

void TomlContext::refuse(const toml::source_region& where, std::string_view what) {
  if (!error) error = {Status::kParse, fmt::format("{}: {}", place(where), what)};
}

TomlReader::TomlReader(const toml::table& table, std::string path, TomlContext& context)
    : table_(table), path_(std::move(path)), context_(context) {}

std::string TomlReader::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

std::string TomlReader::origin_of(std::string_view key) const {
  const toml::node* node = table_.get(key);
  return context_.place(node ? node->source() : table_.source());
}

const toml::node* TomlReader::find(std::string_view key) {
  known_.push_back(key);
  return failed() ? nullptr : table_.get(key);
}

void TomlReader::require(std::string_view key) {
  if (!has(key)) refuse_here(fmt::format("{} is missing; expected a value for it", path_of(key)));
}

void TomlReader::refuse(std::string_view key, std::string_view what) {
  const toml::node* node = table_.get(key);
  context_.refuse(node ? node->source() : table_.source(), fmt::format("{}: {}", path_of(key), what));
}

void TomlReader::refuse_choice(const toml::node& node, std::string_view key,
                               const std::vector<std::string_view>& choices) {
  const std::string what = choices.empty() ? "names something, but there is nothing of that kind; expected no such key"
                                           : fmt::format("expected \"{}\"", fmt::join(choices, "\" or \""));
  context_.refuse(node.source(), fmt::format("{}: {}", path_of(key), what));
}

void TomlReader::finish() {
  if (failed()) return;
  for (const auto& [key, node] : table_) {
    if (std::ranges::find(known_, key.str()) != known_.end()) continue;
    std::ranges::sort(known_);
    // A key that came with an override carries no place of its own, but its value does.
    const toml::source_region& where = key.source().begin ? key.source() : node.source();
    return context_.refuse(
        where, fmt::format("unknown key {}; expected one of {}", path_of(key.str()), fmt::join(known_, ", ")));
  }
}

std::optional<double> TomlReader::number(const toml::node& node, std::string_view what, NumberRange range) {
  const std::optional<double> value = node.is_number() ? node.value<double>() : std::nullopt;
  if (value && within(*value, range)) return value;
  context_.refuse(node.source(),
                  fmt::format("{}: {}; expected {}", what,
                              value ? fmt::format("{} is out of range", *value) : "is no number", describe(range)));
  return {};
}

std::optional<std::int64_t> TomlReader::integer(std::string_view key, std::int64_t low, std::int64_t high) {
  const toml::node* node = find(key);
  if (!node) return {};
  const std::optional<std::int64_t> value = node->is_integer() ? node->value<std::int64_t>() : std::nullopt;
  if (value && *value >= low && *value <= high) return value;
  refuse(key, fmt::format("expected a whole number from {} to {}", low, high));
  return {};
}

void TomlReader::read(std::string_view key, double& out, NumberRange range) {
  const toml::node* node = find(key);
  if (!node) return;
  if (const auto value = number(*node, path_of(key), range)) out = *value;
}

void TomlReader::read(std::string_view key, float& out, NumberRange range) {
  double value = out;
  read(key, value, range);
  out = static_cast<float>(value);
}

void TomlReader::read(std::string_view key, std::optional<float>& out, NumberRange range) {
  if (!has(key)) return void(find(key));
  float value = 0;
  read(key, value, range);
  out = value;
}

void TomlReader::read(std::string_view key, std::uint32_t& out, std::uint32_t low, std::uint32_t high) {
  if (const auto value = integer(key, low, high)) out = static_cast<std::uint32_t>(*value);
}

void TomlReader::read_seed(std::string_view key, std::uint64_t& out) {
  const toml::node* node = find(key);
  if (!node) return;
  std::optional<std::uint64_t> seed;
  if (const toml::value<std::string>* text = node->as_string()) seed = parse_seed(text->get());
  if (const toml::value<std::int64_t>* whole = node->as_integer(); whole && whole->get() >= 0) {
    seed = static_cast<std::uint64_t>(whole->get());
  }
  if (!seed) return refuse(key, "expected a whole number from 0 to 18446744073709551615, in quotes if above 2^63 - 1");
  out = *seed;
}

void TomlReader::read(std::string_view key, bool& out) {
  const toml::node* node = find(key);
  if (!node) return;
  if (!node->is_boolean()) return refuse(key, "expected true or false");
  out = node->as_boolean()->get();
}

void TomlReader::read(std::string_view key, std::string& out) {
  const toml::node* node = find(key);
  if (!node) return;
  if (!node->is_string()) return refuse(key, "expected a text in quotes");
  out = node->as_string()->get();
}

std::optional<Length> TomlReader::length(const toml::node& node, std::string_view what) {
  if (node.is_string()) {
    if (const auto share = percentage(node.as_string()->get())) return Length{*share, true};
    context_.refuse(node.source(), fmt::format("{}: expected a number, or a percentage such as \"50%\"", what));
    return {};
  }
  const auto value = number(node, what, kNotNegative);
  if (!value) return {};
  return Length{static_cast<float>(*value), false};
}

std::optional<Place> TomlReader::place(const toml::node& node, std::string_view what) {
  const toml::array* array = node.as_array();
  if (!array || array->size() < 2 || array->size() > 3) {
    context_.refuse(node.source(), fmt::format("{}: expected [x, y] or [x, y, z]", what));
    return {};
  }
  Place out;
  Length* const axes[] = {&out.x, &out.y, &out.z};
  for (std::size_t i = 0; i < array->size(); ++i) {
    const auto value = length((*array)[i], what);
    if (!value) return {};
    *axes[i] = *value;
  }
  return out;
}

void TomlReader::read(std::string_view key, Length& out) {
  const toml::node* node = find(key);
  if (!node) return;
  if (const auto value = length(*node, path_of(key))) out = *value;
}

void TomlReader::read(std::string_view key, Place& out) {
  const toml::node* node = find(key);
  if (!node) return;
  if (const auto value = place(*node, path_of(key))) out = *value;
}

void TomlReader::read(std::string_view key, Vec3& out, NumberRange range) {
  const toml::node* node = find(key);
  if (!node) return;
  const toml::array* array = node->as_array();
  if (!array || array->size() < 2 || array->size() > 3) return refuse(key, "expected [x, y] or [x, y, z]");
  float* const axes[] = {&out.x, &out.y, &out.z};
  for (std::size_t i = 0; i < array->size(); ++i) {
    const auto value = number((*array)[i], path_of(key), range);
    if (!value) return;
    *axes[i] = static_cast<float>(*value);
  }
}

void TomlReader::read(std::string_view key, std::vector<Place>& out) {
  const toml::node* node = find(key);
  if (!node) return;
  const toml::array* array = node->as_array();
  if (!array || array->empty()) return refuse(key, "expected an array of places such as [[1, 2], [3, 4]]");
  out.clear();
  for (const toml::node& entry : *array) {
    const auto value = place(entry, path_of(key));
    if (!value) return;
    out.push_back(*value);
  }
}

}  // namespace cardume
