#pragma once
#include <cardume/status.hpp>
#include <string>

#include "core/exact_float.hpp"

// What the calls of the public API share.
namespace cardume {

inline Error busy() { return {Status::kBusy, "the world is inside tick()"}; }

inline Error gone(const char* name) { return {Status::kInvalidHandle, std::string(name) + " is not in this world"}; }

/// Runs a call with exact floating point. Nothing is thrown but for want of memory, and that becomes an error.
template <class Function>
auto guarded(Function function) -> decltype(function()) {
  const ExactFloat exact;
  try {
    return function();
  } catch (...) {
    return Error{Status::kOutOfMemory, {}};
  }
}

}  // namespace cardume
