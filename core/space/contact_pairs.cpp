#include "core/space/contact_pairs.hpp"

namespace cardume {

void find_pairs(const Setup&, const AgentTable&, const Ids&, std::vector<ContactPair>& out) { out.clear(); }

OverlapReport measure_overlaps(const Setup&, const AgentTable&) { return {}; }

}  // namespace cardume
