#include "core/tick/conduct.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/space/body_fit.hpp"
#include "core/tick/homing.hpp"

namespace cardume::tick {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;

/// Less than this share of its largest speed, in the long run, is no headway.
constexpr float kNoHeadway = 0.05f;
/// Seconds without headway after which a body at its goal takes the place it has, and one that is kept away from its
/// post takes another.
constexpr float kHeldUp = 0.25f, kKeptAway = 5, kStanding = 1;
/// Those who have arrived stay until the disc has moved or shrunk by so much: by this share, and these of their radii.
constexpr float kLeaveShare = 1.6f, kLeaveRadii = 2;
/// After so many seconds without headway a body takes a place that is out of the disc
/// by so many of its radii; before that, by so many, because the first few do not fill a disc well.
constexpr float kGivesIn = 6, kNearEnough = 2, kTouching = 0.5f;
/// Those within so many radii of the disc want into it.
constexpr float kNearby = 3;
/// Share of the speed of a push that a body takes up.
constexpr float kGoesAlong = 0.9f;
/// The first one at a goal stands this share of its radius from it, at most.
constexpr float kAtGoal = 0.1f;

/// Pace gained in a second without contact, and the share of what is too much lost in a second.
constexpr float kPaceRise = 2, kPaceGrowth = 4, kPaceFall = 20, kPaceFallFlowing = 8;
/// Pace at which a body that is held up leans on those ahead, and the pressure (the sum of its overlaps over its
/// radius) under which it does not lean on them any more: a pile of any depth then stays as loose as that.
constexpr float kLean = 0.3f, kHindered = 0.7f, kPush = 0.3f, kUrge = 1.5f, kMostPressure = 0.008f,
                kMostPressureFlowing = 0.04f;

/// The most that a body that leans steps into another's way in a tick, as a share of its radius.
constexpr float kMostStep = 0.005f;

/// World units in a tick that are as good as none: what is divided by less would not be finite.
constexpr float kNoStep = 1e-20f;

/// One body, its parameters and what it remembers.
struct Body {
  Body(const Witness& seen, std::uint32_t agent, const AgentTable& agents)
      : arrival(seen.setup.desc.species[agents.species[agent]].arrival),
        motion(seen.setup.behaviour(agents, agent).motion),
        from(place_of(seen.kinematics.previous, agent)),
        at(place_of(agents.position, agent)),
        to(aimed(destination_of(seen.to, agents, agent), at)),
        gait(seen.gaits[agents.profile()[agent]]),
        radius(agents.body.radius[agent]) {}

  /// How far it got along a way, as a share of what its largest speed would have made.
  float share_along(Vec2 way) const { return std::clamp(dot(at - from, way) * gait.inverse_step, -1.f, 1.f); }

