#pragma once

namespace cardume::bench {

/// Notes with the results what they depend on: revision, compiler, build type, instruction sets, threads and processor.
void add_context();

}  // namespace cardume::bench
