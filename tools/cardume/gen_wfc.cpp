#include <fmt/format.h>

#include <algorithm>
#include <cardume/wfc.hpp>

#include "tools/cardume/gen_product.hpp"
#include "tools/cardume/gen_tiles_picture.hpp"
#include "tools/scenario/file_io.hpp"

namespace cardume {
namespace {

constexpr std::uint32_t kPixels = 4;
constexpr std::string_view kClosed = "#WT ";

Result<TileSet> load_tile_set(const std::string& name_or_path) {
  const bool file = name_or_path.find_first_of("/.") != std::string::npos;
  if (!file) return TileSet::shipped(name_or_path);
  const Result<std::string> text = read_file(name_or_path, std::uint64_t{1} << 20);
  if (!text) return text.error();
  return TileSet::parse(*text, name_or_path);
}

Error unsolved(const Contradiction& contradiction) {
  return {Status::kInvalidArgument,
          fmt::format("wfc: no map found: after {} steps back nothing fits at {},{}; try another --seed or --size",
                      contradiction.backtracks, contradiction.cell.x, contradiction.cell.y)};
}

/// Blocks of a map without end, put together.
Result<WfcMap> piece(const WfcModel& model, std::uint64_t seed, const SampleBox& box) {
  Result<EndlessWfc> world = EndlessWfc::create(model, seed);
  if (!world) return world.error();
  constexpr std::int64_t kEdge = EndlessWfc::kBlock;
  const auto block_of = [](std::int64_t at) { return (at >= 0 ? at : at - kEdge + 1) / kEdge; };
  WfcMap map{box.width, box.height, std::vector<std::uint16_t>(box.count())};
  for (std::int64_t by = block_of(box.y); by * kEdge < box.y + box.height; ++by) {
    for (std::int64_t bx = block_of(box.x); bx * kEdge < box.x + box.width; ++bx) {
      const Result<WfcMap> block = world->block(bx, by);
      if (!block) return block.error();
      for (std::int64_t i = 0; i < kEdge * kEdge; ++i) {
        const std::int64_t x = bx * kEdge + i % kEdge - box.x, y = by * kEdge + i / kEdge - box.y;
        if (x < 0 || y < 0 || x >= box.width || y >= box.height) continue;
        map.patterns[static_cast<std::size_t>(y * box.width + x)] = block->patterns[static_cast<std::size_t>(i)];
      }
    }
  }
  return map;
}

Result<WfcMap> solve(const GenOptions& options, const WfcModel& model, GenSize size) {
  GenOptions sized = options;
  sized.region.size = options.region.size.value_or(size);
  if (options.region.chunk) return piece(model, options.seed, box_of(sized));
  WfcDesc desc;
  desc.width = sized.region.size->width;
  desc.height = sized.region.size->height;
  desc.periodic = options.wfc.periodic;
  desc.connected = options.shared.connect.value_or(false);
  desc.seed = options.seed;
  Result<std::variant<WfcMap, Contradiction>> outcome = solve_wfc(model, desc);
  if (!outcome) return outcome.error();
  if (const auto* none = std::get_if<Contradiction>(&*outcome)) return unsolved(*none);
  return std::get<WfcMap>(std::move(*outcome));
}

class TilesProduct final : public Product {
 public:
  TilesProduct(std::string set, std::uint32_t edge, const WfcMap& map, std::string letters)
      : set_(std::move(set)), width_(map.width * edge), height_(map.height * edge), letters_(std::move(letters)) {}

  std::uint64_t hash() const override {
    GenHash hash;
    for (const char letter : letters_) hash.add(static_cast<unsigned char>(letter), 1);
    return hash.value();
  }

  std::string summary() const override { return fmt::format("{} x {} letters of tiles of {}", width_, height_, set_); }

  Result<std::string> text() const override {
    std::string text;
    for (std::size_t i = 0; i < letters_.size(); i += width_) text += letters_.substr(i, width_) + '\n';
    return text;
  }

  /// Walls, trees and what is left blank are no ground.
  Result<CostGrid> map() const override {
    CostGrid grid{width_, height_, 1, {}};
    for (const char letter : letters_) grid.cost.push_back(kClosed.find(letter) == kClosed.npos ? kOpenCost : kWall);
    return grid;
  }

