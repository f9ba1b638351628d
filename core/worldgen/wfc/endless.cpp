#include <array>
#include <cardume/random.hpp>
#include <cardume/wfc.hpp>
#include <map>
#include <utility>

#include "core/checker.hpp"
#include "core/door.hpp"
#include "core/worldgen/wfc/solver.hpp"

namespace cardume {
namespace {

constexpr std::int64_t kEdge = EndlessWfc::kBlock;
constexpr int kLayers = 4;

/// By how much the squares of a layer are moved, in halves of a block.
constexpr std::array<std::pair<int, int>, kLayers> kMoved{{{0, 0}, {1, 0}, {0, 1}, {1, 1}}};

/// Squares that are kept for the next block.
constexpr std::size_t kMostSquares = 4096;

constexpr std::uint32_t kBacktracks = 300;

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }

/// Of one layer, by numbers along x and y.
struct Square {
  int layer;
  std::int64_t x, y;

  friend auto operator<=>(const Square&, const Square&) = default;

  /// Its first pattern.
  std::int64_t left() const { return x * kEdge + kMoved[static_cast<std::size_t>(layer)].first * kEdge / 2; }
  std::int64_t top() const { return y * kEdge + kMoved[static_cast<std::size_t>(layer)].second * kEdge / 2; }
};

Square square_at(int layer, std::int64_t x, std::int64_t y) {
  const Square origin{layer, 0, 0};
  return {layer, floor_div(x - origin.left(), kEdge), floor_div(y - origin.top(), kEdge)};
}

}  // namespace

struct EndlessWfc::State {
  WfcModel model;
  std::uint64_t seed;
  std::uint16_t base;
  std::map<Square, std::vector<std::uint16_t>> squares;

  /// After that layer; before the first there is the base everywhere.
  std::uint16_t pattern(int layer, std::int64_t x, std::int64_t y) {
    if (layer < 0) return base;
    const Square square = square_at(layer, x, y);
    return patterns(square)[static_cast<std::size_t>((y - square.top()) * kEdge + x - square.left())];
  }

  const std::vector<std::uint16_t>& patterns(const Square& square) {
    const auto found = squares.find(square);
    if (found != squares.end()) return found->second;
    return squares.emplace(square, solve(square)).first->second;
  }

  /// Anew inside what was around it, or as it was.
  std::vector<std::uint16_t> solve(const Square& square) {
    WfcDesc desc;
    desc.width = desc.height = static_cast<std::uint32_t>(kEdge + 2);
    desc.keep_outside = false;
    desc.backtracks = kBacktracks;
    const Stream stream = Stream(seed).sub("endless");
    desc.seed = Stream(stream.at(static_cast<std::uint64_t>(square.x), static_cast<std::uint64_t>(square.y)))
                    .at(static_cast<std::uint64_t>(square.layer), 0);
    std::vector<std::uint16_t> before;
    for (std::uint32_t y = 0; y < desc.height; ++y)
      for (std::uint32_t x = 0; x < desc.width; ++x) {
        const std::uint16_t was = pattern(square.layer - 1, square.left() + x - 1, square.top() + y - 1);
        const bool rim = x == 0 || y == 0 || x + 1 == desc.width || y + 1 == desc.height;
        if (rim)
          desc.fixed.push_back({{x, y}, {was}});
        else
          before.push_back(was);
      }
    const auto solved = wfc::Solver(model.content(), desc).solve();
    const WfcMap* map = std::get_if<WfcMap>(&solved);
    if (map == nullptr) return before;
    for (std::uint32_t y = 0; y < kEdge; ++y)
      for (std::uint32_t x = 0; x < kEdge; ++x) before[y * kEdge + x] = map->patterns[(y + 1) * desc.width + x + 1];
    return before;
  }
};

EndlessWfc::EndlessWfc(std::unique_ptr<State> state) : state_(std::move(state)) {}
EndlessWfc::EndlessWfc(EndlessWfc&&) noexcept = default;
EndlessWfc& EndlessWfc::operator=(EndlessWfc&&) noexcept = default;
EndlessWfc::~EndlessWfc() = default;

Result<EndlessWfc> EndlessWfc::create(const WfcModel& model, std::uint64_t seed) {
  return guarded([&]() -> Result<EndlessWfc> {
    for (std::uint32_t pattern = 0; pattern < model.count(); ++pattern)
      if (model.fits(pattern, wfc::kRight, pattern) && model.fits(pattern, wfc::kDown, pattern))
        return EndlessWfc(std::make_unique<State>(State{model, seed, static_cast<std::uint16_t>(pattern), {}}));
    return Error{Status::kInvalidArgument, "no pattern fits beside itself on all sides"};
  });
}

Result<WfcMap> EndlessWfc::block(std::int64_t x, std::int64_t y) {
  return guarded([&]() -> Result<WfcMap> {
    constexpr std::int64_t kFarthest = std::int64_t{1} << 58;
    if (std::min(x, y) < -kFarthest || std::max(x, y) > kFarthest) return invalid("x, y", "within 2^58 of 0");
    if (state_->squares.size() > kMostSquares) state_->squares.clear();
    WfcMap map{kBlock, kBlock, {}};
    for (std::int64_t row = 0; row < kEdge; ++row)
      for (std::int64_t column = 0; column < kEdge; ++column)
        map.patterns.push_back(state_->pattern(kLayers - 1, x * kEdge + column, y * kEdge + row));
    return map;
  });
}

}  // namespace cardume
