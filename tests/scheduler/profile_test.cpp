#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cardume/profile.hpp>
#include <cardume/world.hpp>
#include <cardume/worldgen.hpp>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/thread_pool.hpp"

namespace cardume {
namespace {

/// Notes what it is told, thread by thread, and whether spans lie within each other.
class Notes {
 public:
  ProfilerHooks hooks() {
    return {this, [](void* notes, const Span& span) { static_cast<Notes*>(notes)->begin(span); },
            [](void* notes, const Span& span) { static_cast<Notes*>(notes)->end(span); }};
  }

  std::vector<Span> of(Span::Kind kind) const {
    std::vector<Span> found;
    std::copy_if(ended_.begin(), ended_.end(), std::back_inserter(found),
                 [&](const Span& span) { return span.kind == kind; });
    return found;
  }
  bool nested() const { return nested_; }
  bool all_ended() const {
    return std::all_of(open_.begin(), open_.end(), [](const auto& thread) { return thread.second.empty(); });
  }

 private:
  void begin(const Span& span) {
    const std::lock_guard lock(mutex_);
    open_[std::this_thread::get_id()].push_back(span);
  }
  void end(const Span& span) {
    const std::lock_guard lock(mutex_);
    std::vector<Span>& open = open_[std::this_thread::get_id()];
    nested_ = nested_ && !open.empty() && open.back().kind == span.kind && open.back().name == span.name &&
              open.back().chunk == span.chunk;
    if (!open.empty()) open.pop_back();
    ended_.push_back(span);
  }

  mutable std::mutex mutex_;
  std::map<std::thread::id, std::vector<Span>> open_;
  std::vector<Span> ended_;
  bool nested_ = true;
};

WorldDesc caves_desc() {
  WorldDesc desc;
  desc.terrain = *generate_caves({.width = 96, .height = 96, .seed = 3});
  desc.capacity = 5000;
  return desc;
}

/// Agents on their way to a goal that moves on every tenth tick.
struct Horde {
  World world;
  GoalId goal;

