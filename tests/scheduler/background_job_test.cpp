#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <atomic>
#include <cardume/scheduler.hpp>
#include <functional>

#include "tests/support/thread_pool.hpp"

namespace cardume {
namespace {

void count_up(void* context) { ++*static_cast<std::atomic<int>*>(context); }

/// However a worker and finish() race for it, a launched job runs exactly once.
void expect_one_run_a_launch(Scheduler& scheduler) {
  std::atomic<int> runs = 0;
  BackgroundJob job(count_up, &runs);
  for (int launch = 1; launch <= 2000; ++launch) {
    scheduler.launch(job);
    job.finish();
    ASSERT_EQ(runs, launch);
  }
}

TEST(BackgroundJob, RunsOnceALaunchOnTheSerialScheduler) { expect_one_run_a_launch(*make_serial_scheduler()); }

TEST(BackgroundJob, RunsOnceALaunchOnTbb) {
  const tbb::global_control more_threads(tbb::global_control::max_allowed_parallelism, 4);
  for (std::uint32_t workers : {1u, 2u, 4u}) expect_one_run_a_launch(*make_tbb_scheduler(workers));
}

TEST(BackgroundJob, RunsOnceALaunchOnTheHost) {
  testing::ThreadPool pool(2);
  expect_one_run_a_launch(*make_host_scheduler(pool.callbacks()));
}

TEST(BackgroundJob, IsLeftToFinishByAHostWithoutBackgroundWork) {
  testing::ThreadPool pool(2);
  HostCallbacks callbacks = pool.callbacks();
  callbacks.run_beside = nullptr;
  expect_one_run_a_launch(*make_host_scheduler(callbacks));
}

TEST(BackgroundJob, FinishWithoutLaunchDoesNothing) {
  std::atomic<int> runs = 0;
  BackgroundJob job(count_up, &runs);
  job.finish();
  EXPECT_EQ(runs, 0);
}

/// Keeps what it is offered until the test says so.
struct SlowHost {
  std::function<void()> offer;

  static void run_chunks(void*, std::uint32_t chunks, void (*chunk)(void*, std::uint32_t), void* context) {
    for (std::uint32_t i = 0; i < chunks; ++i) chunk(context, i);
  }
  static void run_beside(void* user, void (*job)(void*), void* context) {
    static_cast<SlowHost*>(user)->offer = [=] { job(context); };
  }
};

TEST(BackgroundJob, OffersThatAHostTakesTooLateFindNothingToDo) {
  SlowHost host;
  const auto scheduler = make_host_scheduler({&host, 1, SlowHost::run_chunks, SlowHost::run_beside});
  std::atomic<int> runs = 0;
  BackgroundJob job(count_up, &runs);
  scheduler->launch(job);
  job.finish();
  host.offer();
  EXPECT_EQ(runs, 1);
}

}  // namespace
}  // namespace cardume
