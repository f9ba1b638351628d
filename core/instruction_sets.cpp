#include "core/instruction_sets.hpp"

#include <algorithm>
#include <array>
#include <cardume/world.hpp>
#include <cstdlib>

namespace cardume {

const simd::KernelTable* choose_kernels(const std::string& name) {
  const char* wanted = name.empty() ? std::getenv("CARDUME_SIMD") : name.c_str();
  return simd::find_kernels(wanted != nullptr && *wanted != 0 ? wanted : nullptr);
}

std::span<const char* const> instruction_sets() {
  static const auto names = [] {
    const simd::KernelTable* tables[simd::kMaxKernelTables];
    std::array<const char*, simd::kMaxKernelTables + 1> found{};
    for (std::uint32_t i = 0, count = simd::available_kernels(tables); i < count; ++i) found[i] = tables[i]->name;
    return found;
  }();
  return {names.data(), static_cast<std::size_t>(std::find(names.begin(), names.end(), nullptr) - names.begin())};
}

Error unknown_instruction_set() {
  std::string message = "instruction_set (or CARDUME_SIMD) must be one of";
  for (const char* name : instruction_sets()) message += std::string(" ") + name;
  return {Status::kInvalidArgument, message + " on this machine"};
}

}  // namespace cardume
