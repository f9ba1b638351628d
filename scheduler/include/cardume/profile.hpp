#pragma once
#include <cardume/export.hpp>
#include <cardume/scheduler.hpp>
#include <cstdint>

namespace cardume {

/// A piece of work, from its beginning to its end on one thread. Spans of one thread lie within each other.
struct Span {
  enum class Kind : std::uint8_t {
    kTick,   ///< A whole tick, on the thread that called it.
    kStage,  ///< One of its stages, on the same thread.
    kChunk,  ///< A chunk of a stage's loop, on any thread.
    kJob,    ///< Work beside the tick, such as a field; on any thread.
  };

  Kind kind = Kind::kTick;
  const char* name = "";    ///< "tick", the stage's name, or what the job makes. Of static storage: keep the pointer.
  std::uint32_t chunk = 0;  ///< Chunk::number of kChunk.
};

/// A profiler of the host's, such as a trace or Tracy's C API. Both are called on the thread that does the work, from
/// many threads at once, and must not throw, nor call the world.
struct ProfilerHooks {
  void* user = nullptr;  ///< Handed to both.
  void (*begin)(void* user, const Span&) = nullptr;
  void (*end)(void* user, const Span&) = nullptr;
};

/// Tells the hooks of a span for as long as it lives; of nothing where there are none.
class ScopedSpan {
 public:
  ScopedSpan(const ProfilerHooks* hooks, const Span& span) : hooks_(hooks), span_(span) {
    if (hooks_ != nullptr) hooks_->begin(hooks_->user, span_);
  }
  ~ScopedSpan() {
    if (hooks_ != nullptr) hooks_->end(hooks_->user, span_);
  }
  ScopedSpan(const ScopedSpan&) = delete;
  ScopedSpan& operator=(const ScopedSpan&) = delete;

 private:
  const ProfilerHooks* hooks_;
  Span span_;
};

/// Runs everything by another scheduler, which must outlive it, and tells a profiler of each chunk and job. What runs
/// where, and what comes of it, stays the same. See World::set_profiler.
class CARDUME_EXPORT ProfiledScheduler final : public Scheduler {
 public:
  ProfiledScheduler(Scheduler& inner, const ProfilerHooks& hooks) : inner_(inner), hooks_(hooks) {}

  const ProfilerHooks& hooks() const { return hooks_; }
  /// Whose chunks those of the next loops are.
  void set_stage(const char* name) { stage_ = name; }
  std::uint32_t worker_count() const override { return inner_.worker_count(); }

 private:
  void run(std::uint32_t count, std::uint32_t grain, ChunkFunction, void* context) override;
  bool offer(BackgroundJob&) override;
  const ProfilerHooks* profiler() const override { return &hooks_; }

  Scheduler& inner_;
  ProfilerHooks hooks_;
  const char* stage_ = "";
};

}  // namespace cardume
