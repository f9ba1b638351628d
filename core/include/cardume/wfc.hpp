#pragma once
#include <cardume/export.hpp>
#include <cardume/status.hpp>
#include <cardume/vector.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// Wave function collapse (M. Gumin, "WaveFunctionCollapse", 2016): maps in which every place looks like a place of a
// set of tiles, or of a sample.
namespace cardume {

/// Square tiles drawn with letters. Two of them may lie side by side where the letters along their common edge are
/// equal. The text has a head, and then tiles, each followed by its drawing; what follows a word that begins with `%`
/// is a comment:
///
///     cardume tiles 1
///     edge 5              % letters along an edge; 2 to 16
///     outside #           % all letters along the edge of a map, where it has one; `outside # only`: and nowhere else
///     walk .+             % letters that can be walked on
///     tile hall weight=2 turn mirror
///     #####
///     .....
///     .....
///     .....
///     #####
///
/// `turn` adds the tile turned by quarters, `mirror` mirrored; those that look alike count once, and share the weight.
class CARDUME_EXPORT TileSet {
 public:
  struct Content;

  /// kParse with `name:line:column: what`.
  static Result<TileSet> parse(std::string_view text, std::string_view name);
  /// One of shipped_tile_sets(); kInvalidArgument for any other name.
  static Result<TileSet> shipped(std::string_view name);

  std::uint32_t edge() const;   ///< Letters along a tile.
  std::uint32_t count() const;  ///< Tiles, turned and mirrored ones among them.
  std::string_view name(std::uint32_t tile) const;
  /// Row by row.
  std::string_view drawing(std::uint32_t tile) const;
  const Content& content() const { return *content_; }  ///< For the library itself.

 private:
  explicit TileSet(std::shared_ptr<const Content>);

  std::shared_ptr<const Content> content_;
};

/// Names of the tile sets that come with the library.
CARDUME_EXPORT std::span<const std::string_view> shipped_tile_sets();

/// A picture to learn from: what its windows of `window` by `window` cells look like, and how often.
struct WfcSample {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> cells;  ///< Row by row.
  std::uint32_t window = 3;         ///< 1 to 5.
  bool periodic = true;             ///< The picture goes on at its other side.
  std::uint32_t symmetry = 8;       ///< 1: as it is; 2: mirrored too; 4: turned as well, not mirrored; 8: both.
};

/// Patterns, and which may lie beside which. Copies share their content.
class CARDUME_EXPORT WfcModel {
 public:
  struct Content;

  static Result<WfcModel> from_tiles(const TileSet&);
  static Result<WfcModel> from_sample(const WfcSample&);

  std::uint32_t count() const;                 ///< Patterns; at most 4096.
  double weight(std::uint32_t pattern) const;  ///< How often it should come. Of a sample: how often it is there.
  /// Whether `other` may lie beside a pattern: 0 to the right, 1 below, 2 to the left, 3 above.
  bool fits(std::uint32_t pattern, std::uint32_t side, std::uint32_t other) const;
  /// The cells of a pattern of a sample, row by row; of a tile, none.
  std::span<const std::uint8_t> window(std::uint32_t pattern) const;
  const Content& content() const { return *content_; }  ///< For the library itself.

 private:
  explicit WfcModel(std::shared_ptr<const Content>);

  std::shared_ptr<const Content> content_;
};

/// A cell that must be of one of some patterns.
struct WfcFixed {
  Cell cell;
  std::vector<std::uint32_t> patterns;
};

/// How often patterns may come, all in all.
struct WfcCount {
  std::vector<std::uint32_t> patterns;
  std::uint32_t least = 0, most = ~0u;
};

struct WfcDesc {
  std::uint32_t width = 32, height = 32;  ///< Patterns; each 1 to 1024.
  bool periodic = false;                  ///< The map goes on at its other side.
  bool keep_outside = true;               ///< Tiles at its edge show TileSet's `outside` there, if the map has an edge.
  bool connected = false;                 ///< Of tiles: all that can be walked on is connected.
  std::vector<WfcFixed> fixed{};
  std::vector<WfcCount> counts{};
  std::vector<bool> mask{};           ///< Row by row: cells that are part of the map; empty for all.
  std::uint32_t backtracks = 20'000;  ///< Decisions that may be taken back before it gives up.
  std::uint64_t seed = 1;
};

/// Row by row; kNoPattern outside the mask.
struct WfcMap {
  static constexpr std::uint16_t kNoPattern = 0xFFFF;

  std::uint32_t width = 0, height = 0;
  std::vector<std::uint16_t> patterns;
};

/// There is no such map, or none was found within the budget.
struct Contradiction {
  Cell cell;  ///< For which nothing was left, the last time.
  std::uint64_t backtracks = 0;
};

/// A whole map, or a contradiction: never a part of one. kInvalidArgument and kLimit name the field.
CARDUME_EXPORT Result<std::variant<WfcMap, Contradiction>> solve_wfc(const WfcModel&, const WfcDesc&);

/// The letters of a map of tiles, row by row, TileSet::edge() for each tile; blanks outside the mask.
CARDUME_EXPORT std::string draw_tiles(const TileSet&, const WfcMap&);
/// The cells of a map learnt from a sample: of each pattern the first.
CARDUME_EXPORT std::vector<std::uint8_t> draw_sample(const WfcModel&, const WfcMap&);

/// A map without end, in blocks that fit each other, whichever is asked for first: each is a function of model, seed
/// and place. Four times over, in squares that overlap those of the time before, the map is solved anew within
/// surroundings that stay, or stays as it was where there is no solution (after A. Newgas, "Infinite modifying in
/// blocks", 2021). It begins with one pattern everywhere. Calls must not overlap in time.
class CARDUME_EXPORT EndlessWfc {
 public:
  static constexpr std::uint32_t kBlock = 16;  ///< Patterns along a block.

  /// kInvalidArgument where no pattern fits beside itself on all sides.
  static Result<EndlessWfc> create(const WfcModel&, std::uint64_t seed);
  EndlessWfc(EndlessWfc&&) noexcept;
  EndlessWfc& operator=(EndlessWfc&&) noexcept;
  ~EndlessWfc();

  /// The block from pattern (x, y) times kBlock on. kInvalidArgument beyond 2^58 of 0.
  Result<WfcMap> block(std::int64_t x, std::int64_t y);

 private:
  struct State;
  explicit EndlessWfc(std::unique_ptr<State>);

  std::unique_ptr<State> state_;
};

}  // namespace cardume
