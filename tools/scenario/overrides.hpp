#pragma once
#include <string>

#include "tools/scenario/toml_reader.hpp"

namespace cardume {

/// Puts one `dotted.path=value` in place. A value that is no TOML counts as a text, so that quotes may be left out.
/// Tables on the way are made where they are missing; entries of arrays are named by number or by their `name`.
Error apply_override(toml::table& root, const std::string& assignment);

}  // namespace cardume
