#pragma once
#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/lines.hpp"

namespace cardume::recipe {

/// A line of a recipe, read word by word: a keyword, plain words in their order, and pairs `key=value` in any order.
/// The first complaint is kept; what comes after it changes nothing.
class Statement {
 public:
  explicit Statement(std::vector<Word> words);

  bool failed() const { return !complaint_.empty(); }
  /// Where the complaint belongs; 1 is the first letter of the line.
  std::size_t column() const { return column_; }
  const std::string& complaint() const { return complaint_; }
  void complain(const Word& at, const std::string& what);

  const Word& keyword() const { return words_.front(); }
  /// The next plain word; a complaint that names `what` if there is none.
  Word next(const char* what);
  bool has_next() const { return next_ < plain_.size(); }

  // Values of pairs; `out` stays as it is where the line has no such key.

  void read(std::string_view key, float& out, float low, float high);
  void read(std::string_view key, std::uint32_t& out, std::uint32_t low, std::uint32_t high);
  /// Empty where the line has no such key.
  Word read(std::string_view key);

  template <class T>
  void read_choice(std::string_view key, T& out, std::initializer_list<std::pair<std::string_view, T>> choices) {
    const Word word = read(key);
    if (word.text.empty()) return;
    std::string names;
    for (const auto& [name, value] : choices) {
      if (name == word.text) return void(out = value);
      names += (names.empty() ? "" : ", ") + std::string(name);
    }
    complain(word, std::string(key) + " must be one of " + names);
  }

  float number(const Word&, float low = -1e6f, float high = 1e6f);
  std::uint32_t whole_number(const Word&, std::uint32_t low, std::uint32_t high);
  /// `25%` as 0.25.
  float share(const Word&);

  /// Complains of words and keys that nobody has read.
  void finish();

 private:
  struct Pair {
    Word key, value;
    bool read = false;
  };

  std::vector<Word> words_, plain_;
  std::vector<Pair> pairs_;
  std::size_t next_ = 0, column_ = 1;
  std::string complaint_;
};

}  // namespace cardume::recipe
