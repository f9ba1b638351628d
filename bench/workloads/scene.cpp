#include "bench/workloads/kinds.hpp"
#include "tools/scenario/session.hpp"

namespace cardume::bench {
namespace {

class Scene final : public Workload {
 public:
  explicit Scene(Session session) : session_(std::move(session)) {}

  StepTime step() override {
    report_ = session_.tick();
    return {session_.last_tick_ns(), session_.last_tick_cpu_ns()};
  }
  std::uint64_t hash() const override { return report_.state_hash; }
  std::uint64_t items() const override { return session_.world().count(); }
  World* world() override { return &session_.world(); }
  const TickReport* report() const override { return &report_; }

 private:
  Session session_;
  TickReport report_;
};

}  // namespace

Result<std::unique_ptr<Workload>> make_scene(const char* scenario, const WorkloadSetup& setup, Scheduler& scheduler) {
  auto plan = load_scenario(scenario, {"agents=" + std::to_string(setup.size)});
  if (!plan) return plan.error();
  auto session = Session::create(*plan, scheduler, {setup.instruction_set});
  if (!session) return session.error();
  auto scene = std::make_unique<Scene>(std::move(*session));
  scene->step();  // Everybody appears.
  return std::unique_ptr<Workload>(std::move(scene));
}

}  // namespace cardume::bench
