#include "core/worldgen/recipe/statement.hpp"

#include <charconv>
#include <cmath>

namespace cardume::recipe {
namespace {

/// Whether a word is `key=value`; conditions of layers look alike but compare, or ask for a letter.
bool is_pair(std::string_view text) {
  const std::size_t equals = text.find('=');
  return equals != std::string_view::npos && equals > 0 && text.find_first_of("<>'") == std::string_view::npos;
}

template <class T>
bool parse_all(std::string_view text, T& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size();
}

std::string plainly(float value) {
  char digits[32];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
  return error == std::errc{} ? std::string(digits, end) : std::string();
}

}  // namespace

Statement::Statement(std::vector<Word> words) : words_(std::move(words)) {
  for (std::size_t i = 1; i < words_.size(); ++i) {
    const Word& word = words_[i];
    if (!is_pair(word.text)) {
      plain_.push_back(word);
      continue;
    }
    const std::size_t equals = word.text.find('=');
    const Pair pair{{word.text.substr(0, equals), word.column},
                    {word.text.substr(equals + 1), word.column + equals + 1}};
    const auto twice = [&](const Pair& other) { return other.key.text == pair.key.text; };
    if (std::any_of(pairs_.begin(), pairs_.end(), twice)) complain(word, "this key is there already");
    pairs_.push_back(pair);
  }
}

void Statement::complain(const Word& at, const std::string& what) {
  if (failed()) return;
  column_ = at.column;
  complaint_ = what;
}

Word Statement::next(const char* what) {
  if (has_next()) return plain_[next_++];
  const Word& last = words_.back();
  const Word end{{}, last.column + last.text.size()};
  complain(end, std::string("expected ") + what);
  return end;
}

Word Statement::read(std::string_view key) {
  for (Pair& pair : pairs_) {
    if (pair.key.text != key) continue;
    pair.read = true;
    if (pair.value.text.empty()) complain(pair.value, "expected a value");
    return pair.value;
  }
  return {{}, 1};
}

void Statement::read(std::string_view key, float& out, float low, float high) {
  const Word word = read(key);
  if (!word.text.empty()) out = number(word, low, high);
}

void Statement::read(std::string_view key, std::uint32_t& out, std::uint32_t low, std::uint32_t high) {
  const Word word = read(key);
  if (!word.text.empty()) out = whole_number(word, low, high);
}

float Statement::number(const Word& word, float low, float high) {
  float value = 0;
  const std::string_view digits = word.text.starts_with('+') ? word.text.substr(1) : word.text;
  if (!parse_all(digits, value) || !(value >= low && value <= high))
    complain(word, "expected a number from " + plainly(low) + " to " + plainly(high));
  return value;
}

std::uint32_t Statement::whole_number(const Word& word, std::uint32_t low, std::uint32_t high) {
  std::uint32_t value = 0;
  if (!parse_all(word.text, value) || value < low || value > high)
    complain(word, "expected a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  return value;
}

float Statement::share(const Word& word) {
  if (!word.text.ends_with('%')) {
    complain(word, "expected a share such as 25%");
    return 0;
  }
  return number({word.text.substr(0, word.text.size() - 1), word.column}, 0, 100) / 100;
}

void Statement::finish() {
  for (const Pair& pair : pairs_)
    if (!pair.read) complain(pair.key, "unknown key " + std::string(pair.key.text));
  if (has_next()) complain(plain_[next_], "unexpected " + std::string(plain_[next_].text));
}

}  // namespace cardume::recipe
