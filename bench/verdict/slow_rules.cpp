#include "simd/kernels.hpp"

// The engine's stage `rules` as it is, but that its kernel goes over one agent in twenty a second time, to the same
// result: a slowdown of 5 % in one kernel, planted for the verdict of `cardume ab` to be tried on.
namespace cardume::bench {
namespace {

constexpr std::uint32_t kOneIn = 20;

void run_slowed(void (*kernel)(const simd::RulesArgs&), const simd::RulesArgs& chunk) {
  kernel(chunk);
  simd::RulesArgs again = chunk;
  again.agents.last = chunk.agents.first + (chunk.agents.last - chunk.agents.first) / kOneIn;
  if (again.agents.first < again.agents.last) kernel(again);
}

}  // namespace
}  // namespace cardume::bench

#define kernel(chunk) bench::run_slowed(kernel, chunk)
#include "core/tick/rules.cpp"
