#pragma once
#include <cardume/status.hpp>
#include <string>

#include "simd/kernels.hpp"

namespace cardume {

/// The kernels of that instruction set, or what CARDUME_SIMD or the machine says if the name is empty; null where it is
/// unknown or does not run here.
const simd::KernelTable* choose_kernels(const std::string& name);

/// What to say then.
Error unknown_instruction_set();

}  // namespace cardume
