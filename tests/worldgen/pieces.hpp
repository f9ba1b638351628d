#pragma once
#include <vector>

namespace cardume {

/// How many pieces the cells of a map fall into for which `holds(x, y)`, by steps to the four neighbours.
template <class Holds>
int count_pieces(int columns, int rows, Holds holds) {
  std::vector<char> left;
  for (int cell = 0; cell < columns * rows; ++cell) left.push_back(holds(cell % columns, cell / columns));
  int count = 0;
  std::vector<int> stack;
  const auto visit = [&](int x, int y) {
    if (x < 0 || y < 0 || x >= columns || y >= rows) return;
    char& here = left[static_cast<std::size_t>(y * columns + x)];
    if (here == 0) return;
    here = 0;
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
