#pragma once
#include <cardume/limits.hpp>
#include <cardume/status.hpp>
#include <cardume/vector.hpp>
#include <cmath>
#include <string>

namespace cardume {

inline Error invalid(const std::string& name, const char* expected) {
  return {Status::kInvalidArgument, name + " must be " + expected};
}

/// Collects the first complaint about a group of fields. Costs nothing as long as there is none.
class Checker {
 public:
  Checker() = default;
  /// Names begin with `group index after`, such as "species[3].".
  Checker(const char* group, std::size_t index, const char* after) : group_(group), index_(index), after_(after) {}
  /// The same within what another one names.
  Checker(const Checker& outer, const char* group, std::size_t index, const char* after)
      : outer_(&outer), group_(group), index_(index), after_(after) {}

  Checker& require(bool holds, const char* name, const char* expected) {
    if (!holds && !error_) error_ = invalid(full_name(name), expected);
    return *this;
  }
  Checker& at_least_zero(float value, const char* name) {
    return require(value >= 0 && value <= limits::kMaxCoordinate, name, "a number from 0 to 1e6");
  }
  Checker& duration(float value, const char* name) {
    return require(value >= limits::kMinDuration && value <= limits::kMaxDuration, name, "a number from 0.001 to 1000");
  }
  Checker& share(float value, const char* name) {
    return require(value >= 0 && value <= 1, name, "a number from 0 to 1");
  }
  Checker& mass(float value, const char* name) {
    return require(value >= limits::kMinMass && value <= limits::kMaxMass, name, "a number from 1e-3 to 1e6");
  }
  Checker& extent(float value, const char* name) {
    return require(value >= limits::kMinExtent && value <= limits::kMaxCoordinate, name, "a number from 1e-6 to 1e6");
  }
  Checker& bounded(Vec3 vector, const char* x, const char* y, const char* z) {
    return bounded(vector.x, x).bounded(vector.y, y).bounded(vector.z, z);
  }
  Checker& bounded(float value, const char* name) {
    return require(std::fabs(value) <= limits::kMaxCoordinate, name, "a number from -1e6 to 1e6");
  }
  Checker& within(bool holds, const char* name, const char* limit) {
    if (!holds && !error_) error_ = Error{Status::kLimit, full_name(name) + " must be " + limit};
    return *this;
  }
  Error result() const { return error_; }

 private:
  std::string full_name(const char* name) const {
    std::string full = outer_ == nullptr ? std::string() : outer_->full_name("");
    if (after_ != nullptr) full += group_ + std::to_string(index_) + after_;
    return full + name;
  }

  const Checker* outer_ = nullptr;
  const char* group_ = "";
  std::size_t index_ = 0;
  const char* after_ = nullptr;
  Error error_;
};

}  // namespace cardume
