#pragma once
#include <atomic>
#include <cardume/export.hpp>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace cardume {

struct ProfilerHooks;

/// A half-open run of item indices, and the number of the chunk it makes up.
struct Chunk {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint32_t number = 0;  ///< Position of this chunk in the range: the same for any worker count.
};

/// Chunks in [0, count) at `grain` items a chunk; a grain of 0 counts as 1.
constexpr std::uint32_t chunk_count(std::uint32_t count, std::uint32_t grain) {
  grain = grain == 0 ? 1 : grain;
  return count / grain + (count % grain != 0);
}

/// Work that runs beside the tick. Whoever comes first runs it: a worker of the scheduler, or finish() on the caller.
/// When it runs never matters to a result, because its output is taken only after finish(). At rest it costs nothing.
class CARDUME_EXPORT BackgroundJob {
 public:
  using Function = void (*)(void* context);

  /// The name is what a profiler is told, of static storage.
  BackgroundJob(Function function, void* context, const char* name = "job")
      : function_(function), context_(context), name_(name) {}
  ~BackgroundJob();  ///< Waits until nobody can touch this job any more.
  BackgroundJob(const BackgroundJob&) = delete;
  BackgroundJob& operator=(const BackgroundJob&) = delete;

  /// Returns when the launched work is done, doing it here if no worker has begun.
  void finish();

 private:
  friend class Scheduler;
  enum State : std::uint32_t { kIdle, kQueued, kRunning };

  bool run_if_queued();
  void release_offer();

  Function function_;
  void* context_;
  const char* name_;
  const ProfilerHooks* profiler_ = nullptr;  ///< Of the scheduler that it was launched by.
  std::atomic<std::uint32_t> state_{kIdle};
  std::atomic<std::uint32_t> offers_{0};  ///< Offers to workers that have not been taken back yet.
};

/// Runs loops in parallel and jobs beside them. Chunks depend on `count` and `grain` alone, never on the number of
/// workers, so whatever is reduced in order of Chunk::number is reproducible.
class CARDUME_EXPORT Scheduler {
 public:
  virtual ~Scheduler() = default;

  /// Threads that may run chunks at once, the caller's among them; at least 1.
  virtual std::uint32_t worker_count() const = 0;

  /// Calls `body(chunk)` once for every chunk of [0, count) and returns when all calls have.
  template <class Body>
  void parallel_for(std::uint32_t count, std::uint32_t grain, Body&& body) {
    if (count == 0) return;
    run(
        count, grain == 0 ? 1 : grain,
        [](void* context, Chunk chunk) { (*static_cast<std::remove_reference_t<Body>*>(context))(chunk); }, &body);
  }

  /// Starts the job beside whatever the caller does next. It must be idle; finish() ends it.
  void launch(BackgroundJob&);

 protected:
  using ChunkFunction = void (*)(void* context, Chunk);

  virtual void run(std::uint32_t count, std::uint32_t grain, ChunkFunction, void* context) = 0;

  /// Has a worker call `take(job)` some time. Returns false to leave the job to BackgroundJob::finish().
  virtual bool offer(BackgroundJob&) { return false; }
  static void take(BackgroundJob&);

  /// For schedulers that pass jobs on to another one.
  static bool offer_to(Scheduler& other, BackgroundJob& job) { return other.offer(job); }
  /// Who is told of the jobs that are launched; null for nobody.
  virtual const ProfilerHooks* profiler() const { return nullptr; }
};

/// The host's own job system as two callbacks; see make_host_scheduler.
struct HostCallbacks {
  void* user = nullptr;       ///< Handed to both callbacks.
  std::uint32_t workers = 1;  ///< Threads that the host lends; at least 1.
  /// Must call `chunk(context, number)` once for every number in [0, chunks), on any threads, and return when all have.
  void (*run_chunks)(void* user, std::uint32_t chunks, void (*chunk)(void* context, std::uint32_t number),
                     void* context) = nullptr;
  /// May be null. Has `job(context)` called once, some time, on any thread. Every job handed over must be called before
  /// the host shuts down: worlds wait for it.
  void (*run_beside)(void* user, void (*job)(void* context), void* context) = nullptr;
};

// Schedulers for worlds; null for want of memory.

/// Everything on the calling thread.
CARDUME_EXPORT std::unique_ptr<Scheduler> make_serial_scheduler();
/// oneTBB in an arena of its own. 0 workers means one for each core; more than oneTBB allows (the cores, unless the
/// host raised tbb::global_control) are clamped.
CARDUME_EXPORT std::unique_ptr<Scheduler> make_tbb_scheduler(std::uint32_t workers = 0);
/// The host's threads. Null where `run_chunks` is null.
CARDUME_EXPORT std::unique_ptr<Scheduler> make_host_scheduler(const HostCallbacks&);

}  // namespace cardume
