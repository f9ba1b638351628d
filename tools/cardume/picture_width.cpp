#include "tools/cardume/picture_width.hpp"

#include <CLI/CLI.hpp>

namespace cardume {

void add_picture_width(CLI::App& verb, std::uint32_t& width) {
  verb.add_option("--width", width, "Width of the picture in pixels")->check(CLI::Range(64u, 8192u))->type_name("N");
}

}  // namespace cardume