  Result<Image> picture(std::uint32_t scale, Scheduler& scheduler) const override {
    const std::uint32_t pixels = scale == 0 ? kPixels : scale;
    if (Error error = check_picture(width_, height_, pixels)) return error;
    return draw_letters({letters_, width_, height_}, set_, pixels, scheduler);
  }

 private:
  std::string set_;
  std::uint32_t width_, height_;
  std::string letters_;
};

class SampleProduct final : public Product {
 public:
  SampleProduct(GenSize size, std::vector<std::uint8_t> cells, std::vector<Colour> colours)
      : size_(size), cells_(std::move(cells)), colours_(std::move(colours)) {}

  std::uint64_t hash() const override {
    GenHash hash;
    for (const std::uint8_t cell : cells_)
      for (const std::uint8_t channel : colours_[cell]) hash.add(channel, 1);
    return hash.value();
  }

  std::string summary() const override {
    return fmt::format("{} x {} cells like those of the sample, in {} colours", size_.width, size_.height,
                       colours_.size());
  }

  Result<Image> picture(std::uint32_t scale, Scheduler&) const override {
    const std::uint32_t pixels = scale == 0 ? kPixels : scale;
    if (Error error = check_picture(size_.width, size_.height, pixels)) return error;
    Image image{size_.width * pixels, size_.height * pixels, 3, {}};
    for (std::size_t y = 0; y < image.height; ++y)
      for (std::size_t x = 0; x < image.width; ++x)
        for (const std::uint8_t channel : colours_[cells_[y / pixels * size_.width + x / pixels]])
          image.pixels.push_back(channel);
    return image;
  }

 private:
  GenSize size_;
  std::vector<std::uint8_t> cells_;
  std::vector<Colour> colours_;
};

/// A picture of few colours, by their order of coming.
struct ReadSample {
  WfcSample sample;
  std::vector<Colour> colours;
};

Result<ReadSample> read_sample(const std::string& path) {
  const Result<std::string> bytes = read_file(path);
  if (!bytes) return bytes.error();
  const Result<Image> image = decode_png(*bytes, path);
  if (!image) return image.error();
  ReadSample read{{image->width, image->height, {}}, {}};
  for (std::size_t i = 0; i < image->pixels.size(); i += image->channels) {
    const auto channel = [&](std::size_t c) {
      return image->pixels[i + std::min<std::size_t>(c, image->channels - 1)];
    };
    const Colour colour{channel(0), channel(1), channel(2)};
    const auto found = std::ranges::find(read.colours, colour);
    const auto index = static_cast<std::size_t>(found - read.colours.begin());
    if (index == 256) return Error{Status::kLimit, fmt::format("--sample {}: more than 256 colours", path)};
    if (found == read.colours.end()) read.colours.push_back(colour);
    read.sample.cells.push_back(static_cast<std::uint8_t>(index));
  }
  return read;
}

ProductResult make_from_sample(const GenOptions& options) {
  Result<ReadSample> read = read_sample(options.wfc.sample);
  if (!read) return read.error();
  read->sample.window = options.shared.n.value_or(3);
  const Result<WfcModel> model = WfcModel::from_sample(read->sample);
  if (!model) return model.error();
  const Result<WfcMap> map = solve(options, *model, {64, 64});
  if (!map) return map.error();
  return ProductResult(std::make_shared<SampleProduct>(GenSize{map->width, map->height}, draw_sample(*model, *map),
                                                       std::move(read->colours)));
}

ProductResult make_from_tiles(const GenOptions& options) {
  const Result<TileSet> set = load_tile_set(options.wfc.set);
  if (!set) return set.error();
  const Result<WfcModel> model = WfcModel::from_tiles(*set);
  if (!model) return model.error();
  const Result<WfcMap> map = solve(options, *model, {40, 28});
  if (!map) return map.error();
  return ProductResult(std::make_shared<TilesProduct>(options.wfc.set, set->edge(), *map, draw_tiles(*set, *map)));
}

}  // namespace

ProductResult make_wfc(const GenOptions& options, Scheduler&) {
  return options.wfc.sample.empty() ? make_from_tiles(options) : make_from_sample(options);
}

}  // namespace cardume
