#include <algorithm>
#include <cstring>
#include <utility>

#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"

// A stable counting sort in two passes, since agents have barely left their cells of the last tick: first into rows of
// cells, by chunks of agents; then each row into its cells, by chunks of rows. A row's agents fit into the nearest
// cache, and no table of chunks by cells has to be cleared and summed.
namespace cardume::tick {
namespace {

/// Agents a chunk of the first pass: no more than kMostSortChunks chunks.
std::uint32_t sort_grain(std::uint32_t count) {
  const std::uint32_t share = (count + kMostSortChunks - 1) / kMostSortChunks;
  return std::max(kGrain, (share + kLanePadding - 1) / kLanePadding * kLanePadding);
}

/// Calls `body(first agent, length, row)` for each run of agents that go to the same grid row. Agents keep the order of
/// the last tick, so runs are long.
template <class Body>
void for_each_run(const std::vector<std::uint32_t>& cell, std::uint32_t columns, simd::Rows rows, Body body) {
  for (std::uint32_t agent = rows.first; agent < rows.last;) {
    const std::uint32_t first = agent, row = cell[first] / columns;
    while (agent < rows.last && cell[agent] - row * columns < columns) ++agent;
    body(first, agent - first, row);
  }
}

/// The cell of every agent, and how many agents of each chunk go to each grid row.
void count_rows(const Setup& setup, const AgentTable& agents, const Grid& grid, SortBuffers& sort) {
  for_agents(*setup.scheduler, agents.count, sort_grain(agents.count), [&](simd::Rows rows, std::uint32_t chunk) {
    simd::BucketArgs args{};
    for (std::uint32_t d = 0; d < 3; ++d) args.position[d] = data(agents.position.axis[d]);
    args.cell = sort.cell.data();
    args.layout = grid;
    args.agents = rows;
    setup.kernels->bucket(args);
    std::uint32_t* counts = sort.chunk_rows.data() + std::size_t{chunk} * grid.row_count();
    std::fill_n(counts, grid.row_count(), 0u);
    for_each_run(sort.cell, grid.columns, rows,
                 [&](std::uint32_t, std::uint32_t length, std::uint32_t row) { counts[row] += length; });
  });
}

/// Turns the counts into places: grid row by grid row, and within one, chunk by chunk.
void sum_rows(std::uint32_t chunks, const Grid& grid, SortBuffers& sort) {
  std::uint32_t place = 0;
  for (std::uint32_t row = 0; row < grid.row_count(); ++row) {
    sort.row_start[row] = place;
    for (std::uint32_t chunk = 0; chunk < chunks; ++chunk) {
      std::uint32_t& count = sort.chunk_rows[std::size_t{chunk} * grid.row_count() + row];
      place += std::exchange(count, place);
    }
  }
  sort.row_start[grid.row_count()] = place;
}

void move_to_rows(const Setup& setup, std::uint32_t count, const Grid& grid, SortBuffers& sort) {
  for_agents(*setup.scheduler, count, sort_grain(count), [&](simd::Rows rows, std::uint32_t chunk) {
    std::uint32_t* place = sort.chunk_rows.data() + std::size_t{chunk} * grid.row_count();
    for_each_run(sort.cell, grid.columns, rows, [&](std::uint32_t agent, std::uint32_t length, std::uint32_t row) {
      std::uint32_t* to = sort.by_row.data() + std::exchange(place[row], place[row] + length);
      for (std::uint32_t i = 0; i < length; ++i) to[i] = agent + i;
    });
  });
}

/// Sorts the agents of one grid row into its cells. Counts become ends, and filling from the back turns ends into
/// starts.
void sort_row(std::uint32_t row, Grid& grid, SortBuffers& sort) {
  const std::uint32_t first = sort.row_start[row], last = sort.row_start[row + 1];
  std::uint32_t* start = grid.start.data() + row * grid.columns;
  std::fill_n(start, grid.columns, 0u);
  for (std::uint32_t i = first; i < last; ++i) ++grid.start[sort.cell[sort.by_row[i]]];
  std::uint32_t most = 0, end = first;
  for (std::uint32_t column = 0; column < grid.columns; ++column) {
    most = std::max(most, start[column]);
    start[column] = end += start[column];
  }
  grid.crowded[row] = grid.crowd_limit != 0 && most > grid.crowd_limit;
  for (std::uint32_t i = last; i-- > first;) {
    const std::uint32_t agent = sort.by_row[i];
    sort.order[--grid.start[sort.cell[agent]]] = agent;
  }
}

/// Agents copied at once.
constexpr std::uint32_t kCopy = 8;
static_assert(kCopy <= kLanePadding, "copies read up to kCopy - 1 rows past the last agent");

template <class T>
void copy_run(const std::vector<T>& from, std::uint32_t agent, std::vector<T>& to, std::uint32_t place,
              std::uint32_t length) {
  for (std::uint32_t i = 0; i < length; i += kCopy)
    std::memcpy(to.data() + place + i, from.data() + agent + i, kCopy * sizeof(T));
}

void copy_agents(const AgentTable& from, std::uint32_t agent, AgentTable& to, std::uint32_t place,
                 std::uint32_t length) {
  for_each_column([&](const auto& source, auto& target) { copy_run(source, agent, target, place, length); }, from, to);
}

/// The run of neighbouring agents that stay neighbours, from `place` on.
std::uint32_t run_length(const std::vector<std::uint32_t>& order, std::uint32_t place, std::uint32_t last) {
  std::uint32_t length = 1;
  while (place + length < last && order[place + length] == order[place] + length) ++length;
  return length;
}

/// Moves the agents that belong to these places there, run by run in whole copies: what a copy writes too much is
/// overwritten by the next run, and near the end of the places copies are single.
void gather_agents(const AgentTable& agents, simd::Rows rows, Ids& ids, SortBuffers& sort) {
  for (std::uint32_t place = rows.first; place < rows.last;) {
    const std::uint32_t length = run_length(sort.order, place, rows.last);
    if (place + length + kCopy <= rows.last)
      copy_agents(agents, sort.order[place], sort.sorted, place, length);
    else
      for (std::uint32_t i = 0; i < length; ++i) copy_row(agents, sort.order[place] + i, sort.sorted, place + i);
    place += length;
  }
  for (std::uint32_t place = rows.first; place < rows.last; ++place) ids.rows()[sort.sorted.slot[place]] = place;
}

}  // namespace

void bucket(const Setup& setup, AgentTable& agents, Grid& grid, Ids& ids, SortBuffers& sort) {
  count_rows(setup, agents, grid, sort);
  sum_rows(chunk_count(agents.count, sort_grain(agents.count)), grid, sort);
  move_to_rows(setup, agents.count, grid, sort);
  const std::uint32_t rows_a_chunk = std::max(1u, kGrain * grid.row_count() / std::max(agents.count, kGrain));
  setup.scheduler->parallel_for(grid.row_count(), rows_a_chunk, [&](Chunk chunk) {
    for (std::uint32_t row = chunk.first; row < chunk.last; ++row) sort_row(row, grid, sort);
    gather_agents(agents, {sort.row_start[chunk.first], sort.row_start[chunk.last]}, ids, sort);
  });
  grid.start.back() = agents.count;
  sort.sorted.count = agents.count;
  sort.sorted.body.usual_mass = agents.body.usual_mass;
  sort.sorted.body.least_radius = agents.body.least_radius;
  sort.sorted.body.even = agents.body.even;
  sort.sorted.mind.digest = agents.mind.digest;
  std::swap(sort.sorted.mind.memory, agents.mind.memory);
  clear_padding(sort.sorted);
  std::swap(agents, sort.sorted);
}

}  // namespace cardume::tick
