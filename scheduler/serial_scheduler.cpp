#include <algorithm>
#include <cardume/scheduler.hpp>
#include <new>

namespace cardume {
namespace {

class SerialScheduler final : public Scheduler {
  std::uint32_t worker_count() const override { return 1; }

  void run(std::uint32_t count, std::uint32_t grain, ChunkFunction body, void* context) override {
    for (std::uint32_t first = 0, number = 0; first < count; ++number) {
      const std::uint32_t last = first + std::min(grain, count - first);
      body(context, {first, last, number});
      first = last;
    }
  }
};

}  // namespace

std::unique_ptr<Scheduler> make_serial_scheduler() {
  return std::unique_ptr<Scheduler>(new (std::nothrow) SerialScheduler);
}

}  // namespace cardume
