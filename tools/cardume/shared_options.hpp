#pragma once
#include <cardume/scheduler.hpp>
#include <cardume/status.hpp>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>

#include "tools/scenario/image.hpp"

namespace CLI {
class App;
}

namespace cardume {

// Options that several verbs have, and what they do.

inline constexpr std::uint32_t kPictureWidth = 1600;  ///< Pixels, unless --width says otherwise.

/// Adds --width to a verb that draws.
void add_picture_width(CLI::App& verb, std::uint32_t& width);
Error write_picture(const std::string& path, const Image&);

/// Adds --threads.
void add_threads(CLI::App& verb, std::uint32_t& threads);
std::unique_ptr<Scheduler> scheduler_for(std::uint32_t threads);

/// Adds --simd.
void add_instruction_set(CLI::App& verb, std::string& name);
/// Refuses an instruction set that this machine lacks; empty is the best there is.
Error check_instruction_set(const std::string& wanted);

// What is wrong with the text of an option; empty if nothing is.

std::string finite(const std::string& text);
/// What is out of range would otherwise be cut off silently.
std::string is_seed(const std::string& text);

/// Refuses, before any work is done, what cannot be written; paths may be empty, and that of JSON "-".
Error check_outputs(const std::string& json_path, std::initializer_list<std::string> others);

/// Prints the text for people and writes the JSON to the file of --json, if any; when that is "-", the JSON goes to
/// stdout and the text to stderr.
Error write_report(const std::string& json_path, const std::string& text, const std::string& json);

}  // namespace cardume
