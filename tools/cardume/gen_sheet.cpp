#include "tools/cardume/gen_sheet.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tools/cardume/gen_palette.hpp"
#include "tools/cardume/gen_product.hpp"
#include "tools/scenario/file_io.hpp"

namespace cardume {
namespace {

constexpr std::uint32_t kPanel = 296, kGap = 4, kColumns = 4;
constexpr std::uint8_t kPaper[] = {24, 26, 32};

constexpr std::size_t kColours = 256;  // Few enough for a small file.

struct Panel {
  GenOptions options;
  std::uint32_t scale = 1;
  std::uint32_t shrink = 1;  ///< Pixels that become one along each edge.
};

Panel panel(const char* kind, std::uint64_t seed, GenSize size, std::uint32_t scale = 1) {
  Panel made;
  made.options.kind = kind;
  made.options.seed = seed;
  made.options.region.size = size;
  made.scale = scale;
  return made;
}

Panel hills() {
  Panel made = panel("perlin", 5, {kPanel, kPanel});
  made.options.noise.octaves = 8;
  made.options.lattice.period = 110;
  return made;
}

Panel ranges() {
  Panel made = panel("simplex", 3, {kPanel, kPanel});
  made.options.noise.octaves = 7;
  made.options.noise.fractal = Fractal::kRidged;
  made.options.noise.warp = {24, 90, 2};
  made.options.lattice.period = 160;
  return made;
}

Panel cells() {
  Panel made = panel("voronoi", 2, {kPanel, kPanel});
  made.options.lattice.period = 34;
  return made;
}

Panel tiles(const char* set, std::uint64_t seed, std::uint32_t edge) {
  Panel made = panel("wfc", seed, {kPanel / 4 / edge + 1, kPanel / 4 / edge + 1}, 4);
  made.options.wfc.set = set;
  made.options.shared.connect = true;
  return made;
}

Panel grown_from(const char* system, std::uint64_t seed) {
  Panel made = panel("lsystem", seed, {kPanel, kPanel});
  made.options.lsystem.system = system;
  return made;
}

Panel continent() {
  Panel made = panel("continent", 2, {2 * kPanel, 2 * kPanel});
  made.shrink = 2;
  return made;
}

std::vector<Panel> panels() {
  return {hills(),
          ranges(),
          cells(),
          panel("caves", 7, {kPanel / 4, kPanel / 4}, 4),
          tiles("town", 3, 5),
          tiles("dungeon", 2, 5),
          tiles("pipes", 3, 3),
          grown_from("dragon", 1),
          grown_from("oak", 4),
          continent(),
          panel("archipelago", 2, {kPanel, kPanel}),
          panel("forest", 3, {kPanel / 2, kPanel / 2}, 2)};
}

/// The mean of each square of pixels.
Image shrunk(const Image& from, std::uint32_t times) {
  if (times == 1) return from;
  Image to{from.width / times, from.height / times, 3, {}};
  for (std::size_t y = 0; y < to.height; ++y) {
    for (std::size_t x = 0; x < to.width * std::size_t{3}; ++x) {
      std::uint32_t sum = 0;
      for (std::size_t i = 0; i < std::size_t{times} * times; ++i)
        sum += from.pixels[((y * times + i / times) * from.width + x / 3 * times + i % times) * 3 + x % 3];
      to.pixels.push_back(static_cast<std::uint8_t>(sum / (times * times)));
    }
  }
  return to;
}

/// Its middle, as far as it goes.
void paste(const Image& from, Image& to, std::uint32_t x, std::uint32_t y) {
  const std::uint32_t width = std::min(from.width, kPanel), height = std::min(from.height, kPanel);
  const std::size_t skip_x = (from.width - width) / 2, skip_y = (from.height - height) / 2;
  const std::size_t to_x = x + (kPanel - width) / 2, to_y = y + (kPanel - height) / 2;
  for (std::size_t row = 0; row < height; ++row) {
    const auto source = from.pixels.begin() + static_cast<std::ptrdiff_t>(((skip_y + row) * from.width + skip_x) * 3);
    std::copy_n(source, width * 3,
                to.pixels.begin() + static_cast<std::ptrdiff_t>(((to_y + row) * to.width + to_x) * 3));
  }
}

Image paper(std::uint32_t rows) {
  Image sheet{kColumns * (kPanel + kGap) + kGap, rows * (kPanel + kGap) + kGap, 3, {}};
  sheet.pixels.resize(std::size_t{sheet.width} * sheet.height * 3);
  for (std::size_t i = 0; i < sheet.pixels.size(); ++i) sheet.pixels[i] = kPaper[i % 3];
  return sheet;
}

}  // namespace

Error write_sheet(const std::string& path, const std::string& instruction_set, Scheduler& scheduler) {
  std::vector<Panel> all = panels();
  const auto count = static_cast<std::uint32_t>(all.size());
  Image sheet = paper((count + kColumns - 1) / kColumns);
  for (std::uint32_t i = 0; i < count; ++i) {
    all[i].options.how.instruction_set = instruction_set;
    const ProductResult product = gen_kind(all[i].options.kind).make(all[i].options, scheduler);
    if (!product) return product.error();
    const Result<Image> picture = (*product)->picture(all[i].scale, scheduler);
    if (!picture) return picture.error();
    paste(shrunk(*picture, all[i].shrink), sheet, kGap + i % kColumns * (kPanel + kGap),
          kGap + i / kColumns * (kPanel + kGap));
  }
  const Result<std::string> png = encode_png_palette(reduced(sheet, kColours));
  return png ? write_file(path, *png) : png.error();
}

}  // namespace cardume
