#include <atomic>
#include <cmath>

#include "core/exact_float.hpp"
#include "core/space/queries.hpp"
#include "core/space/query_filter.hpp"

namespace cardume {
namespace {

/// Cells along one axis of a raster.
struct RasterAxis {
  double edge;
  std::uint32_t count;

  RasterAxis(float size, float cell)
      : edge(static_cast<double>(cell)),
        count(static_cast<std::uint32_t>(std::ceil(static_cast<double>(size) / edge))) {}

  std::uint32_t cell(float at) const {
    return static_cast<std::uint32_t>(std::clamp(std::floor(static_cast<double>(at) / edge), 0.0, count - 1.0));
  }
};

}  // namespace

void count_cells(const WorldState& state, const AgentFilter& agent_filter, DensityMap& map) {
  const AgentTable& agents = state.agents;
  const auto& position = agents.position.axis;
  const Vec3 size = state.setup.desc.size;
  const bool flat = agents.dimensions == 2;
  const RasterAxis x(size.x, map.cell_size), y(size.y, map.cell_size), z(flat ? map.cell_size : size.z, map.cell_size);
  map.columns = x.count;
  map.rows = y.count;
  map.layers = z.count;
  map.count.assign(std::size_t{x.count} * y.count * z.count, 0);
  const Filter filter(state, agent_filter);
  state.setup.scheduler->parallel_for(agents.count, kGrain, [&](Chunk chunk) {
    const ExactFloat exact;
    for (std::uint32_t row = chunk.first; row < chunk.last; ++row) {
      if (!filter.admits(row)) continue;
      const std::size_t layer = flat ? 0 : z.cell(position[2][row]);
      const std::size_t cell = (layer * y.count + y.cell(position[1][row])) * x.count + x.cell(position[0][row]);
      std::atomic_ref(map.count[cell]).fetch_add(1, std::memory_order_relaxed);
    }
  });
}

}  // namespace cardume
