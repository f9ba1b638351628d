#pragma once
#include <memory>
#include <string_view>

#include "core/worldgen/lsystem/content.hpp"

namespace cardume::lsystem {

/// What LSystem::parse() reads, into `out`.
Error read(std::string_view text, std::string_view name, LSystem::Content& out);

}  // namespace cardume::lsystem
