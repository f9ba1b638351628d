#include "tools/scenario/json_reader.hpp"

#include <fmt/format.h>

#include "tools/scenario/text_place.hpp"

namespace cardume {
namespace {

bool is_whole(const nlohmann::json& value, std::int64_t least, std::int64_t most) {
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{INT64_MAX}) return false;
  return value.is_number_integer() && value.get<std::int64_t>() >= least && value.get<std::int64_t>() <= most;
}

}  // namespace

Result<nlohmann::json> parse_json(std::string_view text, const std::string& name) {
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    // It counts bytes from 1, and says where in words of its own.
    const std::string_view what = error.what();
    const std::size_t reason = what.find(": ");
    return Error{Status::kParse, fmt::format("{}: {}", text_place(name, text, error.byte > 0 ? error.byte - 1 : 0),
                                             reason == what.npos ? what : what.substr(reason + 2))};
  } catch (const nlohmann::json::exception& error) {
    return Error{Status::kParse, fmt::format("{}: {}", name, error.what())};
  }
}

JsonReader::JsonReader(const nlohmann::json& node, std::string where, Error& error)
    : node_(&node), where_(std::move(where)), error_(error) {
  if (!node.is_object()) refuse("expected an object");
}

void JsonReader::refuse(std::string_view what, Status status) {
  if (!failed()) error_ = {status, fmt::format("{}: {}", where_, what)};
}

void JsonReader::refuse_value(std::string_view key, std::string_view expected) {
  refuse(fmt::format("{}: expected {}", key, expected));
}

const nlohmann::json* JsonReader::find(std::string_view key) const {
  if (!node_->is_object()) return nullptr;
  const auto found = node_->find(key);
  return found == node_->end() ? nullptr : &*found;
}

void JsonReader::read(std::string_view key, std::int64_t& number, std::int64_t least, std::int64_t most) {
  const nlohmann::json* const value = find(key);
  if (!value) return;
  if (!is_whole(*value, least, most))
    return refuse_value(key, fmt::format("a whole number from {} to {}", least, most));
  number = value->get<std::int64_t>();
}

void JsonReader::read(std::string_view key, std::uint32_t& number, std::uint32_t least, std::uint32_t most) {
  std::int64_t wide = number;
  read(key, wide, std::int64_t{least}, std::int64_t{most});
  number = static_cast<std::uint32_t>(wide);
}

void JsonReader::read(std::string_view key, float& number, float least, float most) {
  const nlohmann::json* const value = find(key);
  if (!value) return;
  const double wide = value->is_number() ? value->get<double>() : -1;
  if (!value->is_number() || !(wide >= static_cast<double>(least) && wide <= static_cast<double>(most))) {
    return refuse_value(key, fmt::format("a number from {} to {}", least, most));
  }
  number = static_cast<float>(wide);
}

void JsonReader::read(std::string_view key, double& number, double least, double most) {
  const nlohmann::json* const value = find(key);
  if (!value) return;
  if (!value->is_number() || !(value->get<double>() >= least && value->get<double>() <= most))
    return refuse_value(key, fmt::format("a number from {} to {}", least, most));
  number = value->get<double>();
}

void JsonReader::read(std::string_view key, std::uint64_t& number, std::uint64_t most) {
  const nlohmann::json* const value = find(key);
  if (!value) return;
  if (!value->is_number_unsigned() || value->get<std::uint64_t>() > most)
    return refuse_value(key, fmt::format("a whole number from 0 to {}", most));
  number = value->get<std::uint64_t>();
}

void JsonReader::read(std::string_view key, bool& flag) {
  const nlohmann::json* const value = find(key);
  if (!value) return;
  if (!value->is_boolean()) return refuse_value(key, "true or false");
  flag = value->get<bool>();
}

std::string_view JsonReader::text(std::string_view key) {
  const nlohmann::json* const value = find(key);
  if (!value) return {};
  if (value->is_string()) return value->get_ref<const std::string&>();
  refuse_value(key, "a text");
  return {};
}

void JsonReader::read(std::string_view key, std::vector<std::uint32_t>& numbers, std::uint32_t most) {
  const nlohmann::json* const list = array(key);
  if (!list) return;
  numbers.reserve(list->size());
  for (const nlohmann::json& value : *list) {
    if (!is_whole(value, 0, most)) {
      return refuse_value(fmt::format("{}[{}]", key, numbers.size()), fmt::format("a whole number from 0 to {}", most));
    }
    numbers.push_back(value.get<std::uint32_t>());
  }
}

void JsonReader::read(std::string_view key, std::vector<std::uint64_t>& numbers) {
  const nlohmann::json* const list = array(key);
  if (!list) return;
  numbers.reserve(list->size());
  for (const nlohmann::json& value : *list) {
    if (!value.is_number_unsigned())
      return refuse_value(fmt::format("{}[{}]", key, numbers.size()), "a whole number from 0");
    numbers.push_back(value.get<std::uint64_t>());
  }
}

const nlohmann::json* JsonReader::array(std::string_view key) {
  const nlohmann::json* const list = find(key);
  if (!list || list->is_array()) return list;
  refuse_value(key, "an array");
  return nullptr;
}

}  // namespace cardume
