#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/loners.hpp"

namespace cardume::testing {
namespace {

enum : std::uint8_t { kHunter, kOther, kThird };

Triple unit(const Triple& vector) { return vector * (1 / length(vector)); }

/// Somewhere in the middle of the world, and slow enough for every speed to stay below the largest.
AgentDesc draw_agent(Dice& dice, std::uint8_t species) {
  AgentDesc agent;
  agent.position = {40 + dice.below(20), 40 + dice.below(20), 40 + dice.below(20)};
  agent.velocity = {dice.below(4) - 2, dice.below(4) - 2, dice.below(4) - 2};
  agent.species = species;
  return agent;
}

/// What an agent knows of another.
struct Seen {
  Triple way, velocity;

  Seen(const AgentDesc& from, const AgentDesc& to, std::uint32_t dimensions)
      : way(triple(to.position, dimensions) - triple(from.position, dimensions)),
        velocity(triple(to.velocity, dimensions)) {}

  Triple later(double prediction, double speed) const {
    return way + velocity * std::min(prediction, length(way) / speed);
  }
};

/// How hard one steers to have a velocity, limited.
Triple steering(const Triple& wanted, const AgentDesc& agent, const MotionDesc& motion, std::uint32_t dimensions) {
  const Triple rule = (wanted - triple(agent.velocity, dimensions)) * static_cast<double>(motion.response);
  const auto limit = static_cast<double>(motion.max_acceleration);
  return motion.limit == SteeringLimit::kEachRule && length(rule) > limit ? unit(rule) * limit : rule;
}

/// Ticks once, and compares what the first of the agents has come to with its velocity and so much acceleration.
void expect_acceleration(const WorldDesc& desc, const std::vector<AgentDesc>& agents, const Triple& expected) {
  Crowd crowd(desc);
  std::vector<AgentId> ids;
  for (const AgentDesc& agent : agents) ids.push_back(crowd.spawn(agent));
  crowd.world().tick();
  const Triple velocity = velocity_of(crowd.world(), ids[0]);
  const auto rate = static_cast<double>(desc.tick_rate);
  for (std::uint32_t d = 0; d < 3; ++d)
    EXPECT_NEAR(velocity[d], triple(agents[0].velocity, desc.dimensions)[d] + expected[d] / rate, 5e-5) << d;
}

struct Draw {
  WorldDesc desc;
  RelationDesc relation;
  std::vector<AgentDesc> agents;
  double weight;

  Draw(Dice& dice, std::uint32_t dimensions) : desc(lone_desc(dimensions, 3)), weight(0.25 + 0.5 * dice.below(1)) {
    MotionDesc& motion = desc.species[kHunter].motion;
    motion.max_speed = 4 + dice.below(6);
    motion.response = 1 + dice.below(4);
    if (dice.chance(50)) {
      motion.limit = SteeringLimit::kEachRule;
      motion.max_acceleration = 2 + dice.below(20);
    }
    relation.species = kOther;
    relation.prediction = dice.chance(20) ? 0 : dice.below(4);
    relation.distance = 0.5f + dice.below(3);
    for (std::uint8_t species : {kHunter, kOther, kThird}) agents.push_back(draw_agent(dice, species));
  }
  RuleDesc rule() const { return {100, static_cast<float>(weight)}; }
  Seen seen(std::size_t other) const { return {agents[0], agents[other], desc.dimensions}; }
  Triple steered(const Triple& wanted) const {
    return steering(wanted, agents[0], desc.species[kHunter].motion, desc.dimensions) *
           static_cast<double>(static_cast<float>(weight));
  }
  double speed() const { return static_cast<double>(desc.species[kHunter].motion.max_speed); }
  double prediction() const { return static_cast<double>(relation.prediction); }
};

constexpr int kDraws = 150;

TEST(Hunt, B6_PursuitOfOneIsSteeringToWhereItWillBe) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    Dice dice(dimensions);
    for (int i = 0; i < kDraws; ++i) {
      Draw draw(dice, dimensions);
      draw.relation.pursue = draw.rule();
      draw.desc.species[kHunter].relations = {draw.relation};
      const Triple there = draw.seen(1).later(draw.prediction(), draw.speed());
      expect_acceleration(draw.desc, draw.agents, draw.steered(unit(there) * draw.speed()));
    }
  }
}

