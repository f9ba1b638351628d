#include "tools/perf/span_log.hpp"

#include <algorithm>
#include <thread>

#include "tools/scenario/clock.hpp"

namespace cardume::perf {

/// What one thread has done. Only that thread touches it while work goes on.
struct SpanLog::Thread {
  std::thread::id id;
  std::uint32_t number = 0;
  std::vector<LoggedSpan> open, closed;
};

SpanLog::SpanLog()
    : hooks_{this, [](void* log, const Span& span) { static_cast<SpanLog*>(log)->begin(span); },
             [](void* log, const Span&) { static_cast<SpanLog*>(log)->end(); }} {}

SpanLog::~SpanLog() = default;

SpanLog::Thread& SpanLog::this_thread() {
  const std::lock_guard lock(mutex_);
  const std::thread::id id = std::this_thread::get_id();
  for (const auto& thread : threads_)
    if (thread->id == id) return *thread;
  threads_.push_back(std::make_unique<Thread>());
  threads_.back()->id = id;
  threads_.back()->number = static_cast<std::uint32_t>(threads_.size() - 1);
  return *threads_.back();
}

void SpanLog::begin(const Span& span) {
  Thread& thread = this_thread();
  thread.open.push_back({span, thread.number, wall_ns(), 0});
}

void SpanLog::end() {
  const std::uint64_t now = wall_ns();
  Thread& thread = this_thread();
  thread.open.back().end_ns = now;
  thread.closed.push_back(thread.open.back());
  thread.open.pop_back();
}

std::vector<LoggedSpan> SpanLog::spans() const {
  const std::lock_guard lock(mutex_);
  std::vector<LoggedSpan> all;
  for (const auto& thread : threads_) all.insert(all.end(), thread->closed.begin(), thread->closed.end());
  std::stable_sort(all.begin(), all.end(), [](const LoggedSpan& a, const LoggedSpan& b) {
    if (a.thread != b.thread) return a.thread < b.thread;
    if (a.begin_ns != b.begin_ns) return a.begin_ns < b.begin_ns;
    return a.end_ns != b.end_ns ? a.end_ns > b.end_ns : a.span.kind < b.span.kind;
  });
  return all;
}

}  // namespace cardume::perf
