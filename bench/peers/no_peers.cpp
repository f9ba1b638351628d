#include "bench/peers/peer.hpp"

namespace cardume::bench {

std::span<const Peer> peers() { return {}; }
const Peer* find_peer(const std::string&) { return nullptr; }

}  // namespace cardume::bench
