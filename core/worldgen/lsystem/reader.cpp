#include "core/worldgen/lsystem/reader.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "core/lines.hpp"

namespace cardume::lsystem {
namespace {

constexpr std::size_t kMostModules = 4096;  // Of one rule.
constexpr std::string_view kKeywords = "axiom, angle, width, heading";

bool is_symbol(char letter) { return letter > ' ' && letter < 127 && letter != '(' && letter != ')' && letter != '#'; }

class Reader {
 public:
  Reader(std::string_view text, std::string_view name, LSystem::Content& out) : lines_(text), name_(name), out_(out) {}

  Error read() {
    while (lines_.next() && !error_) {
      const std::vector<Word> words = words_of(lines_.line(), '#');
      if (!words.empty()) read_line(words);
    }
    if (!error_ && out_.axiom.empty()) fail(1, "expected an axiom");
    return error_;
  }

 private:
  void fail(std::size_t column, const std::string& what) {
    if (error_) return;
    const std::size_t line = std::max<std::size_t>(lines_.number(), 1);
    error_ = {Status::kParse,
              std::string(name_) + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " + what};
  }

  void read_line(const std::vector<Word>& words) {
    const Word& first = words.front();
    if (first.text.size() == 1 && is_symbol(first.text[0])) return read_rule(words);
    if (first.text == "axiom") return read_axiom(words);
    if (first.text == "angle") return read_numbers(words, {{&out_.angle, -360, 360}});
    if (first.text == "width") return read_numbers(words, {{&out_.width, 0, 1000}, {&out_.thinner, 0, 1}});
    if (first.text == "heading") return read_heading(words);
    fail(first.column, "expected a rule such as `F -> FF`, or one of " + std::string(kKeywords));
  }

  struct Number {
    double* out;
    double low, high;
  };

  void read_numbers(const std::vector<Word>& words, std::initializer_list<Number> numbers) {
    if (words.size() != numbers.size() + 1)
      return fail(words.back().column, "expected " + std::to_string(numbers.size()) + " numbers");
    std::size_t i = 1;
    for (const Number& one : numbers) *one.out = number(words[i++], one.low, one.high);
  }

  double number(const Word& word, double low, double high) {
    double value = 0;
    const char* const last = word.text.data() + word.text.size();
    const auto [end, code] = std::from_chars(word.text.data(), last, value);
    if (code == std::errc{} && end == last && value >= low && value <= high) return value;
    const auto plainly = [](double limit) { return std::to_string(static_cast<int>(limit)); };
    fail(word.column, "expected a number from " + plainly(low) + " to " + plainly(high));
    return 0;
  }

  void read_heading(const std::vector<Word>& words) {
    if (words.size() != 2 || (words[1].text != "up" && words[1].text != "right"))
      return fail(words.back().column, "expected up or right");
    out_.up = words[1].text == "up";
  }

  void read_axiom(const std::vector<Word>& words) {
    if (!out_.axiom.empty()) return fail(words.front().column, "there is an axiom already");
    out_.axiom = read_modules(words, 1);
    if (out_.axiom.empty()) fail(words.front().column, "expected symbols after axiom");
  }

  void read_rule(const std::vector<Word>& words) {
    const std::size_t arrow = words.size() > 1 && words[1].text == "->" ? 1 : 2;
    if (words.size() <= arrow || words[arrow].text != "->")
      return fail(words.front().column, "expected a rule such as `F -> FF` or `F 0.5 -> FF`");
    Rule rule;
    if (arrow == 2) rule.weight = number(words[1], 0, 1e6);
    if (rule.weight <= 0) return fail(words[1].column, "expected a weight above 0");
    const char symbol = words.front().text[0];
    if (symbol == '[' || symbol == ']') return fail(words.front().column, "brackets have no rules");
    rule.successor = read_modules(words, arrow + 1);
    auto& rules = out_.rules[lsystem::index_of(symbol)];
    if (!rules.empty() && arrow == 1) return fail(words.front().column, "a symbol with several rules needs weights");
    rules.push_back(std::move(rule));
  }

  /// All words from the given one on; a rule may have none.
  Modules read_modules(const std::vector<Word>& words, std::size_t first) {
    Modules modules;
    std::size_t open = 0;
    for (std::size_t i = first; i < words.size(); ++i) read_word(words[i], modules, open);
    if (open > 0) fail(words.back().column + words.back().text.size(), "expected ]: a bracket is open");
    if (modules.size() > kMostModules) fail(words.front().column, "at most 4096 symbols");
    return modules;
  }

  void read_word(const Word& word, Modules& modules, std::size_t& open) {
    for (std::size_t at = 0; at < word.text.size() && !error_; ++at) {
      const char letter = word.text[at];
      if (letter == '(') {
        at = read_shrink(word, at, modules);
        continue;
      }
      if (!is_symbol(letter)) return fail(word.column + at, "this is no symbol");
      if (letter == ']' && open-- == 0) return fail(word.column + at, "there is no [ for this ]");
      open += letter == '[';
      modules.push_back({letter});
    }
  }

  /// `(0.6)` after a symbol. Returns where the parenthesis closes.
  std::size_t read_shrink(const Word& word, std::size_t at, Modules& modules) {
    const std::size_t end = word.text.find(')', at);
    if (modules.empty() || end == std::string_view::npos) {
      fail(word.column + at, "expected a length after a symbol, such as F(0.5)");
      return word.text.size();
    }
    modules.back().shrink = number({word.text.substr(at + 1, end - at - 1), word.column + at + 1}, 0, 100);
    return end;
  }

  Lines lines_;
  std::string_view name_;
  LSystem::Content& out_;
  Error error_;
};

}  // namespace

Error read(std::string_view text, std::string_view name, LSystem::Content& out) {
  return Reader(text, name, out).read();
}

}  // namespace cardume::lsystem
