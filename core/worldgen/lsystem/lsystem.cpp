#include <algorithm>
#include <cardume/lsystem.hpp>
#include <cardume/random.hpp>
#include <limits>
#include <utility>

#include "core/door.hpp"
#include "core/worldgen/lsystem/derivation.hpp"
#include "core/worldgen/lsystem/reader.hpp"
#include "core/worldgen/shipped.hpp"

namespace cardume {
namespace {

constexpr std::uint32_t kMostRewritings = 4096;
constexpr std::uint64_t kWithoutEnd = std::numeric_limits<std::uint64_t>::max();

// Made of the files in core/worldgen/lsystems.
constexpr ShippedText kShipped[] = {
#include "shipped_lsystems.inc"
};

constexpr auto kNames = names_of(kShipped);

std::uint64_t add_up_to_the_end(std::uint64_t a, std::uint64_t b) { return a > kWithoutEnd - b ? kWithoutEnd : a + b; }

using Lengths = std::array<std::uint64_t, 128>;

std::uint64_t length_of(const lsystem::Modules& modules, const Lengths& lengths) {
  std::uint64_t sum = 0;
  for (const lsystem::Module& module : modules) sum = add_up_to_the_end(sum, lengths[lsystem::index_of(module.symbol)]);
  return sum;
}

void append(const lsystem::Modules& modules, std::string& text) {
  for (const lsystem::Module& module : modules) text.push_back(module.symbol);
}

/// String by string, where every symbol has one successor.
std::string rewritten(const LSystem::Content& content, std::uint32_t rewritings) {
  std::array<std::string, 128> successors;
  for (std::size_t symbol = 0; symbol < successors.size(); ++symbol) {
    if (content.rules[symbol].empty())
      successors[symbol] = static_cast<char>(symbol);
    else
      append(content.rules[symbol][0].successor, successors[symbol]);
  }
  std::string text, next;
  append(content.axiom, text);
  for (std::uint32_t i = 0; i < rewritings; ++i) {
    next.clear();
    for (const char symbol : text) next += successors[lsystem::index_of(symbol)];
    text.swap(next);
  }
  return text;
}

Error too_many_rewritings() { return {Status::kLimit, "rewritings: at most 4096"}; }

}  // namespace

namespace lsystem {

std::uint64_t child_key(std::uint64_t parent, std::size_t index) {
  return split_mix_finalise(parent + (index + 1) * kSplitMixStep);
}

}  // namespace lsystem

const lsystem::Modules* LSystem::Content::successor(char symbol, std::uint64_t key) const {
  const auto& choices = rules[lsystem::index_of(symbol)];
  if (choices.empty()) return nullptr;
  if (choices.size() == 1) return &choices[0].successor;
  double sum = 0;
  for (const lsystem::Rule& rule : choices) sum += rule.weight;
  double left = u01(key) * sum;
  for (const lsystem::Rule& rule : choices) {
    left -= rule.weight;
    if (left < 0) return &rule.successor;
  }
  return &choices.back().successor;
}

bool LSystem::Content::draws() const {
  return std::any_of(rules.begin(), rules.end(), [](const auto& choices) { return choices.size() > 1; });
}

LSystem::LSystem(std::shared_ptr<const Content> content) : content_(std::move(content)) {}

Result<LSystem> LSystem::parse(std::string_view text, std::string_view name) {
  return guarded([&]() -> Result<LSystem> {
    auto content = std::make_shared<Content>();
    if (Error error = lsystem::read(text, name, *content)) return error;
    return LSystem(std::move(content));
  });
}

Result<LSystem> LSystem::shipped(std::string_view name) { return parse_shipped<LSystem>("L-system", kShipped, name); }

/// Of each symbol by the lengths of its successors one rewriting earlier.
std::uint64_t LSystem::length(std::uint32_t rewritings) const {
  Lengths lengths, longer;
  lengths.fill(1);
  for (std::uint32_t i = std::min(rewritings, kMostRewritings); i > 0; --i) {
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
      longer[symbol] = content_->rules[symbol].empty() ? 1 : 0;
      for (const lsystem::Rule& rule : content_->rules[symbol])
        longer[symbol] = std::max(longer[symbol], length_of(rule.successor, lengths));
    }
    lengths = longer;
  }
  return length_of(content_->axiom, lengths);
}

Result<std::string> LSystem::expand(std::uint32_t rewritings, std::uint64_t seed, std::uint64_t most) const {
  return guarded([&]() -> Result<std::string> {
    if (rewritings > kMostRewritings) return too_many_rewritings();
    const std::uint64_t symbols = length(rewritings);
    if (symbols > most)
      return Error{Status::kLimit, std::to_string(symbols) + " symbols: at most " + std::to_string(most)};
    if (!content_->draws()) return rewritten(*content_, rewritings);
    std::string expanded;
    expanded.reserve(symbols);
    lsystem::Derivation derivation(*content_, rewritings, seed);
    char symbol = 0;
    for (double length = 1; derivation.next(symbol, length);) expanded.push_back(symbol);
    return expanded;
  });
}

std::span<const std::string_view> shipped_lsystems() { return kNames; }

}  // namespace cardume
