#pragma once
#include "tools/scenario/image.hpp"

namespace cardume {

/// A colour picture in at most so many colours, of 256, for small files: P. Heckbert, "Color image quantization for
/// frame buffer display", 1982 (median cut).
PaletteImage reduced(const Image&, std::size_t colours);

}  // namespace cardume
