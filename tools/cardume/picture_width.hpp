#pragma once
#include <cstdint>

namespace CLI {
class App;
}

namespace cardume {

inline constexpr std::uint32_t kPictureWidth = 1600;  ///< Pixels, unless --width says otherwise.

/// Adds --width to a verb that draws.
void add_picture_width(CLI::App& verb, std::uint32_t& width);

}  // namespace cardume