  explicit Horde(Scheduler& scheduler)
      : world(std::move(*World::create(caves_desc(), scheduler))), goal(*world.add_goal({48, 48})) {
    for (std::uint32_t i = 0; i < 5000; ++i)
      (void)world.spawn(
          {.position = {static_cast<float>(i % 96), static_cast<float>(i / 96), 0}, .goal = goal, .snap_distance = 20});
  }
  std::vector<std::uint64_t> hashes(int ticks) {
    std::vector<std::uint64_t> hashes;
    for (int tick = 0; tick < ticks; ++tick) {
      if (tick % 10 == 0) (void)world.move_goal(goal, {static_cast<float>(20 + tick), 40, 0});
      hashes.push_back(world.tick().state_hash);
    }
    return hashes;
  }
};

TEST(ProfiledSchedulerSerial, TellsOfEveryChunkOnce) {
  const auto serial = make_serial_scheduler();
  Notes notes;
  ProfiledScheduler profiled(*serial, notes.hooks());
  profiled.set_stage("work");
  std::uint32_t sum = 0;
  profiled.parallel_for(10, 3, [&](Chunk chunk) { sum += chunk.last - chunk.first; });
  EXPECT_EQ(sum, 10u);
  const std::vector<Span> chunks = notes.of(Span::Kind::kChunk);
  ASSERT_EQ(chunks.size(), 4u);
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(chunks[i].chunk, i);
  for (const Span& chunk : chunks) EXPECT_STREQ(chunk.name, "work");
  EXPECT_TRUE(notes.nested() && notes.all_ended());
}

TEST(ProfiledSchedulerHost, TellsOfChunksAndJobsOnTheirThreads) {
  testing::ThreadPool pool(4);
  const auto host = make_host_scheduler(pool.callbacks());
  Notes notes;
  ProfiledScheduler profiled(*host, notes.hooks());
  EXPECT_EQ(profiled.worker_count(), host->worker_count());
  std::atomic<int> done{0};
  BackgroundJob job([](void* count) { ++*static_cast<std::atomic<int>*>(count); }, &done, "job of its own");
  for (int i = 0; i < 20; ++i) {
    profiled.launch(job);
    profiled.parallel_for(100, 7, [&](Chunk) { ++done; });
    job.finish();
  }
  EXPECT_EQ(done, 20 * (15 + 1));
  EXPECT_EQ(notes.of(Span::Kind::kChunk).size(), 20u * 15);
  const std::vector<Span> jobs = notes.of(Span::Kind::kJob);
  ASSERT_EQ(jobs.size(), 20u);
  EXPECT_STREQ(jobs[0].name, "job of its own");
  EXPECT_TRUE(notes.nested() && notes.all_ended());
}

TEST(ProfilerSerial, ATickIsToldStageByStage) {
  const auto serial = make_serial_scheduler();
  Notes notes;
  Horde horde(*serial);
  ASSERT_FALSE(horde.world.set_profiler(notes.hooks()));
  horde.world.tick();
  ASSERT_EQ(notes.of(Span::Kind::kTick).size(), 1u);
  const std::vector<Span> stages = notes.of(Span::Kind::kStage);
  ASSERT_EQ(stages.size(), kStageCount);
  for (std::uint32_t i = 0; i < kStageCount; ++i) EXPECT_STREQ(stages[i].name, to_string(static_cast<Stage>(i)));
  std::map<std::string, int> chunks;
  for (const Span& chunk : notes.of(Span::Kind::kChunk)) ++chunks[chunk.name];
  EXPECT_EQ(chunks["rules"], 3);  // 5000 agents by 2048.
  EXPECT_EQ(chunks["integrate"], 3);
  EXPECT_TRUE(notes.nested() && notes.all_ended());
}

TEST(ProfilerSerial, FieldsAreToldAsJobs) {
  const auto serial = make_serial_scheduler();
  Notes notes;
  Horde horde(*serial);
  ASSERT_FALSE(horde.world.set_profiler(notes.hooks()));
  horde.hashes(40);
  const std::vector<Span> jobs = notes.of(Span::Kind::kJob);
  ASSERT_GE(jobs.size(), 3u);
  for (const Span& job : jobs) EXPECT_STREQ(job.name, "build field");
}

TEST(ProfilerHost, ResultsAreTheSameWithAndWithoutOne) {
  testing::ThreadPool pool(3);
  const auto host = make_host_scheduler(pool.callbacks());
  Notes notes;
  Horde plain(*host), watched(*host);
  ASSERT_FALSE(watched.world.set_profiler(notes.hooks()));
  EXPECT_EQ(plain.hashes(50), watched.hashes(50));
  EXPECT_TRUE(notes.nested() && notes.all_ended());
}

TEST(ProfilerHost, NothingIsToldAfterItIsTakenAway) {
  testing::ThreadPool pool(3);
  const auto host = make_host_scheduler(pool.callbacks());
  Horde horde(*host);
  for (int i = 0; i < 10; ++i) {
    Notes notes;
    ASSERT_FALSE(horde.world.set_profiler(notes.hooks()));
    horde.hashes(7);
    ASSERT_FALSE(horde.world.set_profiler({}));
    const std::size_t told = notes.of(Span::Kind::kStage).size();
    EXPECT_EQ(told, 7u * kStageCount);
    EXPECT_TRUE(notes.all_ended());
    horde.hashes(7);
    EXPECT_EQ(notes.of(Span::Kind::kStage).size(), told);
  }
}

TEST(ProfilerSerial, HalfAProfilerIsRefusedAndTheOtherStays) {
  const auto serial = make_serial_scheduler();
  Notes notes;
  Horde horde(*serial);
  ASSERT_FALSE(horde.world.set_profiler(notes.hooks()));
  ProfilerHooks half = notes.hooks();
  half.end = nullptr;
  EXPECT_EQ(horde.world.set_profiler(half).status, Status::kInvalidArgument);
  half = {notes.hooks().user, nullptr, notes.hooks().end};
  EXPECT_EQ(horde.world.set_profiler(half).status, Status::kInvalidArgument);
  horde.world.tick();
  EXPECT_EQ(notes.of(Span::Kind::kTick).size(), 1u);
}

}  // namespace
}  // namespace cardume
