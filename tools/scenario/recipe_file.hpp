#pragma once
#include <cardume/recipe.hpp>
#include <string>
#include <string_view>

namespace cardume {

/// Whether that is the path of a recipe's file (it has a slash, or ends in .recipe) rather than the name of one that
/// comes with the library.
bool names_file(std::string_view name_or_path);

/// A recipe by name or from a file.
Result<Recipe> load_recipe(const std::string& name_or_path);

}  // namespace cardume
