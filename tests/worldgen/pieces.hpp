#pragma once
#include <vector>

namespace cardume {

/// How many pieces the cells of a map fall into for which `holds(x, y)`, by steps to the four neighbours.
template <class Holds>
int count_pieces(int columns, int rows, Holds holds) {
  const auto across = static_cast<std::size_t>(columns);
  std::vector<bool> left(across * static_cast<std::size_t>(rows));
  for (std::size_t cell = 0; cell < left.size(); ++cell)
    left[cell] = holds(static_cast<int>(cell % across), static_cast<int>(cell / across));
  int count = 0;
  std::vector<int> stack;
  const auto visit = [&](int x, int y) {
    if (x < 0 || y < 0 || x >= columns || y >= rows) return;
    const std::size_t cell = static_cast<std::size_t>(y) * across + static_cast<std::size_t>(x);
    if (!left[cell]) return;
    left[cell] = false;
    stack.push_back(y * columns + x);
  };
  for (int seed = 0; seed < columns * rows; ++seed) {
    visit(seed % columns, seed / columns);
    count += !stack.empty();
    while (!stack.empty()) {
      const int x = stack.back() % columns, y = stack.back() / columns;
      stack.pop_back();
      visit(x - 1, y);
      visit(x + 1, y);
      visit(x, y - 1);
      visit(x, y + 1);
    }
  }
  return count;
}

}  // namespace cardume