  const ArrivalDesc& arrival;
  const MotionDesc& motion;
  Vec2 from, at;
  Destination to;
  const Gait& gait;
  float radius;
};

/// How a body got on among others, in shares of its largest speed.
struct Push {
  float meant, achieved;  ///< Along its way.
  float pressure;
  float lean;
  bool flowing;  ///< It, or the crowd at its goal, has been on the move of late: pressure passes.
};

/// The share of its largest speed at which the body would have moved along a way, had nobody been in it.
float meant_along(const Witness& seen, const Body& one, std::uint32_t agent, Vec2 way, const AgentTable& agents) {
  const float dt = seen.setup.dt, max_speed = one.motion.max_speed;
  const float most = seen.setup.table.motion.total_limit[agents.profile()[agent]];
  const Vec2 acceleration = at_most(place_of(seen.kinematics.acceleration, agent), most);
  const Vec2 velocity = at_most(place_of(seen.kinematics.velocity, agent) + acceleration * dt, max_speed);
  return dot(velocity, way) * one.gait.inverse_speed;
}

/// Whoever is not hindered gets faster, pushed from behind or not. Who is held up by others wants no more than a little
/// above what it gets.
float next_pace(float pace, const Push& push, float patience, float dt) {
  const float most = push.flowing ? kMostPressureFlowing : kMostPressure;
  const float slack = std::max(0.f, 1 - push.pressure / most), lean = push.lean * slack * slack;
  const float got = std::max(0.f, push.achieved);
  const bool hindered = push.achieved < kHindered * push.meant;
  if (!hindered && push.flowing && push.meant > 0)
    return std::min({1.f, pace + kPaceRise * dt, std::max(pace, got + kPush)});
  const float own = push.flowing ? got : std::min(got, pace);
  const float wanted = std::min(1.f, hindered ? own + lean : kUrge * got + lean);
  if (wanted >= pace) return std::min(wanted, pace + (kPaceRise * slack + kPaceGrowth * pace) * dt);
  return pace - (pace - wanted) * std::min(1.f, (push.flowing ? kPaceFallFlowing : kPaceFall) * dt) * patience;
}

/// Time, less what the way made would have taken at the least speed that counts; so it tells creeping from trembling.
float next_wait(float waited, float achieved, float most, float dt) {
  return std::clamp(waited + dt * (1 - std::max(achieved, -kNoHeadway) * (1 / kNoHeadway)), 0.f, most);
}

/// The pace at which a body leans on those ahead: it steps into their way by no more than kMostStep of its radius in a
/// tick, however fast it gets going.
float lean_of(const Body& one) {
  const float gained = one.gait.gained, most = kMostStep * one.radius;
  return gained * kLean > most ? most / gained : kLean;
}

bool near_crowd(const Body& one) {
  const Vec2 way = one.to.place - one.at;
  return one.arrival.fill > 0 && dot(way, way) <= kNearby * kNearby * one.to.radius2;
}

void note_headway(const Witness& seen, const Body& one, std::uint32_t agent, Vec2 way, AgentTable& agents) {
  BodyTable& body = agents.body;
  const ArrivalDesc& arrival = one.arrival;
  const float achieved = one.share_along(way), dt = seen.setup.dt;
  float& pace = body.pace[agent];
  if (body.pressure[agent] > 0) {
    const Push push{meant_along(seen, one, agent, way, agents), achieved, body.pressure[agent], lean_of(one),
                    near_crowd(one) || body.waited[agent] < kStanding};
    // Heavy bodies are not so soon impressed by those whom they push aside.
    const float lightness = std::min(1.f, body.inverse_mass[agent] * body.usual_mass);
    const float patience = arrival.patience * lightness * lightness;
    pace = next_pace(pace, push, patience, dt);
  } else {
    pace = std::min(1.f, pace + kPaceRise * dt);
  }
  body.waited[agent] = next_wait(body.waited[agent], achieved, std::max(arrival.stuck_seconds, kGivesIn), dt);
}

AgentState arrived(const Destination& to) { return to.partial ? AgentState::kArrivedPartial : AgentState::kArrived; }

/// Takes what is left of the velocity, once it could be braked away in one tick. A species with a least speed would
/// otherwise never come to rest.
void rest(const Witness& seen, const Body& one, std::uint32_t agent, AgentTable& agents) {
  const MotionDesc& motion = one.motion;
  const float slow = std::max(motion.max_acceleration * seen.setup.dt, motion.min_speed * 1.01f);
  const Vec2 velocity = place_of(agents.velocity, agent);
  if (dot(velocity, velocity) <= slow * slow) put(agents.velocity, agent, {});
}

/// Goes along with those who push it: else they would have to push it anew in every tick.
void give_way(const Witness& seen, const Body& one, std::uint32_t agent, AgentTable& agents) {
  const Vec2 velocity = (one.at - one.from) * (kGoesAlong / seen.setup.dt);
  put(agents.velocity, agent, at_most(velocity, one.motion.max_speed));
}

AgentState set_out(std::uint32_t agent, BodyTable& body) {
  body.duty[agent] = Duty::kFollow;
  body.waited[agent] = 0;
  return AgentState::kMoving;
}

AgentState take_post(const Body& one, std::uint32_t agent, Vec2 post, BodyTable& body) {
  body.duty[agent] = Duty::kHold;
  body.waited[agent] = 0;
  put(body.post, agent, post);
  return arrived(one.to);
}

/// No way leads on to the goal, and none nearer to it.
AgentState settle_for(const Body& one, std::uint32_t agent, BodyTable& body) {
  take_post(one, agent, one.at, body);
  return AgentState::kArrivedPartial;
}

bool in_crowd(const Witness& seen, const Body& one, Vec2 place) {
  const float limit = radius_with(one.to, 0) * kLeaveShare + kLeaveRadii * one.radius;
  return distance_to(one.to, seen.terrain, place) <= limit;
}

/// Stands at the goal, or is held up in the disc that it and those who stand there already have a right to.
bool comes_to_rest(const Witness& seen, const Body& one, std::uint32_t agent, const AgentTable& agents) {
  const Vec2 way = one.to.place - one.at;
  const float centre = kAtGoal * one.radius, distance2 = dot(way, way);
  const Vec2 velocity = place_of(agents.velocity, agent);
  const float slow = kAtGoal * one.motion.max_speed;
  if (distance2 <= centre * centre && dot(velocity, velocity) <= slow * slow) return true;
  if (agents.body.waited[agent] <= kHeldUp) return false;
  const float claimed = radius_with(one.to, claim_of(one.arrival, one.radius));
  const bool gives_in = agents.body.waited[agent] >= kGivesIn;
  const float radius = claimed + (gives_in ? kNearEnough : kTouching) * one.radius;
  return distance2 <= radius * radius && distance_to(one.to, seen.terrain, one.at) <= radius;
}

bool straight_to_goal(const Witness& seen, std::uint32_t agent, const AgentTable& agents) {
  return seen.kinematics.follows[agent] == 0 && agents.body.state[agent] != AgentState::kBlocked;
}

/// Whether a body has no more to remember than that it made headway, as most do in most ticks: at full pace, touching
/// nobody and not there yet.
bool strides_on(const Witness& seen, std::uint32_t agent, const AgentTable& agents) {
  const BodyTable& body = agents.body;
  const bool free = body.duty[agent] == Duty::kFollow && body.state[agent] == AgentState::kMoving &&
                    body.pressure[agent] <= 0 && body.pace[agent] >= 1 && body.waited[agent] <= 0;
  const Destination& to = destination_of(seen.to, agents, agent);
  if (!free || to.goal == nullptr || to.goal->wide()) return false;
  const Vec2 at = place_of(agents.position, agent), from = place_of(seen.kinematics.previous, agent), step = at - from;
  const Vec2 left = to.place - at;
  const std::uint32_t packed = packed_toward(to, seen.terrain, at);
  if (packed == FlowField::kNoDirection) return false;
  Vec2 way = left;
  if (seen.kinematics.follows[agent] != 0)
    way = {static_cast<float>(static_cast<std::int16_t>(packed)),
           static_cast<float>(static_cast<std::int16_t>(packed >> 16))};
  const float least = kNoHeadway * seen.setup.table.motion.max_speed[agents.profile()[agent]] * seen.setup.dt;
  const float along = dot(step, way), radius = body.radius[agent];
  return along > 0 && along * along > least * least * dot(way, way) && dot(left, left) > radius * radius;
}

/// On its way, or stuck: who once is has to make up for half the time before it is not any more.
AgentState under_way(const Body& one, std::uint32_t agent, const BodyTable& body) {
  const float stuck = one.arrival.stuck_seconds;
  const bool was_stuck = body.state[agent] == AgentState::kStuck;
  return body.waited[agent] >= (was_stuck ? 0.5f * stuck : stuck) ? AgentState::kStuck : AgentState::kMoving;
}

AgentState follow(const Witness& seen, const Body& one, std::uint32_t agent, AgentTable& agents) {
  BodyTable& body = agents.body;
  Vec2 way;
  if (!way_on(one.to, seen.terrain, one.at, way)) {
    body.waited[agent] = 0;
    rest(seen, one, agent, agents);
    return AgentState::kBlocked;
  }
  const bool lost = stranded(one.to, seen.terrain, one.at);
  if (straight_to_goal(seen, agent, agents)) way = unit(one.to.place - one.from);
  note_headway(seen, one, agent, way, agents);
  if (body.waited[agent] >= kStanding && body.pressure[agent] > kMostPressure) give_way(seen, one, agent, agents);
  if (lost) return body.waited[agent] >= kStanding ? settle_for(one, agent, body) : AgentState::kMoving;
  if (one.arrival.fill > 0 && comes_to_rest(seen, one, agent, agents)) {
    const Vec2 off = one.to.place - one.at;
    const float centre = kAtGoal * one.radius;
    return take_post(one, agent, dot(off, off) <= centre * centre ? one.to.place : one.at, body);
  }
  return under_way(one, agent, body);
}

/// Takes a post along with the crowd that moves up, as far as walls let it.
Vec2 move_post(const Witness& seen, const Body& one, std::uint32_t agent, BodyTable& body) {
  const Vec2 post = place_of(body.post, agent), drift = drift_for(one.to, one.motion);
  const Vec2 next = post + drift * seen.setup.dt;
  if (drift == Vec2{} || !fits(seen.terrain, one.radius, next)) return post;
  put(body.post, agent, next);
  return next;
}

AgentState hold(const Witness& seen, const Body& one, std::uint32_t agent, AgentTable& agents) {
  BodyTable& body = agents.body;
  const Vec2 post = move_post(seen, one, agent, body);
  if (stranded(one.to, seen.terrain, post)) {
    if (body.pressure[agent] > kGivesWay) give_way(seen, one, agent, agents);
    return AgentState::kArrivedPartial;
  }
  if (!in_crowd(seen, one, post)) return set_out(agent, body);
  const Vec2 off = post - one.at;
  const float slack = kPostSlack * one.radius;
  const bool pressed = body.pressure[agent] > kGivesWay, displaced = dot(off, off) > slack * slack;
  if (pressed) {
    give_way(seen, one, agent, agents);
    if (displaced && one.to.goal->gathering.waiting > 0) put(body.post, agent, one.at);
  }
  if (!displaced) {
    body.waited[agent] = 0;
    if (!pressed && one.to.goal->gathering.drift == Vec2{}) rest(seen, one, agent, agents);
    return arrived(one.to);
  }
  if (pressed)
    body.waited[agent] += seen.setup.dt;
  else
    note_headway(seen, one, agent, unit(post - one.from), agents);
  if (body.waited[agent] < kKeptAway) return arrived(one.to);
  return in_crowd(seen, one, one.at) ? take_post(one, agent, one.at, body) : set_out(agent, body);
}

/// In its slot once the formation stands at its goal; until then it marches.
AgentState keep_in_line(const Witness& seen, const Body& one, std::uint32_t agent, AgentTable& agents) {
  BodyTable& body = agents.body;
  const Formation& formation = one.to.goal->formation;
  const Vec2 post = place_of(body.post, agent), off = post - one.at;
  Vec2 way;
  if (!way_on(one.to, seen.terrain, one.at, way)) return AgentState::kBlocked;
  const bool there = dot(off, off) <= one.radius * one.radius;
  if (there) {
    body.waited[agent] = 0;
    if (formation.speed == 0) rest(seen, one, agent, agents);
  } else {
    note_headway(seen, one, agent, seen.kinematics.follows[agent] == 0 ? unit(post - one.from) : way, agents);
  }
  const bool at_goal = formation.speed == 0 && length(formation.anchor - one.to.place) <= one.radius;
  if (there && at_goal) return arrived(one.to);
  return under_way(one, agent, body);
}

/// Keeps its state, unless another goal has it set out afresh. No goal is reached where no way leads to it.
AgentState stay_locked(const Witness& seen, const Body& one, std::uint32_t agent, const BodyTable& body) {
  if (body.duty[agent] != Duty::kFollow) return body.state[agent];
  Vec2 way;
  if (body.state[agent] == AgentState::kBlocked)
    return way_on(one.to, seen.terrain, one.at, way) ? AgentState::kMoving : AgentState::kBlocked;
  const bool stuck = body.state[agent] == AgentState::kStuck && body.waited[agent] > 0;
  return stuck ? AgentState::kStuck : AgentState::kMoving;
}

}  // namespace

