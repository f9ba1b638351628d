#pragma once
#include "bench/peers/peer.hpp"
#include "tools/perf/results.hpp"

namespace cardume::bench {

/// Has both take steps in turns on this thread, and tells of their times as the thread's.
Result<perf::PeerResult> run_duel(const Peer&, const DuelSetup&);

}  // namespace cardume::bench
