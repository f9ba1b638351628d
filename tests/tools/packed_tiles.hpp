#pragma once
#include <zlib.h>
#include <zstd.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cardume {

// What the Tiled editor makes of tiles, written anew so that readers have something to be held against.

inline std::string to_csv(const std::vector<std::uint32_t>& tiles, std::string_view between = ",") {
  std::string text;
  for (const std::uint32_t tile : tiles) text += (text.empty() ? "" : std::string(between)) + std::to_string(tile);
  return text;
}

inline std::string to_bytes(const std::vector<std::uint32_t>& tiles) {
  std::string bytes;
  for (const std::uint32_t tile : tiles)
    for (int i = 0; i < 4; ++i) bytes += static_cast<char>(tile >> (8 * i) & 255);
  return bytes;
}

/// With a zlib header, or that of gzip.
inline std::string deflated(const std::string& bytes, bool gzip) {
  z_stream stream{};
  deflateInit2(&stream, 1, Z_DEFLATED, gzip ? 15 + 16 : 15, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, static_cast<uLong>(bytes.size())) + 32, '\0');
  std::string copy = bytes;
  stream.next_in = reinterpret_cast<Bytef*>(copy.data());
  stream.avail_in = static_cast<uInt>(copy.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

inline std::string zstandard(const std::string& bytes) {
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 1));
  return packed;
}

inline std::string to_base64(const std::string& bytes) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (i + k < bytes.size() ? static_cast<std::uint8_t>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += i + k > bytes.size() ? '=' : kLetters[bits >> (18 - 6 * k) & 63];
  }
  return text;
}

/// How Tiled writes the tiles of a layer.
struct TileFormat {
  const char* encoding = "";
  const char* compression = "";
};

inline constexpr TileFormat kTileFormats[] = {{"", ""},           {"csv", ""},        {"base64", ""},
                                              {"base64", "zlib"}, {"base64", "gzip"}, {"base64", "zstd"}};

inline std::string to_text(const std::vector<std::uint32_t>& tiles, TileFormat format) {
  if (std::string_view(format.encoding) != "base64") return to_csv(tiles);
  const std::string bytes = to_bytes(tiles);
  const std::string_view compression = format.compression;
  if (compression == "zlib" || compression == "gzip") return to_base64(deflated(bytes, compression == "gzip"));
  return to_base64(compression == "zstd" ? zstandard(bytes) : bytes);
}

}  // namespace cardume
