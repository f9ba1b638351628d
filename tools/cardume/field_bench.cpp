#include "tools/cardume/field_bench.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "tools/cardume/stopwatch.hpp"

namespace cardume {
namespace {

constexpr int kMostRuns = 9;
constexpr double kEnough = 1;  ///< Seconds spent on one thing, from which on it is done three times at least.
constexpr int kLeastRuns = 3;

template <class Work>
double fastest(Work&& work) {
  double least = std::numeric_limits<double>::infinity(), spent = 0;
  for (int run = 0; run < kMostRuns && (run < kLeastRuns || spent < kEnough); ++run) {
    const double seconds = static_cast<double>(ns_of(work)) * 1e-9;
    least = std::min(least, seconds);
    spent += seconds;
  }
  return least;
}

}  // namespace

std::vector<FieldTiming> time_fields(const FieldModel& model, Cell goal) {
  std::vector<FieldTiming> timings;
  const auto cells = static_cast<double>(model.ground.cost.size());
  const auto note = [&](std::string what, double seconds) {
    timings.push_back({std::move(what), seconds * 1e3, seconds * 1e9 / cells});
  };
  for (const Metric metric : {Metric::kOctile, Metric::kEikonal, Metric::kChebyshev}) {
    Result<IntegrationField> field = Error{};
    const double seconds = fastest([&] { field = build_integration_field(model.ground, std::span(&goal, 1), metric); });
    if (!field) continue;  // Some metrics have limits.
    note(name_of(metric), seconds);
    for (const auto& [mode, name] :
         {std::pair{DirectionMode::kGradient, " gradient"}, std::pair{DirectionMode::kArrows, " arrows"}})
      note(name_of(metric) + std::string(name),
           fastest([&, way = mode] { build_flow_field(model.ground, *field, way); }));
  }
  return timings;
}

}  // namespace cardume
