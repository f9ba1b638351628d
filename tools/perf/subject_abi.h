#pragma once
#include <cstddef>
#include <cstdint>

// How a program that measures talks to a build that it has loaded as a shared library. Plain C and nothing inline, so
// that builds of any age and any flags lie side by side in one process.
extern "C" {

enum { CARDUME_SUBJECT_VERSION = 1, CARDUME_SUBJECT_STAGES = 32 };

/// What one step took and came to.
struct CardumeSubjectStep {
  std::uint64_t wall_ns, cpu_ns;
  std::uint64_t hash;
  std::uint64_t stage_ns[CARDUME_SUBJECT_STAGES];  ///< As many as there are names.
};

struct CardumeSubjectApi {
  std::uint32_t version;  ///< CARDUME_SUBJECT_VERSION.
  /// A workload by its name; null for one that cannot be had, and `error` says why. An empty set is the best.
  void* (*open)(const char* workload, std::uint32_t size, std::uint32_t threads, const char* instruction_set,
                char* error, std::size_t error_size);
  void (*step)(void* workload, CardumeSubjectStep* out);
  void (*close)(void* workload);
  std::uint64_t (*items)(void* workload);   ///< That a step goes through.
  std::uint32_t (*stages)(void* workload);  ///< How many a step has; 0 for work without any.
  const char* (*stage_name)(std::uint32_t stage);
};

/// What such a library has to show.
const CardumeSubjectApi* cardume_subject();
}
