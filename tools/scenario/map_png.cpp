#include "tools/scenario/map_png.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cardume/limits.hpp>

namespace cardume {
namespace {

std::uint8_t cost_of_grey(std::uint8_t grey) {
  return grey == 0 ? kWall : static_cast<std::uint8_t>(std::min(256 - grey, kWall - 1));
}

std::uint8_t grey_of_cost(std::uint8_t cost) { return cost == kWall ? 0 : static_cast<std::uint8_t>(256 - cost); }

bool is_grey(const Colour& colour) { return colour[0] == colour[1] && colour[1] == colour[2]; }

std::uint8_t cost_of_index(std::size_t index, const Colour& colour) {
  if (colour == Colour{0, 0, 0}) return kWall;
  return index == 0 ? kOpenCost : static_cast<std::uint8_t>(index);
}

/// The cost that each index of a palette stands for.
std::array<std::uint8_t, 256> costs_of(const std::vector<Colour>& palette) {
  const bool greys = std::ranges::all_of(palette, is_grey);
  std::array<std::uint8_t, 256> costs;
  costs.fill(kWall);
  for (std::size_t i = 0; i < std::min(palette.size(), costs.size()); ++i)
    costs[i] = greys ? cost_of_grey(palette[i][0]) : cost_of_index(i, palette[i]);
  return costs;
}

/// The first channel of a colour picture in which there is no colour.
Error drop_colour(Image& image, const std::string& name) {
  Image grey{image.width, image.height, 1, {}};
  for (std::size_t i = 0; i < image.pixels.size(); i += 3) {
    if (!is_grey({image.pixels[i], image.pixels[i + 1], image.pixels[i + 2]})) {
      return {Status::kParse, fmt::format("{}: a colour picture; expected a grey one or one with a palette", name)};
    }
    grey.pixels.push_back(image.pixels[i]);
  }
  image = std::move(grey);
  return {};
}

}  // namespace

CostGrid terrain_from_grey(const Image& image) {
  CostGrid grid{image.width, image.height, 1, {}};
  grid.cost.resize(image.pixels.size());
  std::ranges::transform(image.pixels, grid.cost.begin(), cost_of_grey);
  return grid;
}

Result<CostGrid> parse_map_png(std::string_view bytes, const std::string& name) {
  Result<PaletteImage> picture = decode_png_indices(bytes, name);
  if (!picture) return picture.error();
  Image& image = picture->image;
  if (image.width > limits::kMaxMapEdge || image.height > limits::kMaxMapEdge) {
    return Error{Status::kLimit, fmt::format("{}: {} x {} cells; expected at most {} along each edge", name,
                                             image.width, image.height, limits::kMaxMapEdge)};
  }
  if (image.channels == 3)
    if (Error error = drop_colour(image, name)) return error;
  if (picture->palette.empty()) return terrain_from_grey(image);
  const std::array<std::uint8_t, 256> costs = costs_of(picture->palette);
  CostGrid grid{image.width, image.height, 1, {}};
  for (const std::uint8_t index : image.pixels) grid.cost.push_back(costs[index]);
  return grid;
}

Image terrain_to_grey(const CostGrid& grid) {
  Image image{grid.width, grid.height, 1, {}};
  image.pixels.resize(grid.cost.size());
  std::ranges::transform(grid.cost, image.pixels.begin(), grey_of_cost);
  return image;
}

}  // namespace cardume
