#pragma once
#include <cardume/status.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace cardume {

/// A JSON text; errors say where it goes wrong.
Result<nlohmann::json> parse_json(std::string_view text, const std::string& name);

/// Reads members of an object. The first thing that is wrong is kept as an error with the way to it, and what is read
/// after that keeps its value.
class JsonReader {
 public:
  /// `where` begins the messages: a file's name, then the names and numbers of members.
  JsonReader(const nlohmann::json& node, std::string where, Error& error);

  const std::string& where() const { return where_; }
  bool failed() const { return static_cast<bool>(error_); }
  void refuse(std::string_view what, Status status = Status::kParse);

  /// Null where there is none.
  const nlohmann::json* find(std::string_view key) const;
  void read(std::string_view key, std::uint32_t& number, std::uint32_t least, std::uint32_t most);
  void read(std::string_view key, std::int64_t& number, std::int64_t least, std::int64_t most);
  void read(std::string_view key, float& number, float least, float most);
  void read(std::string_view key, double& number, double least, double most);
  void read(std::string_view key, std::uint64_t& number, std::uint64_t most);
  void read(std::string_view key, bool& flag);
  /// Empty where there is none; lives as long as the document.
  std::string_view text(std::string_view key);

  /// Calls `body` with a reader for each object of an array, as long as nothing is wrong.
  template <class Body>
  void each(std::string_view key, Body&& body) {
    const nlohmann::json* const list = array(key);
    for (std::size_t i = 0; list && i < list->size() && !failed(); ++i) {
      JsonReader reader((*list)[i], where_ + ": " + std::string(key) + "[" + std::to_string(i) + "]", error_);
      if (!failed()) body(reader);
    }
  }
  /// Calls `body` with a reader for an object, where there is one.
  template <class Body>
  void object(std::string_view key, Body&& body) {
    const nlohmann::json* const node = find(key);
    if (!node || failed()) return;
    JsonReader reader(*node, where_ + ": " + std::string(key), error_);
    if (!failed()) body(reader);
  }
  /// Whole numbers below 2^32.
  void read(std::string_view key, std::vector<std::uint32_t>& numbers, std::uint32_t most);
  /// Whole numbers below 2^64.
  void read(std::string_view key, std::vector<std::uint64_t>& numbers);

 private:
  const nlohmann::json* array(std::string_view key);
  void refuse_value(std::string_view key, std::string_view expected);

  const nlohmann::json* node_;
  std::string where_;
  Error& error_;
};

}  // namespace cardume
