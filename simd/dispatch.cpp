#include <cstring>

#include "simd/kernels.hpp"
#include "simd/worldgen_kernels.hpp"

namespace cardume::simd {

#define CARDUME_ARCH(name)                 \
  extern const KernelTable kernels_##name; \
  extern const WorldgenKernels worldgen_kernels_##name;
#include "compiled_archs.inc"
#undef CARDUME_ARCH

namespace {

#define CARDUME_ARCH(name) &kernels_##name,
const KernelTable* const kCompiled[] = {
#include "compiled_archs.inc"
};
#undef CARDUME_ARCH

#define CARDUME_ARCH(name) &worldgen_kernels_##name,
const WorldgenKernels* const kCompiledForWorldgen[] = {
#include "compiled_archs.inc"
};
#undef CARDUME_ARCH

// The compiler's own detection also asks whether the operating system saves the wider registers.
bool runs_here([[maybe_unused]] const KernelTable& table) {
#if defined(__x86_64__)
  if (std::strcmp(table.name, "avx2") == 0) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (std::strcmp(table.name, "avx512") == 0)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
#endif
  return true;
}

}  // namespace

std::uint32_t available_kernels(const KernelTable* (&tables)[kMaxKernelTables]) {
  std::uint32_t count = 0;
  for (const KernelTable* table : kCompiled)
    if (runs_here(*table)) tables[count++] = table;
  return count;
}

const KernelTable* find_kernels(const char* name) {
  const KernelTable* found = nullptr;
  for (const KernelTable* table : kCompiled)
    if (runs_here(*table) && (name == nullptr || std::strcmp(table->name, name) == 0)) found = table;
  return found;
}

const WorldgenKernels& worldgen_kernels(const KernelTable& table) {
  std::uint32_t at = 0;
  while (kCompiled[at] != &table) ++at;
  return *kCompiledForWorldgen[at];
}

}  // namespace cardume::simd
