#pragma once
#include <array>
#include <cardume/status.hpp>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/door.hpp"

namespace cardume {

/// A text that comes with the library.
struct ShippedText {
  std::string_view name, text;
};

template <std::size_t Count>
constexpr std::array<std::string_view, Count> names_of(const ShippedText (&texts)[Count]) {
  std::array<std::string_view, Count> names;
  for (std::size_t i = 0; i < Count; ++i) names[i] = texts[i].name;
  return names;
}

/// What T::parse() makes of the text of that name. `kind` is what such a text is called where there is none.
template <class T>
Result<T> parse_shipped(const char* kind, std::span<const ShippedText> texts, std::string_view name) {
  for (const ShippedText& one : texts)
    if (one.name == name) return T::parse(one.text, name);
  return guarded([&]() -> Result<T> {
    std::string message = "there is no " + std::string(kind) + " " + std::string(name) + "; there are";
    for (const ShippedText& one : texts) message += " " + std::string(one.name);
    return Error{Status::kInvalidArgument, message};
  });
}

}  // namespace cardume