Gaits gaits(const Setup& setup) {
  Gaits all{};
  for (std::size_t i = 0; i < setup.profiles.behaviour.size(); ++i) {
    const MotionDesc& motion = setup.profiles.behaviour[i]->motion;
    const float step = motion.max_speed * setup.dt;
    if (step < kNoStep) continue;
    all[i].inverse_speed = 1 / motion.max_speed;
    all[i].inverse_step = 1 / step;
    all[i].gained = motion.response * step * setup.dt;
  }
  return all;
}

float claim_of(const ArrivalDesc& arrival, float radius) {
  return arrival.fill > 0 ? kPi * radius * radius / arrival.fill : 0;
}

bool waits(const Witness& seen, std::uint32_t agent, const AgentTable& agents) {
  const Destination& to = destination_of(seen.to, agents, agent);
  if (agents.body.waited[agent] <= kHeldUp || agents.body.duty[agent] != Duty::kFollow || to.goal == nullptr)
    return false;
  const Vec2 way = to.place - place_of(agents.position, agent);
  return dot(way, way) <= kNearby * kNearby * to.radius2;
}

AgentState conduct(const Witness& seen, std::uint32_t agent, AgentTable& agents) {
  if (strides_on(seen, agent, agents)) return AgentState::kMoving;
  const Body one(seen, agent, agents);
  const Duty duty = agents.body.duty[agent];
  if (one.to.goal == nullptr || one.radius <= 0) return AgentState::kMoving;
  if (agents.body.inverse_mass[agent] <= 0) return stay_locked(seen, one, agent, agents.body);
  if (duty == Duty::kHold) return hold(seen, one, agent, agents);
  if (duty == Duty::kSlot) return keep_in_line(seen, one, agent, agents);
  return follow(seen, one, agent, agents);
}

}  // namespace cardume::tick
