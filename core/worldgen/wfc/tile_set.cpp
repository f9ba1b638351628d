#include <algorithm>
#include <cardume/wfc.hpp>
#include <charconv>
#include <utility>

#include "core/door.hpp"
#include "core/lines.hpp"
#include "core/worldgen/shipped.hpp"
#include "core/worldgen/wfc/content.hpp"

namespace cardume {
namespace {

// Made of the files in core/worldgen/tilesets.
constexpr ShippedText kShipped[] = {
#include "shipped_tilesets.inc"
};

constexpr auto kNames = names_of(kShipped);

/// A quarter turn to the right.
std::string turned(const std::string& drawing, std::uint32_t edge) {
  std::string result(drawing.size(), ' ');
  for (std::uint32_t y = 0; y < edge; ++y)
    for (std::uint32_t x = 0; x < edge; ++x) result[x * edge + (edge - 1 - y)] = drawing[y * edge + x];
  return result;
}

std::string mirrored(const std::string& drawing, std::uint32_t edge) {
  std::string result = drawing;
  for (std::uint32_t y = 0; y < edge; ++y) std::reverse(result.begin() + y * edge, result.begin() + (y + 1) * edge);
  return result;
}

class Reader {
 public:
  Reader(std::string_view text, std::string_view name, TileSet::Content& out) : lines_(text), name_(name), out_(out) {}

  Error read() {
    read_version();
    while (!error_ && lines_.next()) {
      const std::vector<Word> words = words_of(lines_.line(), '%');
      if (!words.empty()) read_line(words);
    }
    if (!error_ && out_.tiles.empty()) fail(1, "expected a tile");
    if (!error_ && out_.tiles.size() > wfc::kMostPatterns) fail(1, "at most 4096 tiles, turned and mirrored ones too");
    return error_;
  }

 private:
  void fail(std::size_t column, const std::string& what) {
    const std::size_t line = std::max<std::size_t>(lines_.number(), 1);
    if (!error_)
      error_ = {Status::kParse,
                std::string(name_) + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " + what};
  }

  void read_version() {
    std::vector<Word> words;
    while (words.empty() && lines_.next()) words = words_of(lines_.line(), '%');
    const bool good =
        words.size() == 3 && words[0].text == "cardume" && words[1].text == "tiles" && words[2].text == "1";
    if (!good) fail(1, "expected `cardume tiles 1`");
  }

  void read_line(const std::vector<Word>& words) {
    const std::string_view key = words[0].text;
    if (key == "tile") return read_tile(words);
    if (key != "edge" && key != "outside" && key != "walk")
      return fail(words[0].column, "a line must begin with one of edge, outside, walk, tile");
    const bool only = key == "outside" && words.size() == 3 && words[2].text == "only";
    if (words.size() != 2 && !only) return fail(words.back().column, "expected one word after " + std::string(key));
    if (!out_.tiles.empty()) return fail(words[0].column, std::string(key) + " belongs above the tiles");
    if (key == "edge") out_.edge = static_cast<std::uint32_t>(number(words[1], 2, 16));
    if (key == "walk") out_.walk = words[1].text;
    if (key != "outside") return;
    if (words[1].text.size() != 1) return fail(words[1].column, "expected a letter");
    out_.outside = words[1].text[0];
    out_.outside_only = only;
  }

  double number(const Word& word, double low, double high) {
    double value = 0;
    const char* const last = word.text.data() + word.text.size();
    const auto [end, code] = std::from_chars(word.text.data(), last, value);
    if (code == std::errc{} && end == last && value >= low && value <= high) return value;
    fail(word.column, "expected a number from " + shortly(low) + " to " + shortly(high));
    return low;
  }

  static std::string shortly(double value) {
    char digits[32];
    const auto [end, code] = std::to_chars(digits, digits + sizeof digits, value);
    return code == std::errc{} ? std::string(digits, end) : std::string();
  }

  void read_tile(const std::vector<Word>& words) {
    if (out_.edge == 0) return fail(words[0].column, "expected edge before the first tile");
    if (words.size() < 2) return fail(words[0].column, "expected a name");
    TileSet::Content::Tile tile{std::string(words[1].text), {}, 1};
    bool turn = false, mirror = false;
    for (std::size_t i = 2; i < words.size(); ++i) {
      const std::string_view word = words[i].text;
      if (word == "turn")
        turn = true;
      else if (word == "mirror")
        mirror = true;
      else if (word.starts_with("weight="))
        tile.weight = number({word.substr(7), words[i].column + 7}, 0.001, 1000);
      else
        return fail(words[i].column, "expected weight=NUMBER, turn or mirror");
    }
    if (read_drawing(tile.drawing)) add(tile, turn, mirror);
  }

  bool read_drawing(std::string& drawing) {
    for (std::uint32_t row = 0; row < out_.edge; ++row) {
      const bool there = lines_.next();
      const std::string_view line = there ? lines_.line() : std::string_view();
      if (line.size() != out_.edge) fail(line.size() + 1, "expected " + std::to_string(out_.edge) + " letters");
      for (std::size_t i = 0; i < line.size(); ++i)
        if (line[i] <= ' ' || line[i] >= 127) fail(i + 1, "expected a letter");
      drawing += line;
    }
    return !error_;
  }

  void add(const TileSet::Content::Tile& tile, bool turn, bool mirror) {
    std::vector<std::string> drawings;
    std::string drawing = tile.drawing;
    for (int side = 0; side < (mirror ? 2 : 1); ++side) {
      for (int quarter = 0; quarter < (turn ? 4 : 1); ++quarter) {
        if (std::find(drawings.begin(), drawings.end(), drawing) == drawings.end()) drawings.push_back(drawing);
        drawing = turned(drawing, out_.edge);
      }
      drawing = mirrored(tile.drawing, out_.edge);
    }
    const double weight = tile.weight / static_cast<double>(drawings.size());
    for (std::string& one : drawings) out_.tiles.push_back({tile.name, std::move(one), weight});
  }

  Lines lines_;
  std::string_view name_;
  TileSet::Content& out_;
  Error error_;
};

}  // namespace

std::string TileSet::Content::side(std::uint32_t tile, std::uint32_t side) const {
  const std::string& drawing = tiles[tile].drawing;
  std::string letters;
  for (std::uint32_t i = 0; i < edge; ++i) {
    const std::uint32_t x = side == wfc::kRight ? edge - 1 : side == wfc::kLeft ? 0 : i;
    const std::uint32_t y = side == wfc::kDown ? edge - 1 : side == wfc::kUp ? 0 : i;
    letters += drawing[y * edge + x];
  }
  return letters;
}

TileSet::TileSet(std::shared_ptr<const Content> content) : content_(std::move(content)) {}

Result<TileSet> TileSet::parse(std::string_view text, std::string_view name) {
  return guarded([&]() -> Result<TileSet> {
    auto content = std::make_shared<Content>();
    if (Error error = Reader(text, name, *content).read()) return error;
    return TileSet(std::move(content));
  });
}

Result<TileSet> TileSet::shipped(std::string_view name) { return parse_shipped<TileSet>("tile set", kShipped, name); }

std::uint32_t TileSet::edge() const { return content_->edge; }
std::uint32_t TileSet::count() const { return static_cast<std::uint32_t>(content_->tiles.size()); }
std::string_view TileSet::name(std::uint32_t tile) const { return content_->tiles[tile].name; }
std::string_view TileSet::drawing(std::uint32_t tile) const { return content_->tiles[tile].drawing; }

std::span<const std::string_view> shipped_tile_sets() { return kNames; }

}  // namespace cardume
