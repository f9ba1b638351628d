#include "tools/perf/allocation_count.hpp"

#include <atomic>
#include <cstddef>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

std::atomic<std::uint64_t> allocations{0};

void count_one() { allocations.fetch_add(1, std::memory_order_relaxed); }

}  // namespace

extern "C" {
void* malloc(std::size_t size) { return count_one(), __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) { return count_one(), __libc_calloc(count, size); }
void* realloc(void* old, std::size_t size) { return count_one(), __libc_realloc(old, size); }
void* memalign(std::size_t alignment, std::size_t size) { return count_one(), __libc_memalign(alignment, size); }
void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }
int posix_memalign(void** out, std::size_t alignment, std::size_t size) {
  *out = memalign(alignment, size);
  return *out == nullptr;
}
}

namespace cardume::perf {

std::uint64_t allocation_count() { return allocations.load(std::memory_order_relaxed); }

}  // namespace cardume::perf
