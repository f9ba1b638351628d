#pragma once
#include <cardume/cost_grid.hpp>
#include <string>
#include <string_view>

#include "tools/scenario/image.hpp"

namespace cardume {

/// Grey to cost: 255 (white) is open ground, 0 (black) a wall, and the darker between, the slower: 256 - grey.
CostGrid terrain_from_grey(const Image&);

/// A grey PNG as above. Of a palette with any colour in it the index is the cost, but for black, which is a wall, and
/// for index 0, which is open ground; a palette of greys is a grey picture.
Result<CostGrid> parse_map_png(std::string_view bytes, const std::string& name);

/// The grey picture that parse_map_png() reads back as it was.
Image terrain_to_grey(const CostGrid&);

}  // namespace cardume
