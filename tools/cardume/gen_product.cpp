#include "tools/cardume/gen_product.hpp"

#include <fmt/format.h>

#include <bit>
#include <nlohmann/json.hpp>

namespace cardume {

void GenHash::add(std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) value_ = (value_ ^ (value >> (8 * i) & 255)) * 0x100000001B3;
}

void GenHash::add(std::span<const float> values) {
  for (const float value : values) add(std::bit_cast<std::uint32_t>(value), 4);
}

void GenHash::add(std::span<const std::uint8_t> values) {
  for (const std::uint8_t value : values) add(value, 1);
}

SampleBox box_of(const GenOptions& options) {
  const GenSize size = options.region.size.value_or(GenSize{});
  const GenChunk chunk = options.region.chunk.value_or(GenChunk{});
  return {chunk.x * std::int64_t{size.width},
          chunk.y * std::int64_t{size.height},
          options.lattice.z,
          size.width,
          size.height,
          1};
}

SampleBox grown(const SampleBox& box, std::uint32_t margin) {
  return {box.x - margin, box.y - margin, box.z, box.width + 2 * margin, box.height + 2 * margin, box.depth};
}

SampleOptions sample_options(const GenOptions& options, Scheduler& scheduler) {
  return {&scheduler, options.how.instruction_set};
}

Error check_picture(std::uint32_t width, std::uint32_t height, std::uint32_t scale) {
  const std::uint64_t w = std::uint64_t{width} * scale, h = std::uint64_t{height} * scale;
  if (w <= kMaxImageEdge && h <= kMaxImageEdge) return {};
  return {Status::kLimit,
          fmt::format("--size, --scale: a picture of {} x {} pixels; expected at most {} along each edge", w, h,
                      kMaxImageEdge)};
}

std::string number_rows(const SampleBox& box, std::span<const float> values) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i)
    fmt::format_to(std::back_inserter(text), "{}{}", values[i], (i + 1) % box.width == 0 ? '\n' : ' ');
  return text;
}

std::string numbers_json(const GenOptions& options, const SampleBox& box, std::span<const float> values) {
  const nlohmann::ordered_json json{{"schema", "cardume.samples/1"},
                                    {"kind", options.kind},
                                    {"seed", options.seed},
                                    {"x", box.x},
                                    {"y", box.y},
                                    {"width", box.width},
                                    {"height", box.height},
                                    {"values", values}};
  return json.dump(1) + "\n";
}

}  // namespace cardume
