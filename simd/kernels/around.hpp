#pragma once
#include "simd/kernels.hpp"
#include "simd/kernels/bucket.hpp"
#include "simd/kernels/steering.hpp"
#include "simd/lanes.hpp"

// What kernels share that look around: who may be near a batch of agents.
namespace cardume::simd {
namespace {

/// Cells along x, first to last.
struct Columns {
  std::uint32_t first, last;
};

/// A well-mixed number from a cell and a tick (the finaliser of A. Appleby, "MurmurHash3", 2011).
inline std::uint32_t mix(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x85ebca6bu;
  x = (x ^ (x >> 13)) * 0xc2b2ae35u;
  return x ^ (x >> 16);
}

/// Who is seen of one cell: everyone, or a window of `limit` agents that moves on with every tick.
inline Rows seen_in(const GridView& grid, std::uint32_t cell) {
  const Rows all{grid.start[cell], grid.start[cell + 1]};
  if (all.last - all.first <= grid.limit) return all;
  const std::uint32_t places = all.last - all.first - grid.limit + 1;
  const std::uint32_t first = all.first + mix(cell ^ grid.salt) % places;
  return {first, first + grid.limit};
}

template <class Neighbours>
void add_grid_row(const GridView& grid, std::uint32_t row, Columns columns, Neighbours& neighbours) {
  const std::uint32_t cells = row * grid.columns;
  if (!grid.crowded[row]) {
    neighbours.add({grid.start[cells + columns.first], grid.start[cells + columns.last + 1]});
    return;
  }
  for (std::uint32_t column = columns.first; column <= columns.last; ++column)
    neighbours.add(seen_in(grid, cells + column));
}

/// Adds everyone who may be near a batch in grid row `row` whose agents stand in the given columns.
template <class Neighbours>
void add_around(const GridView& grid, std::uint32_t row, Columns own, Neighbours& neighbours) {
  const Columns columns{own.first > grid.reach ? own.first - grid.reach : 0,
                        own.last + grid.reach < grid.columns ? own.last + grid.reach : grid.columns - 1};
  const std::uint32_t y = row % grid.rows, z = row / grid.rows;
  const std::uint32_t top = y + 1 < grid.rows ? y + 1 : y, far = z + 1 < grid.layers ? z + 1 : z;
  for (std::uint32_t layer = z > 0 ? z - 1 : 0; layer <= far; ++layer)
    for (std::uint32_t line = y > 0 ? y - 1 : 0; line <= top; ++line)
      add_grid_row(grid, layer * grid.rows + line, columns, neighbours);
}

/// The columns that a batch of agents of one grid row stands in, by the positions that the grid was filled with.
inline Columns columns_of(const float* const* position, const CellLayout& layout, Rows batch) {
  return {static_cast<std::uint32_t>(column_of<ScalarArch>(position, batch.first, layout)),
          static_cast<std::uint32_t>(column_of<ScalarArch>(position, batch.last - 1, layout))};
}

/// Calls `function(grid row, batch)` for runs of agents of one grid row, at most a lane each, in storage order.
template <class Arch, class Function>
void for_each_batch(const float* const* position, const GridView& grid, Rows agents, Function function) {
  auto row = static_cast<std::uint32_t>(row_of<ScalarArch>(position, agents.first, grid));
  for (std::uint32_t agent = agents.first; agent < agents.last;) {
    while (grid.start[(row + 1) * grid.columns] <= agent) ++row;
    const std::uint32_t row_end = grid.start[(row + 1) * grid.columns];
    std::uint32_t last = row_end < agents.last ? row_end : agents.last;
    if (last > agent + Lanes<Arch>::kCount) last = agent + Lanes<Arch>::kCount;
    function(row, Rows{agent, last});
    agent = last;
  }
}

/// 1 / sqrt(x) to a relative error of 5e-6 for normal x, a finite number for 0; exact operations only, so the same
/// everywhere (C. Lomont, "Fast inverse square root", 2003).
template <class Arch>
typename Lanes<Arch>::Float inverse_square_root(typename Lanes<Arch>::Float x) {
  using Float = typename Lanes<Arch>::Float;
  using Int = typename Lanes<Arch>::Int;
  const Float half = x * Float(0.5f);
  Float y = from_bits(Int(0x5f375a86) - shift_right(bits(x), 1));
  y = y * (Float(1.5f) - half * y * y);
  return y * (Float(1.5f) - half * y * y);
}

/// The first `count` lanes, and zeros: the others belong to another batch, which may be about to write them.
template <class Arch, int Dim>
Vector<Arch, Dim> load_first(const float* const* columns, std::uint32_t agent, std::uint32_t count) {
  if (count == Lanes<Arch>::kCount) return load_vector<Arch, Dim>(columns, agent);
  Vector<Arch, Dim> vector;
  for (int d = 0; d < Dim; ++d) {
    float values[Lanes<Arch>::kCount] = {};
    for (std::uint32_t lane = 0; lane < count; ++lane) values[lane] = columns[d][agent + lane];
    vector.axis[d] = load(values, Arch{});
  }
  return vector;
}

/// Stores the first `count` lanes; the others belong to another batch.
template <class Arch, int Dim>
void save_first(float* const* columns, std::uint32_t agent, std::uint32_t count, const Vector<Arch, Dim>& vector) {
  for (int d = 0; d < Dim; ++d) {
    if (count == Lanes<Arch>::kCount) {
      save(columns[d] + agent, vector.axis[d]);
      continue;
    }
    float values[Lanes<Arch>::kCount];
    save(values, vector.axis[d]);
    for (std::uint32_t lane = 0; lane < count; ++lane) columns[d][agent + lane] = values[lane];
  }
}

}  // namespace
}  // namespace cardume::simd
