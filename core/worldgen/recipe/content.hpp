#pragma once
#include <cardume/cellular.hpp>
#include <cardume/noise.hpp>
#include <cardume/recipe.hpp>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

// What a recipe says, in the order of its lines. Layers, biomes and the like refer to each other by index; a layer only
// to earlier ones.
namespace cardume::recipe {

struct NoiseLayer {
  NoiseDesc desc;
};

struct VoronoiLayer {
  enum class Value : std::uint8_t { kF1, kF2, kF2F1, kBorder, kId };

  CellularDesc desc;
  Value value = Value::kF1;
};

/// 1 in rock, 0 in caves.
struct CavesLayer {
  float share = 0.45f;
  std::uint32_t steps = 5;
};

/// Letters of a tile set's drawings, as numbers; 0 outside.
struct TilesLayer {
  std::string set;
  std::uint32_t across = 0, down = 0;  ///< Tiles; 0 for as many as fit. Endless worlds are full of them.
  float x = 0.5f, y = 0.5f;            ///< Where its middle lies, as shares of the landscape.
};

struct Term {
  std::uint32_t layer;
  float factor;
};

enum class Blend : std::uint8_t { kSum, kProduct, kLeast, kGreatest };

struct BlendLayer {
  Blend blend = Blend::kSum;
  std::vector<Term> terms;
  float constant = 0;  ///< Of a sum.
};

/// How steep another layer is: its rise a cell.
struct SlopeLayer {
  std::uint32_t of = 0;
};

/// 1 in the middle of the landscape, 0 at its edge and beyond, and smoothly between.
struct FalloffLayer {};

struct Layer {
  std::string name;
  std::variant<NoiseLayer, VoronoiLayer, CavesLayer, TilesLayer, BlendLayer, SlopeLayer, FalloffLayer> kind;
};

struct Condition {
  enum class Kind : std::uint8_t { kBelow, kAbove, kIs };

  std::uint32_t layer;
  Kind kind;
  float value;
};

/// Holds where all of its conditions do and no earlier rule does.
struct BiomeRule {
  std::vector<Condition> conditions;
  bool never = false;        ///< Only where ways are carved.
  std::uint32_t carved = 0;  ///< The biome that a way through it is of.
};

/// What a layer adds to the cost of ground that can be walked on.
struct Climb {
  std::uint32_t layer;
  float rate;
};

struct TreesRule {
  std::string system;
  std::uint32_t spacing = 4;  ///< Cells: at most one tree in a square of so many by so many.
  float chance = 1;           ///< That there is one.
  std::vector<bool> in;       ///< By biome.
};

struct PlaceRule {
  std::string name;
  float x, y;  ///< Shares of the landscape.
};

/// Which ground counts as joined; see join.hpp.
struct JoinRule {
  bool wanted = false;
  std::uint32_t width = 1;    ///< Of ways, in cells; odd.
  std::uint32_t pockets = 0;  ///< Ground of fewer cells that nothing else is joined with is closed instead.
};

struct Content {
  std::string name;
  std::uint32_t width = 256, height = 256;
  float cell_size = 1;
  bool endless = false;
  std::vector<Layer> layers;
  std::vector<std::string> layer_names;
  std::vector<Biome> biomes;
  std::vector<BiomeRule> rules;  ///< By biome.
  std::vector<Climb> climbs;
  std::vector<TreesRule> trees;
  std::vector<PlaceRule> places;
  JoinRule join;
};

}  // namespace cardume::recipe
