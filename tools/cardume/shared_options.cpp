#include "tools/cardume/shared_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cardume/world.hpp>
#include <cmath>
#include <cstdlib>

#include "tools/scenario/file_io.hpp"
#include "tools/scenario/scenario.hpp"

namespace cardume {

void add_picture_width(CLI::App& verb, std::uint32_t& width) {
  verb.add_option("--width", width, "Width of the picture in pixels")->check(CLI::Range(64u, 8192u))->type_name("N");
}

Error write_picture(const std::string& path, const Image& image) {
  const Result<std::string> png = encode_png(image);
  return png ? write_file(path, *png) : png.error();
}

void add_threads(CLI::App& verb, std::uint32_t& threads) {
  verb.add_option("--threads", threads, "Threads; 1 works without a pool, 0 takes one for each core")
      ->check(CLI::Range(0u, 4096u))
      ->type_name("N");
}

std::unique_ptr<Scheduler> scheduler_for(std::uint32_t threads) {
  return threads == 1 ? make_serial_scheduler() : make_tbb_scheduler(threads);
}

void add_instruction_set(CLI::App& verb, std::string& name) {
  verb.add_option("--simd", name, "Instruction set; the best there is by default")->type_name("ISA");
}

Error check_instruction_set(const std::string& wanted) {
  const std::span<const char* const> known = instruction_sets();
  if (wanted.empty() || std::ranges::find(known, std::string_view(wanted)) != known.end()) return {};
  return {Status::kInvalidArgument,
          fmt::format("--simd {}: not on this machine; expected one of {}", wanted, fmt::join(known, ", "))};
}

std::string finite(const std::string& text) {
  return std::isfinite(std::strtod(text.c_str(), nullptr)) ? "" : text + " is not a finite number";
}

std::string is_seed(const std::string& text) {
  return parse_seed(text) ? "" : text + " is no seed; expected a whole number from 0 to 18446744073709551615";
}

Error check_outputs(const std::string& json_path, std::initializer_list<std::string> others) {
  Error error = json_path.empty() || json_path == "-" ? Error{} : check_output(json_path);
  for (const std::string& path : others)
    if (!error && !path.empty()) error = check_output(path);
  return error;
}

Error write_report(const std::string& json_path, const std::string& text, const std::string& json) {
  const bool to_stdout = json_path == "-";
  fmt::print(to_stdout ? stderr : stdout, "{}", text);
  if (to_stdout) fmt::print("{}", json);
  if (json_path.empty() || to_stdout) return {};
  return write_file(json_path, json);
}

}  // namespace cardume
