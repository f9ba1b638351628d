#include "core/space/pair_census.hpp"

#include <algorithm>
#include <vector>

#include "core/profiles.hpp"

namespace cardume {
namespace {

/// Cells along x, both included.
struct Columns {
  std::uint32_t first, last;
};

class Counter {
 public:
  explicit Counter(const CensusArgs& args) : args_(args), grid_(args.grid) {}

  /// Counts for all agents of one grid row.
  void add_row(std::uint32_t row) {
    const std::uint32_t cells = row * grid_.columns;
    const std::uint32_t end = grid_.start[cells + grid_.columns];
    std::uint32_t column = 0;
    for (std::uint32_t agent = grid_.start[cells]; agent < end;) {
      // A batch ends with its chunk too.
      const std::uint32_t last = std::min({agent + args_.lanes, end, (agent / kGrain + 1) * kGrain});
      column = column_of(cells, column, agent);
      add_batch(row, {column, column_of(cells, column, last - 1)}, {agent, last});
      agent = last;
    }
  }

  PairCensus mean() const {
    const auto count = static_cast<double>(args_.count);
    return {static_cast<double>(tested_) / count, static_cast<double>(within_) / count};
  }

 private:
  /// The cell of an agent, looked for from one that it is not before.
  std::uint32_t column_of(std::uint32_t cells, std::uint32_t column, std::uint32_t agent) const {
    while (grid_.start[cells + column + 1] <= agent) ++column;
    return column;
  }

  void add_batch(std::uint32_t row, Columns own, simd::Rows batch) {
    const Columns columns{own.first - std::min(own.first, grid_.reach),
                          std::min(own.last + grid_.reach, grid_.columns - 1)};
    const std::uint32_t y = row % grid_.rows, z = row / grid_.rows;
    for (std::uint32_t layer = z - std::min(z, 1u); layer <= std::min(z + 1, grid_.layers - 1); ++layer)
      for (std::uint32_t line = y - std::min(y, 1u); line <= std::min(y + 1, grid_.rows - 1); ++line)
        add_candidates(layer * grid_.rows + line, columns, batch);
  }

  void add_candidates(std::uint32_t row, Columns columns, simd::Rows batch) {
    for (std::uint32_t cell = row * grid_.columns + columns.first; cell <= row * grid_.columns + columns.last; ++cell) {
      simd::Rows seen{grid_.start[cell], grid_.start[cell + 1]};
      if (grid_.crowded[row] && seen.last - seen.first > grid_.limit) seen.last = seen.first + grid_.limit;
      tested_ += std::uint64_t{seen.last - seen.first} * (batch.last - batch.first);
      for (std::uint32_t agent = batch.first; agent < batch.last; ++agent) add_within(agent, seen);
    }
  }

  void add_within(std::uint32_t agent, simd::Rows seen) {
    const float sight2 = args_.sight2[args_.profile[agent]];
    for (std::uint32_t other = seen.first; other < seen.last; ++other) {
      float distance2 = 0;
      for (std::uint32_t d = 0; d < 3 && args_.position[d] != nullptr; ++d) {
        const float way = args_.position[d][other] - args_.position[d][agent];
        distance2 += way * way;
      }
      within_ += distance2 < sight2 && other != agent;
    }
  }

  const CensusArgs& args_;
  const simd::GridView& grid_;
  std::uint64_t tested_ = 0, within_ = 0;
};

}  // namespace

PairCensus count_pairs(const CensusArgs& args) {
  if (args.count == 0) return {};
  Counter counter(args);
  for (std::uint32_t row = 0; row < args.grid.rows * args.grid.layers; ++row) counter.add_row(row);
  return counter.mean();
}

PairCensus count_pairs(const WorldState& state) {
  const AgentTable& agents = state.agents;
  const std::vector<const BehaviourDesc*>& behaviours = state.setup.profiles.behaviour;
  float sight2[256] = {};
  for (std::size_t i = 0; i < behaviours.size() && i < std::size(sight2); ++i) {
    const float sight = farthest_sight(*behaviours[i]);
    sight2[i] = sight * sight;
  }
  CensusArgs args{view(state.grid, state.published.report.tick),
                  {},
                  agents.count,
                  state.setup.kernels->lanes,
                  sight2,
                  agents.profile().data()};
  for (std::uint32_t d = 0; d < agents.dimensions; ++d) args.position[d] = agents.position.axis[d].data();
  return count_pairs(args);
}

}  // namespace cardume
