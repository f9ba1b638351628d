#include <algorithm>
#include <bit>
#include <cardume/wfc.hpp>
#include <map>
#include <utility>

#include "core/checker.hpp"
#include "core/door.hpp"
#include "core/worldgen/wfc/content.hpp"

namespace cardume {
namespace {

/// Cells, row by row. A string, because g++ 12 warns of comparing vectors of bytes.
using Window = std::string;

void set_bit(wfc::Words& words, std::size_t bit) { words[bit / 64] |= std::uint64_t{1} << (bit % 64); }

void make_room(WfcModel::Content& content) {
  content.count = static_cast<std::uint32_t>(content.weight.size());
  content.words = (content.count + 63) / 64;
  for (auto& fits : content.fits) fits.assign(std::size_t{content.count} * content.words, 0);
  for (auto& outside : content.outside) outside.assign(content.words, 0);
  for (auto& ways : content.ways) ways.assign(content.words, 0);
  content.walkable.assign(content.words, 0);
}

/// Byte by byte: what fits beside a set is what fits beside its lowest pattern, and beside the others.
void gather_bytes(WfcModel::Content& content) {
  if (content.words != 1) return;
  for (std::uint32_t side = 0; side < 4; ++side) {
    wfc::Words& together = content.together[side];
    together.assign(8 * 256, 0);
    for (std::uint32_t byte = 0; byte < 8; ++byte)
      for (std::uint32_t bits = 1; bits < 256; ++bits) {
        const std::uint32_t lowest = byte * 8 + static_cast<std::uint32_t>(std::countr_zero(bits));
        const std::uint64_t fits = lowest < content.count ? *content.fits_of(side, lowest) : 0;
        together[byte << 8 | bits] = fits | together[byte << 8 | (bits & (bits - 1))];
      }
  }
}

/// Patterns lie beside each other where the keys of their sides are equal.
template <class Key>
void fit_by_key(WfcModel::Content& content, const std::array<std::vector<Key>, 4>& keys) {
  for (std::uint32_t side = 0; side < 4; ++side)
    for (std::uint32_t a = 0; a < content.count; ++a)
      for (std::uint32_t b = 0; b < content.count; ++b)
        if (keys[side][a] == keys[wfc::opposite(side)][b])
          set_bit(content.fits[side], std::size_t{a} * content.words * 64 + b);
  gather_bytes(content);
}

bool walked_on(const TileSet::Content& set, char letter) { return set.walk.find(letter) != std::string::npos; }

bool is_outside(const TileSet::Content& set, const std::string& letters) {
  return letters.find_first_not_of(set.outside) == std::string::npos;
}

/// The letters, or, of a side for the edge of the map only, what no side opposite to it has.
std::string key_of_side(const TileSet::Content& set, std::uint32_t tile, std::uint32_t side) {
  std::string letters = set.side(tile, side);
  if (!set.outside_only || !is_outside(set, letters)) return letters;
  return side == wfc::kRight || side == wfc::kDown ? "right or down" : "left or up";
}

void mark_sides(const TileSet::Content& set, WfcModel::Content& content) {
  for (std::uint32_t tile = 0; tile < content.count; ++tile) {
    const std::string& drawing = set.tiles[tile].drawing;
    if (std::any_of(drawing.begin(), drawing.end(), [&](char c) { return walked_on(set, c); }))
      set_bit(content.walkable, tile);
    for (std::uint32_t side = 0; side < 4; ++side) {
      const std::string letters = set.side(tile, side);
      if (set.outside == 0 || is_outside(set, letters)) set_bit(content.outside[side], tile);
      if (std::any_of(letters.begin(), letters.end(), [&](char c) { return walked_on(set, c); }))
        set_bit(content.ways[side], tile);
    }
  }
}

/// The part of a window that it shares with the one a cell to a side.
Window overlap(const Window& window, std::uint32_t edge, std::uint32_t side) {
  const std::uint32_t left = side == wfc::kRight, top = side == wfc::kDown;
  const std::uint32_t right = edge - (side == wfc::kLeft), bottom = edge - (side == wfc::kUp);
  Window part;
  for (std::uint32_t y = top; y < bottom; ++y)
    for (std::uint32_t x = left; x < right; ++x) part.push_back(window[y * edge + x]);
  return part;
}

Window turned(const Window& window, std::uint32_t edge) {
  Window result = window;
  for (std::uint32_t y = 0; y < edge; ++y)
    for (std::uint32_t x = 0; x < edge; ++x) result[x * edge + (edge - 1 - y)] = window[y * edge + x];
  return result;
}

Window mirrored(Window window, std::uint32_t edge) {
  for (std::uint32_t y = 0; y < edge; ++y) std::reverse(window.begin() + y * edge, window.begin() + (y + 1) * edge);
  return window;
}

/// A window as many ways as the symmetry says.
void count_window(const Window& window, const WfcSample& sample, std::map<Window, double>& counts) {
  const bool turns = sample.symmetry >= 4, mirrors = sample.symmetry == 2 || sample.symmetry == 8;
  Window one = window;
  for (int quarter = 0; quarter < (turns ? 4 : 1); ++quarter) {
    ++counts[one];
    if (mirrors) ++counts[mirrored(one, sample.window)];
    one = turned(one, sample.window);
  }
}

std::map<Window, double> count_windows(const WfcSample& sample) {
  std::map<Window, double> counts;
  const std::uint32_t cut = sample.periodic ? 0 : sample.window - 1;
  for (std::uint32_t y = 0; y + cut < sample.height; ++y)
    for (std::uint32_t x = 0; x + cut < sample.width; ++x) {
      Window window;
      for (std::uint32_t dy = 0; dy < sample.window; ++dy)
        for (std::uint32_t dx = 0; dx < sample.window; ++dx)
          window.push_back(
              static_cast<char>(sample.cells[(y + dy) % sample.height * sample.width + (x + dx) % sample.width]));
      count_window(window, sample, counts);
    }
  return counts;
}

Error check(const WfcSample& sample) {
  const std::uint32_t least = sample.periodic ? 1 : sample.window;
  Checker checker;
  checker.require(sample.window >= 1 && sample.window <= 5, "window", "from 1 to 5")
      .require(sample.width >= least && sample.height >= least, "width, height", "at least as large as a window")
      .require(sample.width <= 1024 && sample.height <= 1024, "width, height", "at most 1024")
      .require(sample.cells.size() == std::size_t{sample.width} * sample.height, "cells", "width times height")
      .require(sample.symmetry == 1 || sample.symmetry == 2 || sample.symmetry == 4 || sample.symmetry == 8, "symmetry",
               "1, 2, 4 or 8");
  return checker.result();
}

}  // namespace

WfcModel::WfcModel(std::shared_ptr<const Content> content) : content_(std::move(content)) {}

Result<WfcModel> WfcModel::from_tiles(const TileSet& set) {
  return guarded([&]() -> Result<WfcModel> {
    auto content = std::make_shared<Content>();
    for (const TileSet::Content::Tile& tile : set.content().tiles) content->weight.push_back(tile.weight);
    make_room(*content);
    std::array<std::vector<std::string>, 4> sides;
    for (std::uint32_t side = 0; side < 4; ++side)
      for (std::uint32_t tile = 0; tile < content->count; ++tile)
        sides[side].push_back(key_of_side(set.content(), tile, side));
    fit_by_key(*content, sides);
    mark_sides(set.content(), *content);
    return WfcModel(std::move(content));
  });
}

Result<WfcModel> WfcModel::from_sample(const WfcSample& sample) {
  return guarded([&]() -> Result<WfcModel> {
    if (Error error = check(sample)) return error;
    auto content = std::make_shared<Content>();
    for (auto& [window, weight] : count_windows(sample)) {
      content->windows.emplace_back(window.begin(), window.end());
      content->weight.push_back(weight);
    }
    if (content->windows.size() > wfc::kMostPatterns) return Error{Status::kLimit, "cells: at most 4096 windows"};
    make_room(*content);
    std::array<std::vector<Window>, 4> parts;
    for (std::uint32_t side = 0; side < 4; ++side)
      for (const auto& window : content->windows)
        parts[side].push_back(overlap({window.begin(), window.end()}, sample.window, side));
    fit_by_key(*content, parts);
    for (auto& outside : content->outside) std::fill(outside.begin(), outside.end(), ~std::uint64_t{0});
    return WfcModel(std::move(content));
  });
}

std::uint32_t WfcModel::count() const { return content_->count; }
double WfcModel::weight(std::uint32_t pattern) const { return content_->weight[pattern]; }

bool WfcModel::fits(std::uint32_t pattern, std::uint32_t side, std::uint32_t other) const {
  return (content_->fits_of(side, pattern)[other / 64] >> (other % 64) & 1) != 0;
}

std::span<const std::uint8_t> WfcModel::window(std::uint32_t pattern) const {
  if (content_->windows.empty()) return {};
  return content_->windows[pattern];
}

}  // namespace cardume
