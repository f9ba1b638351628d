#pragma once
#include <chrono>
#include <cstdint>

namespace cardume {

/// A bar on stderr while something takes its time; silent where stderr is no terminal.
class Progress {
 public:
  explicit Progress(std::uint64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::uint64_t done);

 private:
  std::uint64_t total_;
  bool visible_;
  std::chrono::steady_clock::time_point start_, last_;
};

}  // namespace cardume
