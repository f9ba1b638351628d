#pragma once
#include <cardume/export.hpp>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace cardume {

/// Why a call was refused. Whatever the reason, the world is as it was before the call.
enum class Status : std::uint8_t {
  kOk,
  kInvalidArgument,  ///< A value is NaN, infinite or out of its documented range; the message names it.
  kInvalidHandle,    ///< The agent or goal is gone, or never belonged to this world.
  kCapacity,         ///< The world is full: raise WorldDesc::capacity.
  kGoalBlocked,      ///< No free cell near the goal.
  kParse,            ///< A text is malformed; the message says name:line:column.
  kLimit,            ///< The request exceeds a limit of limits.hpp.
  kOutOfMemory,      ///< An allocation failed.
  kBusy,             ///< A changing call came during a tick.
};

/// The status in lower case words.
CARDUME_EXPORT const char* to_string(Status);

/// A status and what a person needs to mend it. Converts to true when something went wrong.
struct [[nodiscard]] Error {
  Status status = Status::kOk;
  std::string message;

  explicit operator bool() const { return status != Status::kOk; }
};

/// A value, or the error that prevented it.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::move(value)) {}
  Result(Error error) : content_(std::move(error)) {}

  explicit operator bool() const { return std::holds_alternative<T>(content_); }
  /// Only valid when this converts to true.
  T& operator*() { return *std::get_if<T>(&content_); }
  const T& operator*() const { return *std::get_if<T>(&content_); }
  T* operator->() { return std::get_if<T>(&content_); }
  const T* operator->() const { return std::get_if<T>(&content_); }
  /// Only valid when this converts to false.
  const Error& error() const { return *std::get_if<Error>(&content_); }

 private:
  std::variant<T, Error> content_;
};

}  // namespace cardume
