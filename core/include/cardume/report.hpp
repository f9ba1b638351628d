#pragma once
#include <array>
#include <cardume/agent.hpp>
#include <cardume/export.hpp>
#include <cardume/status.hpp>
#include <cstdint>

namespace cardume {

/// The stages of a tick, in running order.
enum class Stage : std::uint8_t {
  kSpawn,
  kTerrain,
  kFields,
  kBucket,
  kScout,
  kMind,
  kRules,
  kSteer,
  kLookAhead,
  kHunt,
  kMarch,
  kArrive,
  kFlow,
  kAvoid,
  kIntegrate,
  kContacts,
  kWalls,
  kLink,
  kSettle,
  kWatch,
  kPublish,
};
inline constexpr std::uint32_t kStageCount = 21;

/// The stage's name in lower case, as in core/tick.
CARDUME_EXPORT const char* to_string(Stage);

/// Agents by AgentState at the end of a tick, all of which have a body and a goal.
struct StateCounts {
  std::uint32_t moving = 0, arrived = 0, arrived_partial = 0, blocked = 0, stuck = 0;
};

/// What one tick did.
struct TickReport {
  std::uint64_t tick = 0;              ///< Ticks done, this one included.
  std::uint64_t state_hash = 0;        ///< Of every agent's state in storage order; equal on every machine.
  std::uint32_t agents = 0;            ///< Alive at the end of the tick.
  std::uint32_t flags = 0;             ///< Bits of TickFlag: what overflowed, and what to raise.
  std::uint32_t fields_published = 0;  ///< Flow fields taken into use in this tick.
  StateCounts states{};
  std::array<std::uint64_t, kStageCount> stage_ns{};  ///< Wall time of each stage, by Stage; no part of the state.

  std::uint64_t total_ns() const {
    std::uint64_t sum = 0;
    for (std::uint64_t ns : stage_ns) sum += ns;
    return sum;
  }
};

/// Bits of TickReport::flags.
enum TickFlag : std::uint32_t {
  kEventsLost = 1u << 0,   ///< More events than BudgetDesc::event_capacity: raise it. The first ones are kept.
  kReentered = 1u << 2,    ///< tick() was called from inside a tick and did nothing.
  kTickFailed = 1u << 3,   ///< The scheduler threw: the tick is incomplete, and the world is no good any more.
  kFieldFailed = 1u << 1,  ///< No memory to build a field: its agents follow the old one, and it is asked for again.
  /// More pairs of bodies touch and tell of it than there is room for, six for each of the first 4096 of
  /// WorldDesc::capacity and one for each other: some are not told.
  kTouchesLost = 1u << 4,
};

/// Something that happened in a tick.
struct Event {
  enum class Kind : std::uint8_t {
    kSpawned,         ///< `agent` is in the world now.
    kDespawned,       ///< `agent` is gone; its id is stale from here on.
    kFieldPublished,  ///< Agents of `goal` follow a new field from this tick on.
    kMoving,          ///< `agent` is on its way (again); AgentState::kMoving. So are the following.
    kArrived,         ///< `agent` stands at its goal.
    kArrivedPartial,  ///< `agent` stands as near to its goal as can be.
    kBlocked,         ///< No way leads `agent` to its goal.
    kStuck,           ///< `agent` makes no headway.
    kEjected,         ///< A wall was put where `agent` stood, and it was moved out.
    kStateChanged,    ///< `agent` is in another state of its mind: number `detail`.
    kEntered,         ///< `agent` has come into region number `detail`.
    kLeft,            ///< `agent` has left region number `detail`. Those who are despawned do not leave.
    kLinked,          ///< `agent` has gone through link number `detail` of Passages::links.
    kContact,         ///< `agent` has begun to touch `other`; see BodyDesc::tells_contacts.
  };

  std::uint64_t tick = 0;
  Kind kind = Kind::kSpawned;
  AgentId agent{};
  GoalId goal{};
  AgentId other{};           ///< Of kContact.
  std::uint32_t detail = 0;  ///< The number of a region or a state.
};

/// The kind in lower case words.
CARDUME_EXPORT const char* to_string(Event::Kind);

/// What World::step did.
struct StepReport {
  Error error{};            ///< kInvalidArgument for a negative, infinite or NaN dt: nothing was done.
  std::uint32_t ticks = 0;  ///< Ticks done.
  float dropped = 0;        ///< Seconds that were given up because they would have taken more than the most ticks.
  float left = 0;           ///< Seconds that do not make a tick yet and count for the next step: for interpolation.
  TickReport last{};        ///< Of the last tick done so far.
};

/// What a world keeps in memory for one purpose.
struct MemoryPart {
  const char* name = "";    ///< Of static storage, such as "positions" or "fields".
  std::uint64_t bytes = 0;  ///< All that is reserved, whether agents fill it or not.
};

/// Pairs of an agent and another one that the flocking rules look at; both are means over all agents. Images across the
/// edges of a world that wraps around are not counted.
struct PairCensus {
  double tested = 0;  ///< Others that an agent's lane compares with; more in wider batches.
  double within = 0;  ///< Of those, nearer than the farthest rule of the agent reaches.
};

}  // namespace cardume
