#pragma once
// Errors of the parser come back as values, as everywhere in this project.
#ifndef TOML_EXCEPTIONS
#define TOML_EXCEPTIONS 0
#endif
#include <toml++/toml.h>

#include <cardume/status.hpp>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/scenario/scenario.hpp"

namespace cardume {

/// The numbers that a key may hold.
struct NumberRange {
  double low = 0;
  double high = 1e6;
  bool open = false;  ///< `low` itself is out of it.
};

inline constexpr NumberRange kPositive{0, 1e6, true};
inline constexpr NumberRange kNotNegative{0, 1e6, false};
inline constexpr NumberRange kShare{0, 1, false};
inline constexpr NumberRange kMass{0.001, 1e6, false};
inline constexpr NumberRange kAnyNumber{-1e6, 1e6, false};
inline constexpr NumberRange kDuration{0.001, 1000, false};  ///< Seconds.
inline constexpr NumberRange kAngle{0, 2 * std::numbers::pi_v<float>, false};

/// What all readers of one file share. Only the first error is kept; after it, nothing more is read.
struct TomlContext {
  std::string name;
  Error error;

  /// `name:line:column`, or the source of what came from elsewhere.
  std::string place(const toml::source_region& where) const;
  void refuse(const toml::source_region& where, std::string_view what);
};

/// Reads one table key by key into plain values, checks each, and refuses keys that nobody asked for. An absent key
/// leaves the value as it was.
class TomlReader {
 public:
  TomlReader(const toml::table& table, std::string path, TomlContext& context);

  bool has(std::string_view key) const { return table_.contains(key); }
  /// Refuses the table where the key is absent.
  void require(std::string_view key);

  void read(std::string_view key, float& out, NumberRange range);
  void read(std::string_view key, double& out, NumberRange range);
  void read(std::string_view key, std::optional<float>& out, NumberRange range);
  void read(std::string_view key, std::uint32_t& out, std::uint32_t low, std::uint32_t high);
  /// Also as a text, since a whole number of TOML ends at 2^63 - 1.
  void read_seed(std::string_view key, std::uint64_t& out);
  void read(std::string_view key, bool& out);
  void read(std::string_view key, std::string& out);
  void read(std::string_view key, Length& out);
  void read(std::string_view key, Place& out);
  void read(std::string_view key, Vec3& out, NumberRange range);
  void read(std::string_view key, std::vector<Place>& out);
  /// One number for both, or the two as [low, high].
  void read(std::string_view key, float& low, float& high, NumberRange range);
  void read(std::string_view key, Vec2& out, NumberRange range);
  /// [x, y], each below the bound's.
  void read(std::string_view key, Cell& out, Cell bound);
  /// An array of [x, y, x, y], each below the bound's.
  void read(std::string_view key, std::vector<CellRectangle>& out, Cell bound);
  /// A bit each for a list of numbers from 0 to 31; "all" for every bit.
  void read_bits(std::string_view key, std::uint32_t& out);
  template <class T>
  void read_choice(std::string_view key, T& out, std::initializer_list<std::pair<std::string_view, T>> choices);
  /// The place of a name in a list of named things.
  template <class Named>
  std::optional<std::uint32_t> read_name(std::string_view key, const std::vector<Named>& things);
  /// The same of a list of names.
  template <class Named>
  std::vector<std::uint32_t> read_names(std::string_view key, std::uint32_t most, const std::vector<Named>& things);
  /// Appends what has a `name` for every table of an array of tables, each of another name. To be read before whatever
  /// refers to them; the tables themselves are read later.
  template <class Named>
  void name_all(std::string_view key, std::uint32_t most, std::vector<Named>& things);

  /// Calls `body(reader)` with the table under that key, if there is one, and finishes the reader.
  template <class Body>
  void table(std::string_view key, Body&& body);
  /// The same for every table of an array of tables.
  template <class Body>
  void tables(std::string_view key, std::uint32_t most, Body&& body);
  /// Calls `body(node)` with each entry of an array; `expected` says what it holds.
  template <class Body>
  void each(std::string_view key, std::uint32_t most, std::string_view expected, Body&& body);
  /// What one entry of that key says.
  template <class Named>
  std::optional<std::uint32_t> name_in(const toml::node& entry, std::string_view key, const std::vector<Named>& things);
  std::optional<Place> place_in(const toml::node& entry, std::string_view key) { return place(entry, path_of(key)); }

  /// Where the key's value stands, or the table where it is absent.
  std::string origin_of(std::string_view key) const;
  std::string origin() const { return context_.place(table_.source()); }
  const toml::node* find(std::string_view key);
  void refuse(std::string_view key, std::string_view what);
  void refuse_here(std::string_view what) { context_.refuse(table_.source(), what); }
  bool failed() const { return static_cast<bool>(context_.error); }
  /// Refuses the first key that was never asked for.
  void finish();

