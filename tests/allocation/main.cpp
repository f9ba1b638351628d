#include <atomic>
#include <cardume/world.hpp>
#include <cardume/worldgen.hpp>
#include <cstdio>
#include <cstdlib>

// A program of its own, because it replaces the allocator of the whole process: whatever a warm tick allocates, in this
// library, in the standard one or in oneTBB, is counted here.

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

std::atomic<std::uint64_t> allocations{0};

}  // namespace

extern "C" {
void* malloc(std::size_t size) { return ++allocations, __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) { return ++allocations, __libc_calloc(count, size); }
void* realloc(void* old, std::size_t size) { return ++allocations, __libc_realloc(old, size); }
void* memalign(std::size_t alignment, std::size_t size) { return ++allocations, __libc_memalign(alignment, size); }
void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }
int posix_memalign(void** out, std::size_t alignment, std::size_t size) {
  *out = memalign(alignment, size);
  return *out == nullptr;
}
}

namespace {

constexpr int kWarmUp = 120, kCounted = 120;
constexpr float kSize = 128;

cardume::WorldDesc make_desc() {
  cardume::WorldDesc desc;
  desc.capacity = 20'000;
  desc.terrain = *cardume::generate_caves({.width = 128, .height = 128, .seed = 3});
  return desc;
}

/// An agent at the centre of each free cell, row by row, leaving room for one.
void populate(cardume::World& world, cardume::GoalId goal) {
  const cardume::CostGrid& map = world.terrain();
  for (std::uint32_t i = 0; i < map.cost.size(); ++i) {
    const cardume::Cell cell{i % map.width, i / map.width};
    const cardume::Vec3 centre{static_cast<float>(cell.x) + 0.5f, static_cast<float>(cell.y) + 0.5f, 0};
    if (!map.blocked(cell)) (void)world.spawn({.position = centre, .velocity = {1, 0, 0}, .goal = goal});
  }
  world.tick();
}

/// One tick in which the goal moves, one agent goes and one comes.
void change_and_tick(cardume::World& world, cardume::GoalId goal, int tick) {
  const cardume::AgentId id = world.id_at(static_cast<std::uint32_t>(tick) % world.count());
  (void)world.move_goal(goal, {static_cast<float>(tick % 100) + 10, kSize / 2});
  (void)world.despawn(id);
  world.tick();
  const cardume::Vec3 somewhere{world.positions(0)[0], world.positions(1)[0], 0};
  (void)world.spawn({.position = somewhere, .goal = goal});
}

std::uint64_t count_in_warm_ticks(cardume::Scheduler& scheduler) {
  auto world = cardume::World::create(make_desc(), scheduler);
  const cardume::GoalId goal = *world->add_goal({kSize / 2, kSize / 2});
  populate(*world, goal);
  for (int tick = 0; tick < kWarmUp; ++tick) change_and_tick(*world, goal, tick);
  const std::uint64_t before = allocations;
  for (int tick = 0; tick < kCounted; ++tick) change_and_tick(*world, goal, tick);
  return allocations - before;
}

int check(const char* name, cardume::Scheduler& scheduler) {
  const std::uint64_t counted = count_in_warm_ticks(scheduler);
  std::printf("%s: %llu allocations in %d warm ticks\n", name, static_cast<unsigned long long>(counted), kCounted);
  return counted == 0 ? 0 : 1;
}

}  // namespace

int main() {
  if (allocations == 0) return std::puts("malloc is not replaced"), 1;
  const int serial = check("serial", *cardume::make_serial_scheduler());
  const int tbb = check("tbb", *cardume::make_tbb_scheduler(2));
  return serial + tbb;
}
