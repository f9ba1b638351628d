#pragma once
#include <array>
#include <cardume/report.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/scenario/crowd_metrics.hpp"
#include "tools/scenario/mind_census.hpp"
#include "tools/scenario/session.hpp"

namespace cardume {

/// Wall time of the ticks of a run.
struct TickTimes {
  std::vector<std::uint64_t> ns;                      ///< Of each tick.
  std::array<std::uint64_t, kStageCount> stage_ns{};  ///< Summed over the run.

  void add(const TickReport&, std::uint64_t tick_ns);
};

/// What ran, and on what.
struct RunSetup {
  std::string scenario;
  std::uint64_t seed = 0;
  float tick_rate = 60;
  std::string instruction_set;
  std::uint32_t threads = 1;
  std::string cpu;
};

inline constexpr std::size_t kEventKinds = static_cast<std::size_t>(Event::Kind::kContact) + 1;

/// How a run went.
struct RunReport {
  RunSetup setup;
  TickTimes times;
  TickReport last;          ///< Of the last tick.
  std::uint32_t flags = 0;  ///< Bits of TickFlag of any tick.
  std::uint64_t fields_published = 0;
  std::uint64_t world_bytes = 0, process_bytes = 0;
  CrowdMetrics crowd;
  std::array<std::uint64_t, kEventKinds> events{};  ///< Of the whole run, by Event::Kind.
  std::optional<OverlapReport> overlaps;            ///< At the end; nothing in worlds of points.
  std::vector<MindCensus> minds;                    ///< At the end.
};

/// One tick at 60 a second.
inline constexpr double kBudgetMs = 1000.0 / 60;

/// For people.
std::string to_text(const RunReport&);
/// For programs: schema "cardume.run/1".
std::string to_json(const RunReport&);
/// As 16 digits.
std::string hash_text(std::uint64_t hash);

}  // namespace cardume
