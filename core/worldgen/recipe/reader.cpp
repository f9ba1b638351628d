#include "core/worldgen/recipe/reader.hpp"

#include <cardume/cost_grid.hpp>
#include <cardume/limits.hpp>
#include <charconv>
#include <string>
#include <utility>

namespace cardume::recipe {
namespace {

constexpr std::uint32_t kVersion = 1;

/// The name of a biome that may be told of further down.
struct Mention {
  std::string name;
  std::size_t line, column;
};

class Reader {
 public:
  Reader(std::string_view text, std::string_view name) : lines_(text), content_(std::make_shared<Content>()) {
    content_->name = name;
  }

  Result<std::shared_ptr<const Content>> read() {
    bool first = true;
    while (lines_.next()) {
      std::vector<Word> words = words_of(lines_.line(), '#');
      if (words.empty()) continue;
      Statement line(std::move(words));
      if (std::exchange(first, false))
        read_version(line);
      else
        read_statement(line);
      line.finish();
      if (line.failed()) return fail(lines_.number(), line.column(), line.complaint());
    }
    if (first) return fail(1, 1, "expected `cardume recipe 1`");
    if (Error error = settle()) return error;
    return std::shared_ptr<const Content>(std::move(content_));
  }

 private:
  Error fail(std::size_t line, std::size_t column, const std::string& what) const {
    return {Status::kParse, content_->name + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " + what};
  }

  static void read_version(Statement& line) {
    if (line.keyword().text != "cardume" || line.next("recipe").text != "recipe")
      return line.complain(line.keyword(), "expected `cardume recipe 1`");
    line.whole_number(line.next("a version"), kVersion, kVersion);
  }

  void read_statement(Statement& line) {
    using Read = void (Reader::*)(Statement&);
    static constexpr std::pair<std::string_view, Read> kKinds[] = {
        {"size", &Reader::read_size},   {"endless", &Reader::read_endless}, {"cell", &Reader::read_cell},
        {"layer", &Reader::add_layer},  {"biome", &Reader::read_biome},     {"climb", &Reader::read_climb},
        {"trees", &Reader::read_trees}, {"place", &Reader::read_place},     {"join", &Reader::read_join}};
    for (const auto& [keyword, read] : kKinds)
      if (keyword == line.keyword().text) return (this->*read)(line);
    line.complain(line.keyword(),
                  "a line must begin with one of size, endless, cell, layer, biome, climb, trees, place, join");
  }

  void read_size(Statement& line) {
    content_->width = line.whole_number(line.next("a width in cells"), 1, limits::kMaxMapEdge);
    content_->height = line.whole_number(line.next("a height in cells"), 1, limits::kMaxMapEdge);
  }

  void read_endless(Statement& line) {
    if (!content_->layers.empty()) line.complain(line.keyword(), "endless belongs above the layers");
    content_->endless = true;
  }

  void read_cell(Statement& line) {
    content_->cell_size = line.number(line.next("a size"), limits::kMinCellSize, limits::kMaxCoordinate);
  }

  void add_layer(Statement& line) { read_layer(line, *content_); }

  void read_biome(Statement& line) {
    const Word name = line.next("a name");
    if (content_->biomes.size() == limits::kMaxBiomes) line.complain(name, "at most 255 biomes (limits::kMaxBiomes)");
    if (find_biome(name.text) < content_->biomes.size()) line.complain(name, "there is a biome of that name already");
    Biome biome;
    biome.name = name.text;
    read_cost(line, biome.cost);
    read_colour(line, biome.colour);
    const Word carved = line.read("carved");
    carved_.push_back({std::string(carved.text), lines_.number(), carved.column});
    read_rule(line);
    content_->biomes.push_back(std::move(biome));
  }

  static void read_cost(Statement& line, std::uint8_t& cost) {
    const Word word = line.read("cost");
    if (word.text == "wall")
      cost = kWall;
    else if (!word.text.empty())
      cost = static_cast<std::uint8_t>(line.whole_number(word, 1, kWall - 1));
  }

  static void read_colour(Statement& line, std::array<std::uint8_t, 3>& colour) {
    const Word word = line.read("colour");
    if (word.text.empty()) return;
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(word.text.data(), word.text.data() + word.text.size(), value, 16);
    if (error != std::errc{} || word.text.size() != 6 || end != word.text.data() + 6)
      line.complain(word, "expected a colour such as 4f9a3c");
    for (int i = 0; i < 3; ++i) colour[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(value >> (16 - 8 * i));
  }

  /// `never`, or conditions such as height<0.2, steep>1 and town='#'.
  void read_rule(Statement& line) {
    BiomeRule rule;
    while (line.has_next() && !line.failed()) {
      const Word word = line.next("a condition");
      if (word.text == "never")
        rule.never = true;
      else
        rule.conditions.push_back(read_condition(line, word));
    }
    content_->rules.push_back(std::move(rule));
  }

  Condition read_condition(Statement& line, const Word& word) {
    using Kind = Condition::Kind;
    const std::size_t at = std::min(word.text.find_first_of("<>="), word.text.size());
    const Word value{word.text.substr(std::min(at + 1, word.text.size())), word.column + at + 1};
    if (value.text.empty()) line.complain(word, "expected a condition such as height<0.2 or town='#'");
    if (line.failed()) return {};
    const std::uint32_t layer = find_layer(line, *content_, {word.text.substr(0, at), word.column});
    if (word.text[at] != '=') return {layer, word.text[at] == '<' ? Kind::kBelow : Kind::kAbove, line.number(value)};
    if (value.text.size() != 3 || value.text[0] != '\'' || value.text[2] != '\'')
      line.complain(value, "expected a letter such as '#'");
    return {layer, Kind::kIs, static_cast<float>(static_cast<unsigned char>(value.text[1]))};
  }

  void read_climb(Statement& line) {
    const std::uint32_t layer = find_layer(line, *content_, line.next("a layer"));
    content_->climbs.push_back({layer, line.number(line.next("a rate"))});
  }

  void read_trees(Statement& line) {
    TreesRule rule;
    rule.system = line.next("the name of an L-system").text;
    line.read("spacing", rule.spacing, 2, 64);
    line.read("chance", rule.chance, 0, 1);
    const Word in = line.read("in");
    if (in.text.empty()) line.complain(line.keyword(), "trees need in=BIOME");
    rule.in.assign(content_->biomes.size(), false);
    for (std::size_t first = 0; first <= in.text.size() && !line.failed();) {
      const std::size_t end = std::min(in.text.find(',', first), in.text.size());
      const std::uint32_t biome = find_biome(in.text.substr(first, end - first));
      if (biome < rule.in.size())
        rule.in[biome] = true;
      else
        line.complain({{}, in.column + first}, "there is no biome of that name above");
      first = end + 1;
    }
    content_->trees.push_back(std::move(rule));
  }

  void read_place(Statement& line) {
    PlaceRule rule;
    rule.name = line.next("a name").text;
    if (content_->endless) line.complain(line.keyword(), "an endless landscape has no places by shares of its size");
    rule.x = line.share(line.next("a share of the width"));
    rule.y = line.share(line.next("a share of the height"));
    content_->places.push_back(std::move(rule));
  }

  void read_join(Statement& line) {
    JoinRule& join = content_->join;
    join.wanted = true;
    line.read("width", join.width, 1, 15);
    line.read("pockets", join.pockets, 0, 1u << 20);
    if (join.width % 2 == 0) line.complain(line.keyword(), "width must be odd");
    if (content_->endless && (join.width > 1 || join.pockets > 0))
      line.complain(line.keyword(), "endless landscapes are joined by ways of one cell, and keep all pockets");
  }

  std::uint32_t find_biome(std::string_view name) const {
    std::uint32_t at = 0;
    while (at < content_->biomes.size() && content_->biomes[at].name != name) ++at;
    return at;
  }

  /// What only the whole text can tell.
  Error settle() {
    for (std::size_t i = 0; i < carved_.size(); ++i)
      if (Error error = settle_carved(i)) return error;
    if (content_->rules.empty() || content_->rules.back().never || !content_->rules.back().conditions.empty())
      return fail(lines_.number(), 1, "the last biome must hold everywhere: without a condition");
    return {};
  }

  Error settle_carved(std::size_t i) {
    const Mention& mention = carved_[i];
    content_->rules[i].carved = static_cast<std::uint32_t>(i);
    if (content_->biomes[i].cost != kWall || (mention.name.empty() && !content_->join.wanted)) return {};
    if (mention.name.empty())
      return fail(mention.line, 1, "walls need carved=BIOME: what ways through them are of, for there is a join");
    const std::uint32_t carved = find_biome(mention.name);
    if (carved == content_->biomes.size())
      return fail(mention.line, mention.column, "there is no biome " + mention.name);
    if (content_->biomes[carved].cost == kWall)
      return fail(mention.line, mention.column, mention.name + " is a wall itself");
    content_->rules[i].carved = carved;
    return {};
  }

  Lines lines_;
  std::shared_ptr<Content> content_;
  std::vector<Mention> carved_;  ///< By biome; an empty name for none.
};

}  // namespace

Result<std::shared_ptr<const Content>> read(std::string_view text, std::string_view name) {
  return Reader(text, name).read();
}

}  // namespace cardume::recipe
