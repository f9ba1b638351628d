#include <benchmark/benchmark.h>

#include "bench/suites.hpp"
#include "bench/support/context.hpp"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  cardume::bench::add_context();
  cardume::bench::register_peers();
  cardume::bench::register_bodies();
  cardume::bench::register_society();
  cardume::bench::register_space();
  cardume::bench::register_hunt();
  cardume::bench::register_minds();
  cardume::bench::register_scaling();
  cardume::bench::register_workloads();
  cardume::bench::register_kernels();
  cardume::bench::register_queries();
  cardume::bench::register_fields();
  cardume::bench::register_field_rivals();
  cardume::bench::register_edits();
  cardume::bench::register_tiles();
  cardume::bench::register_worldgen();
  cardume::bench::register_huge_worlds();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