 private:
  std::string path_of(std::string_view key) const;
  std::optional<double> number(const toml::node& node, std::string_view what, NumberRange range);
  std::optional<std::int64_t> integer(std::string_view key, std::int64_t low, std::int64_t high);
  std::optional<Length> length(const toml::node& node, std::string_view what);
  std::optional<Place> place(const toml::node& node, std::string_view what);
  /// The whole numbers of an array, each below its bound; empty where it is no such array.
  std::vector<std::uint32_t> below(const toml::node& node, std::string_view what,
                                   std::initializer_list<std::uint32_t> bounds);
  /// Calls `body(reader)` for every table of an array of tables, and leaves keys that nobody asked for.
  template <class Body>
  void visit(std::string_view key, std::uint32_t most, Body&& body);
  void refuse_choice(const toml::node& node, std::string_view key, const std::vector<std::string_view>& choices);

  const toml::table& table_;
  std::string path_;
  TomlContext& context_;
  std::vector<std::string_view> known_;
};

template <class T>
void TomlReader::read_choice(std::string_view key, T& out,
                             std::initializer_list<std::pair<std::string_view, T>> choices) {
  const toml::node* node = find(key);
  if (!node) return;
  const std::optional<std::string_view> text = node->value<std::string_view>();
  std::vector<std::string_view> names;
  for (const auto& [name, value] : choices) {
    names.push_back(name);
    if (text != name) continue;
    out = value;
    return;
  }
  refuse_choice(*node, key, names);
}

template <class Named>
std::optional<std::uint32_t> TomlReader::name_in(const toml::node& entry, std::string_view key,
                                                 const std::vector<Named>& things) {
  const std::optional<std::string_view> text = entry.value<std::string_view>();
  std::vector<std::string_view> names;
  for (std::uint32_t i = 0; i < things.size(); ++i) {
    names.push_back(things[i].name);
    if (text == things[i].name) return i;
  }
  refuse_choice(entry, key, names);
  return {};
}

template <class Named>
std::optional<std::uint32_t> TomlReader::read_name(std::string_view key, const std::vector<Named>& things) {
  const toml::node* node = find(key);
  return node ? name_in(*node, key, things) : std::nullopt;
}

template <class Named>
std::vector<std::uint32_t> TomlReader::read_names(std::string_view key, std::uint32_t most,
                                                  const std::vector<Named>& things) {
  std::vector<std::uint32_t> list;
  each(key, most, "names such as [\"a\", \"b\"]", [&](const toml::node& entry) {
    if (const auto index = name_in(entry, key, things)) list.push_back(*index);
  });
  return list;
}

template <class Named>
void TomlReader::name_all(std::string_view key, std::uint32_t most, std::vector<Named>& things) {
  visit(key, most, [&](TomlReader& reader) {
    Named thing;
    reader.require("name");
    reader.read("name", thing.name);
    for (const Named& other : things)
      if (thing.name == other.name) reader.refuse("name", "is taken already; expected another name");
    things.push_back(thing);
  });
}

template <class Body>
void TomlReader::table(std::string_view key, Body&& body) {
  const toml::node* node = find(key);
  if (!node) return;
  if (!node->is_table()) return refuse(key, "expected a table");
  TomlReader reader(*node->as_table(), path_of(key), context_);
  body(reader);
  reader.finish();
}

template <class Body>
void TomlReader::tables(std::string_view key, std::uint32_t most, Body&& body) {
  visit(key, most, [&](TomlReader& reader) {
    body(reader);
    reader.finish();
  });
}

template <class Body>
void TomlReader::each(std::string_view key, std::uint32_t most, std::string_view expected, Body&& body) {
  const toml::node* node = find(key);
  if (!node) return;
  const toml::array* array = node->as_array();
  if (!array) return refuse(key, "expected a list of " + std::string(expected));
  if (array->size() > most) return refuse(key, "too many; expected at most " + std::to_string(most));
  for (std::size_t i = 0; i < array->size() && !failed(); ++i) body((*array)[i]);
}

template <class Body>
void TomlReader::visit(std::string_view key, std::uint32_t most, Body&& body) {
  const toml::node* node = find(key);
  if (!node) return;
  const toml::array* array = node->as_array();
  if (!array) return refuse(key, "expected an array of tables, written [[" + path_of(key) + "]]");
  if (array->size() > most) return refuse(key, "too many; expected at most " + std::to_string(most));
  for (std::size_t i = 0; i < array->size() && !failed(); ++i) {
    const toml::table* entry = (*array)[i].as_table();
    if (!entry) return refuse(key, "expected an array of tables, written [[" + path_of(key) + "]]");
    TomlReader reader(*entry, path_of(key) + "." + std::to_string(i), context_);
    body(reader);
  }
}

}  // namespace cardume
