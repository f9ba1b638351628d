#include "tools/cardume/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace cardume {
namespace {

constexpr std::uint64_t kWidth = 40;
constexpr std::chrono::milliseconds kPause{50};

}  // namespace

Progress::Progress(std::uint64_t total)
    : total_(std::max<std::uint64_t>(total, 1)),
      visible_(::isatty(STDERR_FILENO) == 1),
      start_(std::chrono::steady_clock::now()),
      last_(start_) {}

Progress::~Progress() {
  if (visible_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::show(std::uint64_t done) {
  if (!visible_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < kPause) return;
  last_ = now;
  const std::uint64_t full = kWidth * std::min(done, total_) / total_;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  fmt::print(stderr, "\r[{:=<{}}{:{}}] {}/{} ticks, {:.0f} a second ", "", full, "", kWidth - full, done, total_,
             static_cast<double>(done) / seconds);
  std::fflush(stderr);
}

}  // namespace cardume
