#include <algorithm>
#include <cardume/wfc.hpp>

#include "core/checker.hpp"
#include "core/door.hpp"
#include "core/worldgen/wfc/solver.hpp"

namespace cardume {
namespace {

bool all_below(const std::vector<std::uint32_t>& patterns, std::uint32_t count) {
  return std::all_of(patterns.begin(), patterns.end(), [&](std::uint32_t one) { return one < count; });
}

Error check(const WfcModel& model, const WfcDesc& desc) {
  const auto edge = [](std::uint32_t cells) { return cells >= 1 && cells <= 1024; };
  const std::size_t cells = std::size_t{desc.width} * desc.height;
  Checker checker;
  checker.require(edge(desc.width) && edge(desc.height), "width, height", "from 1 to 1024")
      .require(desc.mask.empty() || desc.mask.size() == cells, "mask", "empty or width times height")
      .require(!desc.connected || model.content().windows.empty(), "connected", "false for models of samples");
  for (std::size_t i = 0; i < desc.fixed.size(); ++i) {
    const WfcFixed& fixed = desc.fixed[i];
    const Checker inner = Checker("fixed[", i, "].")
                              .require(fixed.cell.x < desc.width && fixed.cell.y < desc.height, "cell", "in the map")
                              .require(all_below(fixed.patterns, model.count()), "patterns", "of the model");
    if (Error error = inner.result()) return error;
  }
  for (std::size_t i = 0; i < desc.counts.size(); ++i) {
    const WfcCount& count = desc.counts[i];
    const Checker inner = Checker("counts[", i, "].")
                              .require(all_below(count.patterns, model.count()), "patterns", "of the model")
                              .require(count.least <= count.most, "least", "at most `most`");
    if (Error error = inner.result()) return error;
  }
  return checker.result();
}

}  // namespace

Result<std::variant<WfcMap, Contradiction>> solve_wfc(const WfcModel& model, const WfcDesc& desc) {
  return guarded([&]() -> Result<std::variant<WfcMap, Contradiction>> {
    if (Error error = check(model, desc)) return error;
    return wfc::Solver(model.content(), desc).solve();
  });
}

std::string draw_tiles(const TileSet& set, const WfcMap& map) {
  const std::uint32_t edge = set.edge(), width = map.width * edge;
  std::string letters(std::size_t{width} * map.height * edge, ' ');
  for (std::uint32_t cell = 0; cell < map.patterns.size(); ++cell) {
    if (map.patterns[cell] == WfcMap::kNoPattern) continue;
    const std::string_view drawing = set.drawing(map.patterns[cell]);
    const std::size_t first = std::size_t{cell / map.width} * edge * width + std::size_t{cell % map.width} * edge;
    for (std::uint32_t row = 0; row < edge; ++row)
      std::copy_n(drawing.begin() + row * edge, edge,
                  letters.begin() + static_cast<std::ptrdiff_t>(first + row * width));
  }
  return letters;
}

std::vector<std::uint8_t> draw_sample(const WfcModel& model, const WfcMap& map) {
  std::vector<std::uint8_t> cells(map.patterns.size());
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (map.patterns[i] != WfcMap::kNoPattern) cells[i] = model.window(map.patterns[i])[0];
  return cells;
}

}  // namespace cardume
