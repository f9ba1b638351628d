#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace cardume {

/// Where a byte of a text is, as `name:line:column`.
inline std::string text_place(std::string_view name, std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const std::size_t line = before.rfind('\n') + 1;  // After no line end, 0.
  return std::string(name) + ":" + std::to_string(std::count(before.begin(), before.end(), '\n') + 1) + ":" +
         std::to_string(before.size() - line + 1);
}

}  // namespace cardume
