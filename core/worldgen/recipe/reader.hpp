#pragma once
#include <cardume/status.hpp>
#include <memory>
#include <string_view>

#include "core/worldgen/recipe/content.hpp"
#include "core/worldgen/recipe/statement.hpp"

namespace cardume::recipe {

/// kParse with `name:line:column: what`.
Result<std::shared_ptr<const Content>> read(std::string_view text, std::string_view name);

/// `layer NAME KIND ...`: adds the layer, or complains.
void read_layer(Statement&, Content&);

/// The index of an earlier layer, or a complaint and 0.
std::uint32_t find_layer(Statement&, const Content&, const Word&);

}  // namespace cardume::recipe
