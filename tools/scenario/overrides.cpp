#include "tools/scenario/overrides.hpp"

#include <fmt/format.h>

#include <charconv>

namespace cardume {
namespace {

class Assignment {
 public:
  explicit Assignment(const std::string& text) : label_("--set " + text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) return;
    value_ = text.substr(equals + 1);
    for (std::size_t from = 0; from <= equals;) {
      const std::size_t to = std::min(text.find('.', from), equals);
      path_.push_back(text.substr(from, to - from));
      from = to + 1;
    }
  }

  bool well_formed() const {
    for (const std::string& segment : path_)
      if (segment.empty()) return false;
    return !path_.empty() && !value_.empty();
  }
  const std::vector<std::string>& path() const { return path_; }
  /// A document whose one key `value` holds the value. The label is its source, so that later errors name the override.
  toml::parse_result document() const {
    toml::parse_result result = toml::parse("value = " + value_, label_);
    if (result && result.table().size() == 1) return result;
    return toml::parse(fmt::format("value = '{}'", value_), label_);
  }
  Error refused(std::string_view what) const { return {Status::kParse, fmt::format("{}: {}", label_, what)}; }

 private:
  std::string label_;
  std::vector<std::string> path_;
  std::string value_;
};

toml::node* entry_of(toml::array& array, const std::string& segment) {
  std::size_t index = 0;
  const char* const last = segment.data() + segment.size();
  const auto [end, code] = std::from_chars(segment.data(), last, index);
  if (code == std::errc{} && end == last) return index < array.size() ? &array[index] : nullptr;
  for (toml::node& node : array) {
    const toml::table* table = node.as_table();
    if (table && (*table)["name"].value<std::string_view>() == segment) return &node;
  }
  return nullptr;
}

toml::node* child_of(toml::node& parent, const std::string& segment) {
  if (toml::array* array = parent.as_array()) return entry_of(*array, segment);
  toml::table* table = parent.as_table();
  if (!table) return nullptr;
  if (toml::node* child = table->get(segment)) return child;
  return &table->insert(segment, toml::table{}).first->second;
}

bool assign(toml::node& parent, const std::string& segment, toml::node& value) {
  return value.visit([&](auto& typed) {
    if (toml::table* table = parent.as_table()) {
      table->insert_or_assign(segment, std::move(typed));
      return true;
    }
    toml::array* array = parent.as_array();
    toml::node* old = array ? entry_of(*array, segment) : nullptr;
    if (!old) return false;
    for (auto at = array->begin(); at != array->end(); ++at)
      if (&*at == old) return array->replace(at, std::move(typed)), true;
    return false;
  });
}

}  // namespace

Error apply_override(toml::table& root, const std::string& text) {
  const Assignment assignment(text);
  if (!assignment.well_formed()) return assignment.refused("expected path=value such as species.0.motion.max_speed=6");
  toml::parse_result document = assignment.document();
  toml::node* value = document ? document.table().get("value") : nullptr;
  if (!value) return assignment.refused("the value is neither TOML nor a plain text");
  const std::vector<std::string>& path = assignment.path();
  toml::node* parent = &root;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    parent = child_of(*parent, path[i]);
    if (!parent) return assignment.refused(fmt::format("there is no \"{}\" to change", path[i]));
  }
  if (!assign(*parent, path.back(), *value)) {
    return assignment.refused(fmt::format("there is no \"{}\" to change", path.back()));
  }
  return {};
}

}  // namespace cardume