TEST(Hunt, B6_EvasionOfOneIsSteeringAwayFromWhereItWillBe) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    Dice dice(10 + dimensions);
    for (int i = 0; i < kDraws; ++i) {
      Draw draw(dice, dimensions);
      draw.relation.evade = draw.rule();
      draw.desc.species[kHunter].relations = {draw.relation};
      const Triple there = draw.seen(1).later(draw.prediction(), draw.speed());
      expect_acceleration(draw.desc, draw.agents, draw.steered(unit(there) * -draw.speed()));
    }
  }
}

TEST(Hunt, B6_OfTwoTheNearerCountsAndOfTwoKindsBoth) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    Dice dice(20 + dimensions);
    for (int i = 0; i < kDraws; ++i) {
      Draw draw(dice, dimensions);
      const bool one_kind = dice.chance(50);
      if (one_kind) draw.agents[2].species = kOther;
      draw.relation.pursue = draw.rule();
      RelationDesc away = draw.relation;
      away.species = kThird;
      std::swap(away.pursue, away.evade);
      draw.desc.species[kHunter].relations = {draw.relation, away};
      const bool first = length(draw.seen(1).way) < length(draw.seen(2).way);
      const Triple to = draw.seen(one_kind && !first ? 2 : 1).later(draw.prediction(), draw.speed());
      Triple expected = draw.steered(unit(to) * draw.speed());
      if (!one_kind)
        expected = expected + draw.steered(unit(draw.seen(2).later(draw.prediction(), draw.speed())) * -draw.speed());
      expect_acceleration(draw.desc, draw.agents, expected);
    }
  }
}

/// How fast one who follows wants to go there: by the distance, from as far off as it takes to stop.
Triple arrival(const Draw& draw, const Triple& way, const Triple& drift) {
  const MotionDesc& motion = draw.desc.species[kHunter].motion;
  const double speed = draw.speed(), readiness = 4 * speed / static_cast<double>(motion.response);
  const double slow = std::max({static_cast<double>(draw.relation.distance), readiness,
                                speed * speed / static_cast<double>(motion.max_acceleration)});
  const Triple wanted = drift + unit(way) * (speed * std::min(1.0, length(way) / slow));
  return length(wanted) > speed ? unit(wanted) * speed : wanted;
}

TEST(Hunt, B6_FollowingIsArrivingAtAPlaceBehindTheLeader) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    Dice dice(30 + dimensions);
    for (int i = 0; i < kDraws; ++i) {
      Draw draw(dice, dimensions);
      draw.relation.follow = draw.rule();
      draw.desc.species[kHunter].relations = {draw.relation};
      const Seen leader = draw.seen(1);
      const auto distance = static_cast<double>(draw.relation.distance);
      const Triple heading = unit(leader.velocity);
      if (dot(leader.way, heading) < 0 && length(leader.way) < distance) continue;  // It stands in the leader's way.
      const Triple way = leader.way - heading * distance;
      expect_acceleration(draw.desc, draw.agents, draw.steered(arrival(draw, way, leader.velocity)));
    }
  }
}

TEST(Hunt, B6_ALeaderAtRestIsKeptAwayFrom) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    Dice dice(40 + dimensions);
    for (int i = 0; i < kDraws; ++i) {
      Draw draw(dice, dimensions);
      draw.relation.follow = draw.rule();
      draw.desc.species[kHunter].relations = {draw.relation};
      draw.agents[1].velocity = {};
      const Triple way = draw.seen(1).way;
      const Triple place = way - unit(way) * static_cast<double>(draw.relation.distance);
      expect_acceleration(draw.desc, draw.agents, draw.steered(arrival(draw, place, {})));
    }
  }
}

TEST(Hunt, B6_WhoStandsInTheLeadersWayStepsAside) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    Dice dice(50 + dimensions);
    for (int i = 0; i < kDraws; ++i) {
      Draw draw(dice, dimensions);
      draw.relation.follow = draw.rule();
      draw.desc.species[kHunter].relations = {draw.relation};
      const Triple heading = unit(triple(draw.agents[1].velocity, dimensions));
      const double ahead = static_cast<double>(draw.relation.distance) * (0.2 + dice.below(0.5f));
      const double beside = static_cast<double>(draw.relation.distance) * (dice.below(1) - 0.5);
      const Triple across = unit({heading[1], -heading[0], 0});
      const Triple place = triple(draw.agents[1].position, 3) + heading * ahead + across * beside;
      draw.agents[0].position = {static_cast<float>(place[0]), static_cast<float>(place[1]),
                                 static_cast<float>(place[2])};
      expect_acceleration(draw.desc, draw.agents, draw.steered(across * (beside < 0 ? -draw.speed() : draw.speed())));
    }
  }
}

