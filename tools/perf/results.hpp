#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// What measuring finds out, as `cardume bench` writes it and `cardume compare` reads it.
namespace cardume::perf {

/// What results depend on.
struct Context {
  std::string version, revision, build_type, compiler;
  std::string cpu;
  std::uint32_t cores = 0;
  std::string date;  ///< UTC, as 2026-01-31T12:00:00Z.
};

/// One way to run one workload.
struct CaseKey {
  std::string workload;
  std::uint32_t size = 0;  ///< Agents; of workloads on maps the edge, in cells.
  std::uint32_t threads = 1;
  std::string instruction_set;

  bool operator==(const CaseKey&) const = default;
};

/// Such as "flock/100000/threads:2/avx2".
std::string name_of(const CaseKey&);

struct StageTime {
  std::string name;
  double ns = 0;  ///< A step, by the median.
};

struct MemoryShare {
  std::string name;
  std::uint64_t bytes = 0;
};

/// What the rules stage had to do, and how near it comes to what its kernel can do at all.
struct Roofline {
  double pairs_tested = 0;  ///< An agent: those that its lane looked at.
  double pairs_within = 0;  ///< An agent: those among them that are near enough for a rule.
  double pair_ns = 0;       ///< Of the rules stage, for each pair tested, by the fastest step, times the threads.
  double bound_ns = 0;      ///< The same of the kernel alone, on agents that lie in the first cache.

  double share_of_bound() const { return pair_ns > 0 ? bound_ns / pair_ns : 0; }
};

/// What a case keeps hold of and asks for.
struct MemoryUse {
  std::vector<MemoryShare> shares;  ///< Of the world, by what it is for; empty for workloads without one.
  std::uint64_t world_bytes = 0;    ///< The sum of these.
  std::uint64_t process_bytes = 0;  ///< The most that the process has held so far.
  std::uint64_t allocations = 0;    ///< During the measured steps.
};

/// How one case went.
struct CaseResult {
  CaseKey key;
  std::string item;                    ///< What a step goes through: "agent", "cell" or "query".
  std::uint64_t items = 0;             ///< How many of them.
  double tick_rate = 0;                ///< Steps a second that a game would make; 0 for work at load time.
  std::vector<std::uint64_t> step_ns;  ///< Of each measured step, in order: of all repetitions, the fastest one.
  std::vector<std::uint64_t> all_ns;   ///< Of all repetitions, one after the other.
  std::uint64_t state_hash = 0;        ///< After the last step.
  std::vector<StageTime> stages;       ///< Those that took time, in running order; empty for workloads without any.
  MemoryUse memory;
  std::optional<Roofline> roofline;
  std::optional<double> instructions;  ///< An item and step, counted by callgrind.
};

double median_ns(const CaseResult&);  ///< Of all_ns.
double min_ns(const CaseResult&);     ///< Of all_ns.
double quantile_ns(const CaseResult&, double share);
double ns_per_item(const CaseResult&);  ///< By the median.
double frame_share(const CaseResult&);  ///< Of a game's frame, by the median; 0 for work at load time.

/// The engine against someone else at the same work, in the same run and in turns, one thread each.
struct PeerResult {
  std::string peer;
  std::uint32_t size = 0;
  std::string instruction_set;
  double ns = 0, peer_ns = 0;                  ///< An item, by the median.
  double min_ns = 0, min_peer_ns = 0;          ///< An item, by the fastest step.
  double neighbours = 0, peer_neighbours = 0;  ///< That each has in sight at the end on average; 0 where nobody looks.

  double ratio() const { return ns > 0 ? peer_ns / ns : 0; }
  double min_ratio() const { return min_ns > 0 ? min_peer_ns / min_ns : 0; }
};

/// A whole run of the suite.
struct SuiteResult {
  Context context;
  std::vector<CaseResult> cases;
  std::vector<PeerResult> peers;
};

}  // namespace cardume::perf
