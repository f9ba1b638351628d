#pragma once
#include <cardume/status.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/perf/results.hpp"

// A build that is measured, be it a program in a process of its own or a shared library in this one.
namespace cardume::perf {

struct SubjectStep {
  std::uint64_t wall_ns = 0, cpu_ns = 0;
  std::uint64_t hash = 0;
  std::vector<std::uint64_t> stage_ns;  ///< By Subject::stages().
};

/// One workload in one build.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual Result<SubjectStep> step() = 0;
  virtual std::uint64_t items() const = 0;
  virtual const std::vector<std::string>& stages() const = 0;
};

/// What to open, and where.
struct SubjectDesc {
  std::string path;  ///< A program with the verb `worker`, or a shared library as libcardume_subject.so.
  CaseKey key;
  std::optional<std::uint32_t> cpu;  ///< The one to run on; any by default.
};

/// Errors name the path and say what is wrong with it, or what it said itself.
Result<std::unique_ptr<Subject>> open_subject(const SubjectDesc&);

// The two kinds that open_subject() chooses between.
Result<std::unique_ptr<Subject>> open_program(const SubjectDesc&);
Result<std::unique_ptr<Subject>> open_library(const SubjectDesc&);

/// The processors that this process may run on.
std::vector<std::uint32_t> allowed_cpus();
/// Has the calling thread run on these alone.
void run_on(const std::vector<std::uint32_t>& cpus);

}  // namespace cardume::perf