TEST(Hunt, WhoStandsStraightAheadOfTheLeaderStepsToItsRight) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    WorldDesc desc = lone_desc(dimensions, 2);
    desc.species[kHunter].relations = {{.species = kOther, .follow = {10, 1}, .distance = 2}};
    const double toward = 3 * 5;
    const std::vector<AgentDesc> agents{{.position = {51, 50, 50}},
                                        {.position = {50, 50, 50}, .velocity = {1, 0, 0}, .species = kOther}};
    expect_acceleration(desc, agents, {0, -toward, 0});
  }
}

TEST(Hunt, NobodyFartherThanTheRadiusIsHunted) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (float radius : {1.f, 7.f, 30.f})
      for (bool within : {false, true}) {
        WorldDesc desc = lone_desc(dimensions, 2);
        desc.species[kHunter].relations = {{.species = kOther, .pursue = {radius, 1}}};
        const std::vector<AgentDesc> agents{{.position = {20, 50, 50}},
                                            {.position = {20 + radius * (within ? 1 : 1.001f), 50, 50}, .species = 1}};
        expect_acceleration(desc, agents, {within ? 15.0 : 0, 0, 0});
      }
}

TEST(Hunt, OnesOwnSpeciesIsHuntedButNotOneself) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    WorldDesc desc = lone_desc(dimensions, 1);
    desc.species[kHunter].relations = {{.species = kHunter, .evade = {10, 1}}};
    expect_acceleration(desc, {{.position = {50, 50, 50}}}, {0, 0, 0});
    expect_acceleration(desc, {{.position = {50, 50, 50}}, {.position = {50, 53, 50}}}, {0, -15, 0});
    expect_acceleration(desc, {{.position = {50, 50, 50}}, {.position = {50, 50, 50}}}, {0, 0, 0});
  }
}

TEST(Hunt, OnATorusTheWayAcrossTheEdgeCounts) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    WorldDesc desc = lone_desc(dimensions, 2);
    desc.scenery.edge = Edge::kWrap;
    desc.species[kHunter].relations = {{.species = kOther, .pursue = {10, 1}}};
    expect_acceleration(desc, {{.position = {2, 50, 50}}, {.position = {97, 50, 50}, .species = kOther}}, {-15, 0, 0});
  }
}

TEST(Hunt, InAnOpenWorldHuntsGoOnBeyondItsEdge) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    WorldDesc desc = lone_desc(dimensions, 2);
    desc.scenery.edge = Edge::kOpen;
    desc.species[kHunter].relations = {{.species = kOther, .pursue = {1000, 1}}};
    expect_acceleration(desc, {{.position = {50, -300, 50}}, {.position = {50, 400, 50}, .species = kOther}},
                        {0, 15, 0});
  }
}

TEST(Hunt, WhoKeepsItsSpeedIsOnlyTurned) {
  WorldDesc desc = lone_desc(2, 2);
  desc.species[kHunter].motion.speed = SpeedModel::kOwn;
  desc.species[kHunter].relations = {{.species = kOther, .pursue = {100, 1}}};
  Crowd crowd(desc);
  const AgentId hunter = crowd.spawn({.position = {20, 20, 0}, .velocity = {2, 0, 0}});
  crowd.spawn({.position = {20, 70, 0}, .species = kOther});
  crowd.run(4);
  EXPECT_NEAR(length(velocity_of(crowd.world(), hunter)), 2, 1e-3);
  EXPECT_GT(velocity_of(crowd.world(), hunter)[1], 1.9);
}

