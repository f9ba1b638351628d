#pragma once
#include <cfenv>

#ifdef __FAST_MATH__
#error "fast-math breaks the promise of equal results: build Cardume without it"
#endif

namespace cardume {

/// While it lives, this thread rounds to nearest and keeps denormals, whatever the host has set (a library built with
/// fast-math flushes them to zero in the whole process, and pools pass the setting on to their threads).
class ExactFloat {
 public:
  ExactFloat() {
    std::fegetenv(&host_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~ExactFloat() { std::fesetenv(&host_); }
  ExactFloat(const ExactFloat&) = delete;
  ExactFloat& operator=(const ExactFloat&) = delete;

 private:
  std::fenv_t host_{};
};

}  // namespace cardume
