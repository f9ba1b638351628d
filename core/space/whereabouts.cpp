#include "core/space/whereabouts.hpp"

#include <cmath>
#include <limits>

#include "core/exact_float.hpp"

namespace cardume {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

/// Makes up for what rounds here, in cells.
constexpr double kSlack = 1e-6;

/// How far out of their cells agents are is told apart by powers of two, from a sixteenth of a cell on.
constexpr std::size_t kLevels = 40;
constexpr double kFirstLevel = 1.0 / 16;

/// Strays at most: looking one up takes longer than looking at one in its cell.
std::uint32_t most_strays(std::uint32_t count) { return 64 + count / 32; }

/// Cells along one axis. The first and the last go on without end.
struct CellAxis {
  double inverse, edge;
  std::uint32_t last;

  CellAxis(float inverse_cell, std::uint32_t cells)
      : inverse(static_cast<double>(inverse_cell)), edge(1 / inverse), last(cells - 1) {}

  std::uint32_t cell(double at) const {
    return static_cast<std::uint32_t>(std::clamp(std::floor(at), 0.0, static_cast<double>(last)));
  }
  /// How far a coordinate is out of a cell.
  double out_of(std::uint32_t cell, double at) const {
    const double low = cell == 0 ? -kFar : cell * edge, high = cell == last ? kFar : (cell + 1) * edge;
    return std::max({low - at, at - high, 0.0});
  }
};

struct CellAxes {
  CellAxis x, y, z;

  explicit CellAxes(const Grid& grid)
      : x(grid.inverse_column, grid.columns), y(grid.inverse_row, grid.rows), z(grid.inverse_row, grid.layers) {}
};

/// How many agents are how far out, by level, and the farthest of each.
struct Census {
  std::array<std::uint32_t, kLevels> count{};
  std::array<double, kLevels> farthest{};

  void add(double out, double cell_edge) {
    std::size_t level = 0;
    for (double most = cell_edge * kFirstLevel; out > most && level + 1 < kLevels; most *= 2) ++level;
    ++count[level];
    farthest[level] = std::max(farthest[level], out);
  }
  void add(const Census& other) {
    for (std::size_t level = 0; level < kLevels; ++level) {
      count[level] += other.count[level];
      farthest[level] = std::max(farthest[level], other.farthest[level]);
    }
  }
  /// The least distance that no more agents than that are beyond.
  double bound(std::uint32_t most_beyond) const {
    std::size_t level = kLevels - 1;
    for (std::uint32_t beyond = count[level]; level > 0 && beyond <= most_beyond; beyond += count[level]) --level;
    return *std::max_element(farthest.begin(), farthest.begin() + static_cast<std::ptrdiff_t>(level) + 1);
  }
};

class StraySearch {
 public:
  explicit StraySearch(const WorldState& state)
      : agents_(state.agents), grid_(state.grid), scheduler_(*state.setup.scheduler), axes_(state.grid) {}

  void run(QueryBuffers& out) const {
    out.strays.clear();
    out.by_cell.clear();
    const Census all = count();
    out.stray = all.bound(most_strays(agents_.count));
    if (*std::max_element(all.farthest.begin(), all.farthest.end()) == out.stray) return;
    visit(0, grid_.row_count(), [&](std::uint32_t row, double distance) {
      if (distance > out.stray) out.strays.push_back(row);
    });
    for (const std::uint32_t row : out.strays) out.by_cell.push_back({cell_of(row), row});
    std::sort(out.by_cell.begin(), out.by_cell.end());
  }

 private:
  double at(std::uint32_t axis, std::uint32_t row) const {
    return static_cast<double>(agents_.position.axis[axis][row]);
  }

  /// Calls `visit(row, distance)` for the agents of some lines of cells: how far out of its cell each is.
  template <class Visit>
  void visit(std::uint32_t first_line, std::uint32_t last_line, Visit visit) const {
    std::uint32_t cell = first_line * grid_.columns, row = grid_.start[cell];
    for (std::uint32_t line = first_line; line < last_line; ++line)
      for (std::uint32_t column = 0; column < grid_.columns; ++column, ++cell)
        for (; row < grid_.start[cell + 1]; ++row) {
          double out = std::max(axes_.x.out_of(column, at(0, row)), axes_.y.out_of(line % grid_.rows, at(1, row)));
          if (agents_.dimensions == 3) out = std::max(out, axes_.z.out_of(line / grid_.rows, at(2, row)));
          visit(row, out);
        }
  }

  Census count() const {
    const std::uint32_t lines = grid_.row_count();
    const std::uint32_t grain = std::max(1u, kGrain * lines / std::max(agents_.count, kGrain));
    std::vector<Census> parts(chunk_count(lines, grain));
    scheduler_.parallel_for(lines, grain, [&](Chunk chunk) {
      const ExactFloat exact;
      const double edge = axes_.y.edge;
      visit(chunk.first, chunk.last, [&](std::uint32_t, double out) { parts[chunk.number].add(out, edge); });
    });
    Census all;
    for (const Census& part : parts) all.add(part);
    return all;
  }

  std::uint32_t cell_of(std::uint32_t row) const {
    const std::uint32_t layer = agents_.dimensions == 3 ? axes_.z.cell(at(2, row) * axes_.z.inverse) : 0;
    return (layer * grid_.rows + axes_.y.cell(at(1, row) * axes_.y.inverse)) * grid_.columns +
           axes_.x.cell(at(0, row) * axes_.x.inverse);
  }

  const AgentTable& agents_;
  const Grid& grid_;
  Scheduler& scheduler_;
  CellAxes axes_;
};

}  // namespace

Bounds around(const Place& centre, double reach) {
  return {{centre[0] - reach, centre[1] - reach, centre[2] - reach},
          {centre[0] + reach, centre[1] + reach, centre[2] + reach}};
}

CellRange common(const CellRange& a, const CellRange& b) {
  CellRange both;
  for (std::size_t d = 0; d < 3; ++d) {
    both.first[d] = std::max(a.first[d], b.first[d]);
    both.last[d] = std::min(a.last[d], b.last[d]);
  }
  return both;
}

Whereabouts::Whereabouts(WorldState& state)
    : agents_(state.agents),
      grid_(state.grid),
      strays_(state.buffers.query),
      x_(state.agents.position.axis[0].data()),
      y_(state.agents.position.axis[1].data()),
      z_(state.agents.dimensions == 3 ? state.agents.position.axis[2].data() : nullptr) {
  QueryBuffers& buffers = state.buffers.query;
  if (buffers.tick == state.published.report.tick) return;
  StraySearch(state).run(buffers);
  buffers.tick = state.published.report.tick;
}

CellRange Whereabouts::cells(const Bounds& bounds) const {
  const CellAxes axes(grid_);
  const CellAxis* const axis[] = {&axes.x, &axes.y, &axes.z};
  CellRange range;
  for (std::size_t d = 0; d < agents_.dimensions; ++d) {
    range.first[d] = axis[d]->cell((bounds.low[d] - strays_.stray) * axis[d]->inverse - kSlack);
    range.last[d] = axis[d]->cell((bounds.high[d] + strays_.stray) * axis[d]->inverse + kSlack);
  }
  return range;
}

}  // namespace cardume
