#pragma once
#include <string>

#include "core/world_state.hpp"

namespace cardume {

/// The kernels of that instruction set, or what CARDUME_SIMD or the machine says if the name is empty; null where it is
/// unknown or does not run here.
const simd::KernelTable* choose_kernels(const std::string& name);

/// Everything that is settled at creation; the desc has been checked.
Setup make_setup(const WorldDesc&, Scheduler&, const simd::KernelTable&);

/// Takes all memory that ticks need, by the state's setup.
void reserve(WorldState&);

}  // namespace cardume
