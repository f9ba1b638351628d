#include <gtest/gtest.h>

#include <cardume/world.hpp>
#include <string>

#include "bench/kernels/kernel_bound.hpp"
#include "bench/peers/duel.hpp"

namespace cardume {
namespace {

/// Small enough for a test.
std::uint32_t small(const bench::Peer& peer) { return std::string(peer.name).starts_with("libnoise") ? 64 : 600; }

TEST(Peers, BothSidesHaveAsManyInSightAtTheEnd) {
  ASSERT_FALSE(bench::peers().empty());
  for (bench::Peer peer : bench::peers()) {
    peer.warm_steps = 30;
    peer.timed_steps = 5;
    const auto result = run_duel(peer, {small(peer), "scalar"});
    ASSERT_TRUE(result) << peer.name << ": " << result.error().message;
    EXPECT_GT(result->ns, 0) << peer.name;
    EXPECT_GT(result->peer_ns, 0) << peer.name;
    EXPECT_NEAR(result->neighbours, result->peer_neighbours, 0.05 * result->peer_neighbours) << peer.name;
  }
}

TEST(Peers, AreFoundByName) {
  for (const bench::Peer& peer : bench::peers()) EXPECT_EQ(bench::find_peer(peer.name), &peer);
  EXPECT_EQ(bench::find_peer("nobody"), nullptr);
}

TEST(KernelBound, IsThereForEveryInstructionSetOfThisMachine) {
  for (const char* set : instruction_sets()) {
    const auto ns = bench::rules_bound_ns(set);
    ASSERT_TRUE(ns) << set;
    EXPECT_GT(*ns, 0) << set;
  }
  EXPECT_FALSE(bench::rules_bound_ns("mmx"));
}

}  // namespace
}  // namespace cardume
