#include <dlfcn.h>

#include "tools/perf/subject.hpp"
#include "tools/perf/subject_abi.h"

namespace cardume::perf {
namespace {

class Library final : public Subject {
 public:
  Library(const CardumeSubjectApi& api, void* workload) : api_(api), workload_(workload) {
    for (std::uint32_t i = 0; i < api_.stages(workload_); ++i) stages_.emplace_back(api_.stage_name(i));
  }
  ~Library() override { api_.close(workload_); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  Result<SubjectStep> step() override {
    CardumeSubjectStep took{};
    api_.step(workload_, &took);
    return SubjectStep{took.wall_ns, took.cpu_ns, took.hash, {took.stage_ns, took.stage_ns + stages_.size()}};
  }
  std::uint64_t items() const override { return api_.items(workload_); }
  const std::vector<std::string>& stages() const override { return stages_; }

 private:
  const CardumeSubjectApi& api_;
  void* workload_;
  std::vector<std::string> stages_;
};

}  // namespace

Result<std::unique_ptr<Subject>> open_library(const SubjectDesc& desc) {
  // Never unloaded: threads of its own may still be there. Its symbols are nobody else's.
  const std::string path = desc.path.find('/') == std::string::npos ? "./" + desc.path : desc.path;
  void* const handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return Error{Status::kInvalidArgument, desc.path + ": " + ::dlerror()};
  const auto show = reinterpret_cast<const CardumeSubjectApi* (*)()>(::dlsym(handle, "cardume_subject"));
  if (show == nullptr)
    return Error{Status::kInvalidArgument,
                 desc.path + ": shows no cardume_subject; expected a library as libcardume_subject.so"};
  const CardumeSubjectApi& api = *show();
  if (api.version != CARDUME_SUBJECT_VERSION)
    return Error{Status::kInvalidArgument, desc.path + ": speaks version " + std::to_string(api.version) +
                                               "; expected " + std::to_string(CARDUME_SUBJECT_VERSION)};
  if (desc.cpu) run_on({*desc.cpu});
  char error[512] = "";
  const CaseKey& key = desc.key;
  void* const workload =
      api.open(key.workload.c_str(), key.size, key.threads, key.instruction_set.c_str(), error, sizeof error);
  if (workload == nullptr) return Error{Status::kInvalidArgument, desc.path + ": " + error};
  if (api.stages(workload) <= CARDUME_SUBJECT_STAGES)
    return std::unique_ptr<Subject>(std::make_unique<Library>(api, workload));
  api.close(workload);
  return Error{Status::kInvalidArgument, desc.path + ": has more stages than its interface can tell of"};
}

}  // namespace cardume::perf
