#include "tools/perf/subject.hpp"

#include <sched.h>
#include <unistd.h>

namespace cardume::perf {

Result<std::unique_ptr<Subject>> open_subject(const SubjectDesc& desc) {
  const std::string file = desc.path.substr(desc.path.rfind('/') + 1);
  const bool library = file.ends_with(".so") || file.find(".so.") != std::string::npos;
  if (::access(desc.path.c_str(), library ? R_OK : X_OK) != 0)
    return Error{Status::kInvalidArgument,
                 desc.path + ": " +
                     (library ? "no such library; expected one as libcardume_subject.so"
                              : "no such program; expected a cardume, or a library that ends in .so")};
  return library ? open_library(desc) : open_program(desc);
}

std::vector<std::uint32_t> allowed_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<std::uint32_t> cpus;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return cpus;
  for (std::uint32_t cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  return cpus;
}

void run_on(const std::vector<std::uint32_t>& cpus) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const std::uint32_t cpu : cpus) CPU_SET(cpu, &set);
  (void)::sched_setaffinity(0, sizeof set, &set);  // Without it times are as good, only noisier.
}

}  // namespace cardume::perf