TEST(Hunt, AFasterHunterCatchesAndAFasterPreyEscapes) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (float hunter_speed : {3.f, 8.f}) {
      WorldDesc desc = lone_desc(dimensions, 2);
      desc.scenery.edge = Edge::kOpen;
      desc.species[kHunter].motion.max_speed = hunter_speed;
      desc.species[kHunter].relations = {{.species = kOther, .pursue = {1000, 1}}};
      desc.species[kOther].relations = {{.species = kHunter, .evade = {1000, 1}}};
      Crowd crowd(desc);
      const AgentId hunter = crowd.spawn({.position = {40, 50, 50}});
      const AgentId prey = crowd.spawn({.position = {48, 52, 51}, .velocity = {0, 2, 0}, .species = kOther});
      double nearest = 1e9;
      for (int tick = 0; tick < 600; ++tick) {
        crowd.world().tick();
        nearest = std::min(nearest, length(position_of(crowd.world(), hunter) - position_of(crowd.world(), prey)));
      }
      if (hunter_speed > 5) {
        EXPECT_LT(nearest, 0.2);
      } else {
        EXPECT_GT(nearest, 6);
      }
    }
}

/// A leader that goes straight on, and followers anywhere around it.
struct Train {
  Crowd crowd;
  AgentId leader;
  std::vector<AgentId> followers;

  Train(const WorldDesc& desc, Dice& dice, std::uint32_t count, float speed) : crowd(desc) {
    leader = crowd.spawn({.position = {60, 50, 50}, .velocity = {speed, 0, 0}, .species = kOther});
    for (std::uint32_t i = 0; i < count; ++i) {
      const Vec3 place{50 + dice.below(25), 40 + dice.below(20), 40 + dice.below(20)};
      followers.push_back(crowd.spawn({.position = place}));
    }
  }
  double nearest() {
    double least = 1e9;
    for (AgentId one : followers)
      least = std::min(least, length(position_of(crowd.world(), one) - position_of(crowd.world(), leader)));
    return least;
  }
};

TEST(Hunt, FollowersSettleBehindAMovingLeaderAndDoNotRunIntoIt) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (float distance : {1.5f, 4.f})
      for (float speed : {0.5f, 3.f}) {
        WorldDesc desc = lone_desc(dimensions, 2);
        desc.scenery.edge = Edge::kOpen;
        desc.species[kHunter].motion.max_acceleration = 30;
        desc.species[kHunter].separation = {1, 1, Falloff::kLinear};
        desc.species[kHunter].relations = {
            {.species = kOther, .separation = RuleDesc{}, .follow = {1000, 1}, .distance = distance}};
        Dice dice(7);
        Train train(desc, dice, 12, speed);
        train.crowd.run(20);
        double nearest = 1e9;
        for (int tick = 0; tick < 600; ++tick) {
          train.crowd.world().tick();
          nearest = std::min(nearest, train.nearest());
        }
        EXPECT_GT(nearest, 0.3 * static_cast<double>(distance)) << distance << " at " << speed;
        for (AgentId one : train.followers) {
          const World& world = train.crowd.world();
          const Triple off = position_of(world, one) - position_of(world, train.leader);
          EXPECT_LT(off[0], 0) << distance << " at " << speed;
          EXPECT_LT(length(off), static_cast<double>(distance) + 4);
          EXPECT_NEAR(velocity_of(world, one)[0], static_cast<double>(speed), 0.3);
        }
      }
}

TEST(Hunt, ALeaderThatComesAlongFindsItsWayFree) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    WorldDesc desc = lone_desc(dimensions, 2);
    desc.scenery.edge = Edge::kOpen;
    desc.species[kHunter].relations = {{.species = kOther, .follow = {5, 1}, .distance = 4}};
    for (float off : {0.f, 0.3f, -0.3f}) {
      Crowd crowd(desc);
      const AgentId leader = crowd.spawn({.position = {20, 50, 50}, .velocity = {3, 0, 0}, .species = kOther});
      const AgentId follower = crowd.spawn({.position = {26, 50 + off, 50}});
      double nearest = 1e9;
      for (int tick = 0; tick < 300; ++tick) {
        crowd.world().tick();
        nearest = std::min(nearest, length(position_of(crowd.world(), leader) - position_of(crowd.world(), follower)));
      }
      EXPECT_GT(nearest, 1);
      EXPECT_LT((position_of(crowd.world(), follower) - position_of(crowd.world(), leader))[0], 0);
    }
  }
}

}  // namespace
}  // namespace cardume::testing
