#pragma once
#include <array>
#include <cardume/agent.hpp>
#include <cstdint>
#include <vector>

namespace cardume {

/// Columns have room for this many rows past the last agent, so that a kernel may always work on whole batches.
inline constexpr std::uint32_t kLanePadding = 16;

/// Agents a chunk: enough work to be worth handing out, few enough to share evenly. A multiple of kLanePadding, so that
/// no two chunks touch the same batch.
inline constexpr std::uint32_t kGrain = 2048;

/// One float an agent for each axis; empty beyond the world's dimensions.
struct AxisColumns {
  std::array<std::vector<float>, 3> axis;
};

/// Every agent, as columns. Row i of each column is the same agent; rows past `count` are padding.
struct AgentTable {
  std::uint32_t count = 0;
  std::uint32_t capacity = 0;
  std::uint32_t dimensions = 2;
  AxisColumns position;
  AxisColumns velocity;
  std::vector<std::uint8_t> species;
  std::vector<std::uint8_t> goal;   ///< GoalId::value of the field it follows.
  std::vector<std::uint32_t> slot;  ///< Where its id is kept; see agents/ids.hpp.
};

/// Takes all memory the table will ever need.
void reserve(AgentTable&, std::uint32_t capacity, std::uint32_t dimensions);

/// Adds a row at the end; there must be room.
void append(AgentTable&, const AgentDesc&, std::uint32_t slot);

/// Copies one row of a table of the same dimensions.
void copy_row(const AgentTable& from, std::uint32_t from_row, AgentTable& to, std::uint32_t to_row);

/// Moves the last row into `row`.
void remove(AgentTable&, std::uint32_t row);

/// Zeroes the rows past the last agent: what they hold must not depend on the past.
void clear_padding(AgentTable&);

}  // namespace cardume
