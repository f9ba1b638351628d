#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/agents/agent_table.hpp"

// Agents that are marked in parallel and told of one after the other: a bit each.
namespace cardume::tick {

using Marks = std::vector<std::uint64_t>;

inline constexpr std::uint32_t kMarksAWord = 64;
static_assert(kGrain % kMarksAWord == 0, "no two chunks share a word");

inline void clear_marks(Marks& marks, std::uint32_t count) {
  std::fill_n(marks.begin(), (count + kMarksAWord - 1) / kMarksAWord, 0);
}

inline void mark(Marks& marks, std::uint32_t agent) {
  marks[agent / kMarksAWord] |= std::uint64_t{1} << (agent % kMarksAWord);
}

/// Calls `function(agent)` for all who are marked, in storage order.
template <class Function>
void for_each_marked(const Marks& marks, std::uint32_t count, Function function) {
  for (std::uint32_t first = 0; first < count; first += kMarksAWord)
    for (std::uint64_t word = marks[first / kMarksAWord]; word != 0; word &= word - 1)
      function(first + static_cast<std::uint32_t>(std::countr_zero(word)));
}

}  // namespace cardume::tick
