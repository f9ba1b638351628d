#include "bench/workloads/counted.hpp"

// A plain name that no compiler changes, inlines or leaves out.
extern "C" [[gnu::noinline, gnu::used]] void cardume_counted_steps(cardume::bench::Workload* work,
                                                                   std::uint32_t steps) {
  for (std::uint32_t i = 0; i < steps; ++i) work->step();
}

namespace cardume::bench {

void take_counted_steps(Workload& work, std::uint32_t steps) { cardume_counted_steps(&work, steps); }

}  // namespace cardume::bench
