#pragma once
#include <cardume/cost_grid.hpp>
#include <cstdint>
#include <vector>

namespace cardume::bench {

/// What an integration field is measured against: E. Dijkstra's algorithm ("A note on two problems in connexion with
/// graphs", 1959) as anybody would write it, with std::priority_queue, over the same 8 steps at the same costs. By
/// cell; kUnreachable where no way leads.
std::vector<std::uint32_t> plain_dijkstra(const CostGrid&, Cell goal);

}  // namespace cardume::bench
