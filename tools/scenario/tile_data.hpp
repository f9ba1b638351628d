#pragma once
#include <cardume/status.hpp>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cardume {

/// The tiles of a rectangle as a Tiled file holds them. What it refers to lives in the document.
struct TileData {
  enum class Encoding : std::uint8_t { kNumbers, kCsv, kBase64 };
  enum class Compression : std::uint8_t { kNone, kDeflate, kZstd };

  Encoding encoding = Encoding::kNumbers;
  Compression compression = Compression::kNone;
  std::string_view text;               ///< All but kNumbers.
  std::vector<std::uint32_t> numbers;  ///< Of kNumbers.
};

/// Reads the names that Tiled has for them; kInvalidArgument for any other.
Error read_encoding(std::string_view encoding, std::string_view compression, TileData& data);

/// The numbers of exactly `count` tiles, flips included. Takes memory by what the data holds, not by what it claims to.
Result<std::vector<std::uint32_t>> decode_tiles(const TileData& data, std::size_t count);

}  // namespace cardume
