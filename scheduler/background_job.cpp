#include <cardume/profile.hpp>
#include <cardume/scheduler.hpp>
#include <thread>

namespace cardume {

// An offer is a pointer that some worker still holds. A worker may take its offer long after finish() did the work
// itself, even after the next launch; it then runs that launch, or finds nothing queued. Only the destructor must wait.

BackgroundJob::~BackgroundJob() {
  finish();
  while (offers_.load() != 0) std::this_thread::yield();
}

bool BackgroundJob::run_if_queued() {
  std::uint32_t expected = kQueued;
  if (!state_.compare_exchange_strong(expected, kRunning)) return false;
  {
    const ScopedSpan span(profiler_, {Span::Kind::kJob, name_, 0});
    function_(context_);
  }
  state_.store(kIdle);
  state_.notify_all();
  return true;
}

void BackgroundJob::finish() {
  if (run_if_queued()) return;
  state_.wait(kRunning);
}

void BackgroundJob::release_offer() {
  offers_.fetch_sub(1);  // The last touch: the destructor may be waiting for it, so there is nothing left to notify.
}

void Scheduler::launch(BackgroundJob& job) {
  job.profiler_ = profiler();
  job.state_.store(BackgroundJob::kQueued);
  job.offers_.fetch_add(1);
  if (!offer(job)) job.release_offer();
}

void Scheduler::take(BackgroundJob& job) {
  job.run_if_queued();
  job.release_offer();
}

}  // namespace cardume
