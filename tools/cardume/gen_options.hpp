#pragma once
#include <cardume/caves.hpp>
#include <cardume/cellular.hpp>
#include <cardume/noise.hpp>
#include <cstdint>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace cardume {

/// What of Voronoi cells is made.
enum class CellValue : std::uint8_t { kF1, kF2, kF2F1, kId, kBorder };

/// Samples, cells or tiles along both edges; of drawings, pixels.
struct GenSize {
  std::uint32_t width = 512, height = 512;
};

/// Which piece of an endless plane: it begins at so many sizes from the origin.
struct GenChunk {
  std::int64_t x = 0, y = 0;
};

struct GenRegion {
  std::optional<GenSize> size;  ///< By default what suits the kind.
  std::optional<GenChunk> chunk;
};

/// Of noise and Voronoi cells; see NoiseDesc.
struct GenLattice {
  float period = 64;
  std::uint32_t tile = 0;
  std::int64_t z = 0;  ///< Of the layer of noise in space.
};

struct GenCells {
  CellularDesc desc;
  CellValue value = CellValue::kId;
};

/// Which L-system, and what its turtle moves in.
struct GenLSystem {
  std::string system = "oak";    ///< A name or a file.
  std::uint32_t dimensions = 0;  ///< 2 or 3; 0 for what suits it.
};

/// What wave function collapse learns from.
struct GenWfc {
  std::string set = "town";  ///< Tiles: a name or a file.
  std::string sample;        ///< A picture instead.
  bool periodic = false;     ///< The map goes on at its other side.
};

/// Where what was made goes.
struct GenOutputs {
  std::string path;         ///< Its ending says what is written; - for text on stdout.
  std::string sheet;        ///< A picture of many kinds.
  std::uint32_t scale = 0;  ///< Pixels along a sample; 0 for what suits the kind.
  bool hash = false;
  bool list = false;
};

/// What means one thing to one kind and another to another.
struct GenShared {
  std::optional<std::uint32_t> n;  ///< Rewritings of an L-system; cells along a window of a sample.
  std::optional<bool> connect;     ///< Caves; and of tiles what can be walked on.
};

/// How it is worked out, which never shows.
struct GenHow {
  std::uint32_t threads = 0;
  std::string instruction_set;
};

/// What `cardume gen` is asked for. Kinds take from it what they have use for.
struct GenOptions {
  std::string kind;
  std::uint64_t seed = 1;
  GenRegion region;
  GenLattice lattice;
  NoiseDesc noise;
  GenCells cells;
  CavesDesc caves;
  GenLSystem lsystem;
  GenWfc wfc;
  GenShared shared;
  GenOutputs outputs;
  GenHow how;
};

void add_gen_options(CLI::App& verb, GenOptions&);

/// Throws what the command line throws for an option that the kind has no use for.
void check_gen_usage(const CLI::App& verb, const GenOptions&);

}  // namespace cardume
