#include "bench/workloads/kinds.hpp"
#include "tools/scenario/clock.hpp"
#include "tools/scenario/session.hpp"

namespace cardume::bench {
namespace {

constexpr std::uint32_t kNearest = 8;

class Queries final : public Workload {
 public:
  explicit Queries(Session session) : session_(std::move(session)) {}

  StepTime step() override {
    session_.tick();
    ask_for_everyone();
    const std::uint64_t wall = wall_ns(), cpu = thread_ns();
    failed_ = static_cast<bool>(session_.world().find_all(queries_, hits_));
    return {wall_ns() - wall, thread_ns() - cpu};
  }
  std::uint64_t hash() const override {
    if (failed_) return 0;
    std::uint64_t hash = hash_of(hits_.start);
    for (const AreaHit& hit : hits_.hits) {
      const auto id = static_cast<std::uint32_t>(hit.agent.value);
      hash = hash_of({&id, 1}, hash);
    }
    return hash;
  }
  std::uint64_t items() const override { return session_.world().count(); }

 private:
  void ask_for_everyone() {
    const World& world = session_.world();
    queries_.clear();
    for (std::uint32_t i = 0; i < world.count(); ++i)
      queries_.push_back(nearest({world.positions(0)[i], world.positions(1)[i], 0}, kNearest));
  }

  Session session_;
  std::vector<AreaQuery> queries_;
  AreaHits hits_;
  bool failed_ = false;
};

}  // namespace

Result<std::unique_ptr<Workload>> make_queries(const char*, const WorkloadSetup& setup, Scheduler& scheduler) {
  auto plan = load_scenario("flock", {"agents=" + std::to_string(setup.size)});
  if (!plan) return plan.error();
  auto session = Session::create(*plan, scheduler, {setup.instruction_set});
  if (!session) return session.error();
  session->tick();  // Everybody appears.
  return std::unique_ptr<Workload>(std::make_unique<Queries>(std::move(*session)));
}

}  // namespace cardume::bench
