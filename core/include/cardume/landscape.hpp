#pragma once
#include <cardume/cost_grid.hpp>
#include <cardume/export.hpp>
#include <cardume/recipe.hpp>
#include <cardume/samples.hpp>
#include <cardume/scenery.hpp>
#include <cardume/status.hpp>
#include <cardume/vector.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cardume {

/// A tree: its trunk is an obstacle, its canopy something to draw.
struct TreeSpot {
  std::int64_t x = 0, y = 0;  ///< Its cell.
  Vec2 offset;                ///< From the corner of that cell, in world units.
  float trunk_radius = 0;     ///< World units.
  float canopy_radius = 0;    ///< World units.
  std::uint32_t kind = 0;     ///< Which `trees` line of the recipe it comes from.

  friend bool operator==(const TreeSpot&, const TreeSpot&) = default;
};

/// A place that the recipe names: a cell that every other free one reaches.
struct NamedPlace {
  std::string name;
  std::int64_t x = 0, y = 0;

  friend bool operator==(const NamedPlace&, const NamedPlace&) = default;
};

/// A rectangle of a landscape, row by row. Cells count from the landscape's first, wherever the rectangle lies.
struct Land {
  std::int64_t x = 0, y = 0;        ///< Its first cell.
  CostGrid terrain;                 ///< Width, height and costs: what WorldDesc::terrain takes.
  std::vector<float> height;        ///< The layer of that name; empty where the recipe has none.
  std::vector<std::uint8_t> biome;  ///< By index into Recipe::biomes().
  std::vector<TreeSpot> trees;      ///< By row of their cells, then column.
  std::vector<NamedPlace> places;   ///< Those that lie in it.
  /// Of everything above but places. Hashes of parts add up (modulo 2^64) to that of the whole, however it is cut.
  std::uint64_t hash = 0;
};

/// Which world to make of a recipe.
struct LandscapeDesc {
  std::uint64_t seed = 1;    ///< Any value.
  std::uint32_t width = 0;   ///< Cells, to limits::kMaxMapEdge; 0 for what the recipe says.
  std::uint32_t height = 0;  ///< Likewise.
  SampleOptions options{};   ///< How it is worked out.
};

/// The world that a recipe makes of a seed. All of its parts are functions of recipe, size, seed and place alone: the
/// same on every machine, whichever is asked for first and however large they are. Of a world with a recipe that joins
/// its ground, every free cell reaches every other, trees or not. Calls on one landscape must not overlap in time,
/// because what was worked out is kept for the next.
class CARDUME_EXPORT Landscape {
 public:
  /// A scheduler must outlive the landscape. Errors name the field, or the layer for which there is no solution.
  static Result<Landscape> create(const Recipe&, const LandscapeDesc& = {});
  Landscape(Landscape&&) noexcept;
  Landscape& operator=(Landscape&&) noexcept;
  ~Landscape();

  const Recipe& recipe() const;
  std::uint32_t width() const;  ///< Cells; of an endless one, those to begin with.
  std::uint32_t height() const;

  /// A rectangle of cells; each edge at most limits::kMaxMapEdge. kInvalidArgument where it leaves a landscape with an
  /// edge.
  Result<Land> part(std::int64_t x, std::int64_t y, std::uint32_t width, std::uint32_t height);
  /// part() by chunks of `edge` cells: the chunk (x, y) begins at cell (x * edge, y * edge). Those at the far edges of
  /// a landscape may be smaller.
  Result<Land> chunk(std::int64_t x, std::int64_t y, std::uint32_t edge = 64);
  /// From (0, 0) to width and height.
  Result<Land> whole() { return part(0, 0, width(), height()); }

  /// The values of a layer before anything is joined; the box has a depth of 1. kInvalidArgument for an unknown name.
  Result<std::vector<float>> layer(std::string_view name, const SampleBox&);

 private:
  struct State;
  explicit Landscape(std::unique_ptr<State>);

  std::unique_ptr<State> state_;
};

// Places in a world whose terrain a land is, in world units from its first cell.

/// The middle of a cell.
CARDUME_EXPORT Vec2 middle_in(const Land&, std::int64_t x, std::int64_t y);
CARDUME_EXPORT Vec2 position_in(const Land&, const TreeSpot&);
/// Trunks as SceneryDesc::obstacles takes them.
CARDUME_EXPORT std::vector<ObstacleDesc> obstacles_in(const Land&);

}  // namespace cardume
