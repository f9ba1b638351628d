#pragma once
#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

// What readers of texts share.
namespace cardume {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The lines of a text, counted from 1, without their LF or CRLF.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {
    if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
  }

  bool next() {
    if (rest_.empty()) return false;
    const std::size_t length = rest_.find('\n');
    line_ = rest_.substr(0, length);
    rest_.remove_prefix(length == std::string_view::npos ? rest_.size() : length + 1);
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    ++number_;
    return true;
  }

  std::string_view line() const { return line_; }
  std::size_t number() const { return number_; }

 private:
  std::string_view rest_, line_;
  std::size_t number_ = 0;
};

/// A word of a line and where it begins, counted from 1.
struct Word {
  std::string_view text;
  std::size_t column;
};

/// The words of a line, which blanks part; what follows a word that begins with `comment` is none.
inline std::vector<Word> words_of(std::string_view line, char comment) {
  constexpr std::string_view kBlanks = " \t";
  std::vector<Word> words;
  std::size_t at = line.find_first_not_of(kBlanks);
  while (at != std::string_view::npos && line[at] != comment) {
    const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
    words.push_back({line.substr(at, end - at), at + 1});
    at = line.find_first_not_of(kBlanks, end);
  }
  return words;
}

}  // namespace cardume
