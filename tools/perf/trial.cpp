#include "tools/perf/trial.hpp"

#include <array>
#include <map>
#include <memory>

#include "tools/perf/subject.hpp"

namespace cardume::perf {
namespace {

enum Side : std::uint32_t { kBase, kHead, kBaseAgain, kSides };

/// The times of one side, by rounds, as a whole and by stage.
struct SideTimes {
  Rounds total;
  std::map<std::string, Rounds> stages;  ///< By name: two builds may have different ones.
};

class Trial {
 public:
  explicit Trial(const TrialPlan& plan) : plan_(plan), cpus_(allowed_cpus()) { result_.key = plan.key; }

  Error run_round() {
    if (Error error = open_all()) return error;
    for (std::uint32_t side = 0; side < kSides; ++side) begin_round(times_[side], subjects_[side]->stages());
    const std::uint32_t last = plan_.warm + plan_.steps;
    for (std::uint32_t step = 1; step <= last && !result_.mismatch; ++step)
      if (Error error = step_all(step)) return error;
    for (auto& subject : subjects_) subject.reset();
    run_on(cpus_);  // Libraries have had this thread to themselves.
    ++result_.rounds;
    result_.steps = plan_.steps;
    return {};
  }

  const TrialResult& judge_it() {
    if (result_.mismatch) return result_;
    const auto steps = static_cast<double>(plan_.steps);
    result_.base_ns = undisturbed(times_[kBase].total) / steps;
    result_.head_ns = undisturbed(times_[kHead].total) / steps;
    result_.change = compare(times_[kBase].total, times_[kHead].total);
    result_.noise = compare(times_[kBase].total, times_[kBaseAgain].total);
    result_.verdict = judge(result_.change, result_.noise, plan_.threshold);
    tell_stages();
    return result_;
  }

 private:
  /// A single thread stays on one processor, where all sides meet the same; another one in each round.
  SubjectDesc desc_of(Side side) const {
    SubjectDesc desc{side == kHead ? plan_.head : plan_.base, plan_.key, {}};
    if (plan_.key.threads == 1 && !cpus_.empty()) desc.cpu = cpus_[result_.rounds % cpus_.size()];
    return desc;
  }

  Error open_all() {
    for (const Side side : {kBase, kHead, kBaseAgain}) {
      auto subject = open_subject(desc_of(side));
      if (!subject) return subject.error();
      subjects_[side] = std::move(*subject);
    }
    result_.items = subjects_[kBase]->items();
    names_ = subjects_[kBase]->stages();
    return {};
  }

  static void begin_round(SideTimes& side, const std::vector<std::string>& names) {
    side.total.emplace_back();
    for (const std::string& name : names) side.stages[name].emplace_back();
  }

  /// Each side begins as often as the others, so that nobody is always the one who finds the caches cold.
  Error step_all(std::uint32_t step) {
    std::array<std::uint64_t, kSides> hashes{};
    for (std::uint32_t turn = 0; turn < kSides; ++turn) {
      const std::uint32_t side = (turn + step + result_.rounds) % kSides;
      const Result<SubjectStep> took = subjects_[side]->step();
      if (!took) return took.error();
      hashes[side] = took->hash;
      if (step > plan_.warm) keep(times_[side], subjects_[side]->stages(), *took);
    }
    if (plan_.same_results && hashes[kBase] != hashes[kHead])
      result_.mismatch = Mismatch{step, hashes[kBase], hashes[kHead]};
    return {};
  }

  void keep(SideTimes& side, const std::vector<std::string>& names, const SubjectStep& took) const {
    const std::uint64_t ns = plan_.key.threads == 1 ? took.cpu_ns : took.wall_ns;
    side.total.back().push_back(static_cast<double>(ns > 0 ? ns : 1));
    for (std::size_t i = 0; i < names.size(); ++i)
      side.stages[names[i]].back().push_back(static_cast<double>(took.stage_ns[i]));
  }

  /// Where a change came from; stages too short to be told apart from the clock's grain are left out.
  void tell_stages() {
    constexpr double kLeastShare = 0.02;
    result_.stages.clear();
    double all = 0;
    for (const auto& [name, rounds] : times_[kBase].stages) all += undisturbed(rounds);
    for (const std::string& name : names_) {
      const auto other = times_[kHead].stages.find(name);
      const double base = undisturbed(times_[kBase].stages[name]);
      if (other != times_[kHead].stages.end() && base > kLeastShare * all)
        result_.stages.push_back({name, base / all, undisturbed(other->second) / base});
    }
  }

  const TrialPlan& plan_;
  std::vector<std::uint32_t> cpus_;
  std::array<std::unique_ptr<Subject>, kSides> subjects_;
  std::array<SideTimes, kSides> times_;
  std::vector<std::string> names_;
  TrialResult result_;
};

}  // namespace

Result<TrialResult> run_trial(const TrialPlan& plan, const std::function<void(const TrialResult&)>& progress) {
  Trial trial(plan);
  for (std::uint32_t round = 1;; ++round) {
    if (Error error = trial.run_round()) return error;
    const TrialResult& result = trial.judge_it();
    if (progress) progress(result);
    if (result.mismatch || round >= plan.most_rounds) return result;
    if (round >= plan.rounds && result.verdict != Verdict::kInconclusive) return result;
  }
}

}  // namespace cardume::perf
