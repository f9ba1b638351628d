#pragma once
#include <cstdint>
#include <string_view>

#include "tools/cardume/canvas.hpp"

namespace cardume {

/// A drawing in letters, row by row.
struct LetterMap {
  std::string_view letters;
  std::uint32_t width = 0, height = 0;
};

/// Paints letters: walls stand out and throw shadows, ground is flat. Sets of tiles that come with the library have
/// paints of their own; other sets share one that knows the usual letters.
Image draw_letters(const LetterMap&, std::string_view set, std::uint32_t pixels, Scheduler&);

}  // namespace cardume
