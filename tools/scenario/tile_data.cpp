#include "tools/scenario/tile_data.hpp"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <string>

namespace cardume {
namespace {

Error refusal(std::string what) { return {Status::kParse, std::move(what)}; }

/// Takes pieces of unpacked data until there is more than wanted.
class Unpacked {
 public:
  explicit Unpacked(std::size_t most) : most_(most) {}

  std::array<char, 1 << 16>& piece() { return piece_; }
  bool take(std::size_t length) {
    bytes_.append(piece_.data(), length);
    return bytes_.size() <= most_;
  }
  Error too_long() const { return refusal(fmt::format("unpacks to more than {} tiles", most_ / 4)); }
  std::string release() { return std::move(bytes_); }

 private:
  std::size_t most_;
  std::string bytes_;
  std::array<char, 1 << 16> piece_;
};

Result<std::string> inflate_all(std::string packed, std::size_t most) {
  z_stream stream{};
  constexpr int kZlibOrGzip = 15 + 32;
  if (inflateInit2(&stream, kZlibOrGzip) != Z_OK) return Error{Status::kOutOfMemory, "no memory to unpack it"};
  const std::unique_ptr<z_stream, int (*)(z_stream*)> guard(&stream, inflateEnd);
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  Unpacked out(most);
  for (int state = Z_OK; state != Z_STREAM_END;) {
    stream.next_out = reinterpret_cast<Bytef*>(out.piece().data());
    stream.avail_out = static_cast<uInt>(out.piece().size());
    state = inflate(&stream, Z_NO_FLUSH);
    if (state != Z_OK && state != Z_STREAM_END) return refusal("is cut short or broken; expected zlib or gzip data");
    if (!out.take(out.piece().size() - stream.avail_out)) return out.too_long();
  }
  return out.release();
}

Result<std::string> unzstd_all(const std::string& packed, std::size_t most) {
  const std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> stream(ZSTD_createDStream(), ZSTD_freeDStream);
  if (!stream) return Error{Status::kOutOfMemory, "no memory to unpack it"};
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  Unpacked out(most);
  for (std::size_t state = 1; state != 0;) {
    ZSTD_outBuffer piece{out.piece().data(), out.piece().size(), 0};
    state = ZSTD_decompressStream(stream.get(), &piece, &in);
    if (ZSTD_isError(state) || (state != 0 && piece.pos == 0 && in.pos == in.size)) {
      return refusal("is cut short or broken; expected zstd data");
    }
    if (!out.take(piece.pos)) return out.too_long();
  }
  return out.release();
}

int value_of(char letter) {
  if (letter >= 'A' && letter <= 'Z') return letter - 'A';
  if (letter >= 'a' && letter <= 'z') return letter - 'a' + 26;
  if (letter >= '0' && letter <= '9') return letter - '0' + 52;
  if (letter == '+') return 62;
  return letter == '/' ? 63 : -1;
}

bool is_space(char letter) { return letter == ' ' || letter == '\n' || letter == '\r' || letter == '\t'; }

Result<std::string> from_base64(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  std::size_t letters = 0, pads = 0;
  for (const char letter : text) {
    if (is_space(letter)) continue;
    const int value = value_of(letter);
    pads += letter == '=';
    if ((value < 0 || pads > 0) && letter != '=') return refusal("is no base64");
    if (value < 0) continue;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    // Each letter but the first of four completes a byte.
    if (++letters % 4 != 1) bytes += static_cast<char>(bits >> (6 - 2 * ((letters - 1) % 4)) & 255);
  }
  if (letters % 4 == 1 || pads > 2) return refusal("is no base64: it is cut short");
  return bytes;
}

std::vector<std::uint32_t> little_endian(std::string_view bytes) {
  std::vector<std::uint32_t> numbers(bytes.size() / 4);
  for (std::size_t i = 0; i < numbers.size() * 4; ++i)
    numbers[i / 4] |= static_cast<std::uint32_t>(static_cast<std::uint8_t>(bytes[i])) << (i % 4 * 8);
  return numbers;
}

Result<std::vector<std::uint32_t>> decode_base64(const TileData& data, std::size_t count) {
  Result<std::string> bytes = from_base64(data.text);
  if (bytes && data.compression == TileData::Compression::kDeflate) bytes = inflate_all(std::move(*bytes), count * 4);
  if (bytes && data.compression == TileData::Compression::kZstd) bytes = unzstd_all(*bytes, count * 4);
  if (!bytes) return bytes.error();
  if (bytes->size() % 4 != 0) return refusal(fmt::format("holds {} bytes; expected 4 a tile", bytes->size()));
  return little_endian(*bytes);
}

/// Numbers with commas between them, and whitespace anywhere; nothing may follow the last one but whitespace.
Result<std::vector<std::uint32_t>> decode_csv(std::string_view text) {
  std::vector<std::uint32_t> numbers;
  const char *at = text.data(), *const end = at + text.size();
  const auto skip_space = [&] {
    while (at != end && is_space(*at)) ++at;
  };
  for (skip_space(); at != end; skip_space()) {
    if (!numbers.empty() && *at++ != ',') return refusal(fmt::format("no comma after tile {}", numbers.size()));
    skip_space();
    std::uint32_t number = 0;
    const auto [stop, problem] = std::from_chars(at, end, number);
    if (problem != std::errc{}) return refusal(fmt::format("tile {} is no number of a tile", numbers.size() + 1));
    at = stop;
    numbers.push_back(number);
  }
  return numbers;
}

}  // namespace

Error read_encoding(std::string_view encoding, std::string_view compression, TileData& data) {
  using Compression = TileData::Compression;
  if (encoding == "csv") data.encoding = TileData::Encoding::kCsv;
  if (encoding == "base64") data.encoding = TileData::Encoding::kBase64;
  if (compression == "zlib" || compression == "gzip") data.compression = Compression::kDeflate;
  if (compression == "zstd") data.compression = Compression::kZstd;
  if (!encoding.empty() && data.encoding == TileData::Encoding::kNumbers) {
    return {Status::kInvalidArgument, fmt::format("encoding \"{}\"; expected \"csv\" or \"base64\"", encoding)};
  }
  const bool known = compression.empty() || data.compression != Compression::kNone;
  if (known && (compression.empty() || data.encoding == TileData::Encoding::kBase64)) return {};
  return {Status::kInvalidArgument,
          fmt::format("compression \"{}\"; expected \"zlib\", \"gzip\", \"zstd\" or none, of base64", compression)};
}

Result<std::vector<std::uint32_t>> decode_tiles(const TileData& data, std::size_t count) {
  Result<std::vector<std::uint32_t>> numbers = data.encoding == TileData::Encoding::kNumbers ? data.numbers
                                               : data.encoding == TileData::Encoding::kCsv   ? decode_csv(data.text)
                                                                                           : decode_base64(data, count);
  if (!numbers || numbers->size() == count) return numbers;
  return refusal(fmt::format("holds {} tiles; expected {}", numbers->size(), count));
}

}  // namespace cardume
