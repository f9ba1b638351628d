#pragma once
#include <cardume/cost_grid.hpp>
#include <functional>
#include <memory>
#include <string>

namespace cardume::bench {

/// A map by name, with a goal near its middle.
struct Ground {
  std::string name;
  CostGrid grid;
  Cell goal;
};

using GroundPtr = std::shared_ptr<const Ground>;

/// None where the map has no free ground.
GroundPtr make_ground(const std::string& name, CostGrid grid);

CostGrid open_map(std::uint32_t edge);
CostGrid caves_map(std::uint32_t edge);

/// One corridor, three cells wide, up and down the whole map, with mud of costs up to 9 in patches: ways that were
/// thought best are found wanting again and again.
CostGrid muddy_maze(std::uint32_t edge);

std::uint64_t free_cells(const CostGrid&);

/// The maps in the folder that CARDUME_MAPS names, if it does, by their names.
void for_each_real_map(const std::function<void(const GroundPtr&)>& visit);

}  // namespace cardume::bench
