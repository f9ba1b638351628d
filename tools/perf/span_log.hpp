#pragma once
#include <cardume/profile.hpp>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace cardume::perf {

/// A span that has ended.
struct LoggedSpan {
  Span span;
  std::uint32_t thread = 0;  ///< Numbered in the order in which threads were first seen.
  std::uint64_t begin_ns = 0, end_ns = 0;
};

/// Keeps all spans that it is told of, from any thread.
class SpanLog {
 public:
  SpanLog();
  ~SpanLog();
  SpanLog(const SpanLog&) = delete;
  SpanLog& operator=(const SpanLog&) = delete;

  /// Hooks that stay good as long as the log.
  const ProfilerHooks& hooks() const { return hooks_; }

  /// By thread, then by beginning; those around others come first. Nobody may be inside a span.
  std::vector<LoggedSpan> spans() const;

 private:
  struct Thread;

  Thread& this_thread();
  void begin(const Span&);
  void end();

  ProfilerHooks hooks_;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Thread>> threads_;
};

/// Track events of Perfetto (its "perfetto.protos.Trace"), a track for each thread: what ui.perfetto.dev opens.
std::string to_perfetto(const std::vector<LoggedSpan>&);

/// The older JSON of Chrome's about:tracing ("Trace event format"), which Perfetto and speedscope open as well.
std::string to_chrome_json(const std::vector<LoggedSpan>&);

}  // namespace cardume::perf
