#include <algorithm>
#include <cardume/scheduler.hpp>
#include <new>

namespace cardume {
namespace {

/// What the host's threads need to find their chunk by its number.
struct HostLoop {
  std::uint32_t count, grain;
  void (*body)(void* context, Chunk);
  void* context;
};

void run_numbered(void* context, std::uint32_t number) {
  const HostLoop& loop = *static_cast<const HostLoop*>(context);
  const std::uint32_t first = number * loop.grain;
  loop.body(loop.context, {first, first + std::min(loop.grain, loop.count - first), number});
}

class HostScheduler final : public Scheduler {
 public:
  explicit HostScheduler(const HostCallbacks& callbacks) : callbacks_(callbacks) {}

 private:
  std::uint32_t worker_count() const override { return std::max(callbacks_.workers, 1u); }

  void run(std::uint32_t count, std::uint32_t grain, ChunkFunction body, void* context) override {
    HostLoop loop{count, grain, body, context};
    callbacks_.run_chunks(callbacks_.user, chunk_count(count, grain), run_numbered, &loop);
  }

  bool offer(BackgroundJob& job) override {
    if (callbacks_.run_beside == nullptr) return false;
    callbacks_.run_beside(
        callbacks_.user, [](void* context) { take(*static_cast<BackgroundJob*>(context)); }, &job);
    return true;
  }

  HostCallbacks callbacks_;
};

}  // namespace

std::unique_ptr<Scheduler> make_host_scheduler(const HostCallbacks& callbacks) {
  if (callbacks.run_chunks == nullptr) return nullptr;
  return std::unique_ptr<Scheduler>(new (std::nothrow) HostScheduler(callbacks));
}

}  // namespace cardume
