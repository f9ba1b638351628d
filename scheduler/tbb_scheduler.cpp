#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cardume/scheduler.hpp>
#include <cstddef>

namespace cardume {
namespace {

int clamp_workers(std::uint32_t wanted) {
  const std::size_t allowed = tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
  return static_cast<int>(wanted == 0 ? allowed : std::min<std::size_t>(wanted, allowed));
}

class TbbScheduler final : public Scheduler {
 public:
  explicit TbbScheduler(std::uint32_t workers) : workers_(clamp_workers(workers)), loops_(workers_) {}

 private:
  std::uint32_t worker_count() const override { return static_cast<std::uint32_t>(workers_); }

  void run(std::uint32_t count, std::uint32_t grain, ChunkFunction body, void* context) override {
    loops_.execute([&] {
      tbb::parallel_for(
          std::uint32_t{0}, chunk_count(count, grain),
          [&](std::uint32_t number) {
            const std::uint32_t first = number * grain;
            body(context, {first, first + std::min(grain, count - first), number});
          },
          tbb::simple_partitioner());
    });
  }

  // Jobs have an arena of their own: in the loops' arena the caller, waiting for the last chunk of a loop, would pick
  // up a whole field build and hold up its tick. A single worker is the caller, who must do everything anyway.
  bool offer(BackgroundJob& job) override {
    if (workers_ == 1) return false;
    jobs_.enqueue([&job] { take(job); });
    return true;
  }

  int workers_;
  tbb::task_arena loops_;
  tbb::task_arena jobs_{1, 0, tbb::task_arena::priority::low};
};

}  // namespace

std::unique_ptr<Scheduler> make_tbb_scheduler(std::uint32_t workers) {
  try {
    return std::make_unique<TbbScheduler>(workers);
  } catch (...) {
    return nullptr;
  }
}

}  // namespace cardume
