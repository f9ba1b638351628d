#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <atomic>
#include <cardume/scheduler.hpp>
#include <limits>
#include <vector>

#include "tests/support/thread_pool.hpp"

namespace cardume {
namespace {

/// Checks that [0, count) is cut into chunks of `grain` by number and that each item is visited once.
void expect_each_once(Scheduler& scheduler, std::uint32_t count, std::uint32_t grain) {
  std::vector<std::atomic<int>> visits(count);
  std::vector<std::atomic<int>> chunks(chunk_count(count, grain));
  scheduler.parallel_for(count, grain, [&](Chunk chunk) {
    const std::uint32_t step = grain == 0 ? 1 : grain;
    EXPECT_EQ(chunk.first, chunk.number * step);
    EXPECT_LE(chunk.last - chunk.first, step);
    ++chunks[chunk.number];
    for (std::uint32_t i = chunk.first; i < chunk.last; ++i) ++visits[i];
  });
  for (const auto& visit : visits) EXPECT_EQ(visit, 1);
  for (const auto& chunk : chunks) EXPECT_EQ(chunk, 1);
}

void expect_each_once_for_all_sizes(Scheduler& scheduler) {
  for (std::uint32_t count : {0u, 1u, 15u, 16u, 17u, 1000u})
    for (std::uint32_t grain : {0u, 1u, 7u, 16u, 1000u, std::numeric_limits<std::uint32_t>::max()})
      expect_each_once(scheduler, count, grain);
}

TEST(ChunkCount, RoundsUpWithoutOverflow) {
  constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
  EXPECT_EQ(chunk_count(0, 16), 0u);
  EXPECT_EQ(chunk_count(16, 16), 1u);
  EXPECT_EQ(chunk_count(17, 16), 2u);
  EXPECT_EQ(chunk_count(5, 0), 5u);
  EXPECT_EQ(chunk_count(most, most), 1u);
  EXPECT_EQ(chunk_count(most, 2), 1u << 31);
}

TEST(SerialScheduler, VisitsEachItemOnce) { expect_each_once_for_all_sizes(*make_serial_scheduler()); }

TEST(TbbScheduler, VisitsEachItemOnce) {
  const tbb::global_control more_threads(tbb::global_control::max_allowed_parallelism, 8);
  for (std::uint32_t workers : {0u, 1u, 2u, 3u, 8u}) expect_each_once_for_all_sizes(*make_tbb_scheduler(workers));
}

TEST(TbbScheduler, ClampsWorkersToWhatTbbAllows) {
  const tbb::global_control three(tbb::global_control::max_allowed_parallelism, 3);
  EXPECT_EQ(make_tbb_scheduler(2)->worker_count(), 2u);
  EXPECT_EQ(make_tbb_scheduler(1000)->worker_count(), 3u);
  EXPECT_EQ(make_tbb_scheduler(0)->worker_count(), 3u);
}

TEST(HostScheduler, VisitsEachItemOnceOnTheHostsThreads) {
  testing::ThreadPool pool(3);
  const auto scheduler = make_host_scheduler(pool.callbacks());
  EXPECT_EQ(scheduler->worker_count(), 3u);
  expect_each_once_for_all_sizes(*scheduler);
}

TEST(HostScheduler, NeedsItsLoop) { EXPECT_EQ(make_host_scheduler({}), nullptr); }

}  // namespace
}  // namespace cardume
