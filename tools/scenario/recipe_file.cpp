#include "tools/scenario/recipe_file.hpp"

#include "tools/scenario/file_io.hpp"

namespace cardume {

bool names_file(std::string_view name_or_path) {
  return name_or_path.find('/') != std::string_view::npos || name_or_path.ends_with(".recipe");
}

Result<Recipe> load_recipe(const std::string& name_or_path) {
  if (!names_file(name_or_path)) return Recipe::shipped(name_or_path);
  const Result<std::string> text = read_file(name_or_path, std::uint64_t{1} << 20);
  if (!text) return text.error();
  return Recipe::parse(*text, name_or_path);
}

}  // namespace cardume
