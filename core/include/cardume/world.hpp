#pragma once
#include <cardume/agent.hpp>
#include <cardume/contact.hpp>
#include <cardume/cost_grid.hpp>
#include <cardume/export.hpp>
#include <cardume/field.hpp>
#include <cardume/formation.hpp>
#include <cardume/goal.hpp>
#include <cardume/movement.hpp>
#include <cardume/profile.hpp>
#include <cardume/query.hpp>
#include <cardume/report.hpp>
#include <cardume/scenery.hpp>
#include <cardume/scheduler.hpp>
#include <cardume/species.hpp>
#include <cardume/status.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cardume {

/// What agents do who have no way to their goal.
enum class Unreachable : std::uint8_t {
  kHold,     ///< They stay where they are, AgentState::kBlocked, until there is a way.
  kNearest,  ///< They go to the place they can reach that is nearest to it: AgentState::kArrivedPartial there.
};

/// When fields are made of tiles; see FieldsDesc::tiling.
enum class Tiling : std::uint8_t {
  kNever,
  kLargeMaps,  ///< Those of more than 2048 x 2048 cells.
  kAlways,
};

/// How the flow fields of goals are made and kept fresh.
struct FieldsDesc {
  Metric metric = Metric::kOctile;
  DirectionMode mode = DirectionMode::kGradient;
  float rebuild_hz = 15;            ///< How often a goal that has moved to another cell is looked at; 0.001 to 1e6.
  std::uint32_t latency_ticks = 3;  ///< From asking for a field to its use, at most the ticks between rebuilds; >= 1.
  std::uint32_t snap_radius = 64;   ///< How far a goal inside a wall may be moved to a free cell, in cells.
  /// What standing bodies add to the cost of a cell that they fill, so that followers take another way; 0 to 254. Not 0
  /// means that the fields of all goals are rebuilt rebuild_hz times a second.
  float density_cost = 0;
  Unreachable unreachable = Unreachable::kHold;
  /// Whether fields are made of tiles, on demand, along a graph of the ways between them: for maps too large for whole
  /// fields. Ways are up to 4 % longer then, and a goal is one point.
  Tiling tiling = Tiling::kLargeMaps;
  /// What fields that nobody follows any more may take up until they are wanted again, in bytes; the one that has been
  /// out of use for the most ticks goes first.
  std::uint64_t cache_bytes = 64u << 20;
  std::vector<MovementDesc> movements{MovementDesc{}};  ///< Ways of moving; 1 to limits::kMaxMovements.
  Passages passages{};                                  ///< Of the terrain: one-way cells and links.
};

/// What a world spends at most.
struct BudgetDesc {
  std::uint32_t event_capacity = 4096;  ///< Events kept of one tick.
  /// Agents that a neighbour sees of one cell (of the largest rule radius squared or cubed) where it is more crowded: a
  /// window that moves on every tick, so that dense crowds cost no more. Counted in quarters of a cell, so at least 4;
  /// 0 means everyone, always.
  std::uint32_t crowd_limit = 32;
  std::uint32_t most_ticks_a_step = 8;  ///< Longer steps are cut short; at least 1.
};

/// A world to create.
struct WorldDesc {
  std::uint32_t dimensions = 2;  ///< 2 or 3. Terrain needs 2.
  Vec3 size{100, 100,
            100};  ///< Agents live in [0, size], each 1e-6 to 1e6. With terrain x and y are the terrain's, set for you.
  float tick_rate = 60;             ///< Ticks a second; 1 to 1e6.
  std::uint64_t seed = 1;           ///< Of all that is random: wandering, noise, chance.
  std::uint32_t capacity = 10'000;  ///< Agents that fit, whose memory is taken at creation. At most limits::kMaxAgents.
  BudgetDesc budget{};
  std::vector<SpeciesDesc> species{SpeciesDesc{}};  ///< 1 to limits::kMaxSpecies.
  CostGrid terrain;                                 ///< Empty for open ground.
  SceneryDesc scenery{};                            ///< The edge, obstacles and regions.
  FieldsDesc fields;
  ContactsDesc contacts{};
  /// Whose kernels to run, such as "avx2"; empty for what the environment variable CARDUME_SIMD names, or else the best
  /// this machine has. Naming one that is unknown or missing here is kInvalidArgument. Results never depend on it.
  std::string instruction_set;
};

struct WorldState;

/// A crowd. Changes are queued and take effect at the start of the next tick; ids are valid at once. One tick is
/// written out in core/tick/tick.cpp. Calls on one world must not overlap in time; different worlds are independent.
class CARDUME_EXPORT World {
 public:
  /// The scheduler must outlive the world. kInvalidArgument, kLimit or kOutOfMemory name what was wrong.
  static Result<World> create(const WorldDesc&, Scheduler&);
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;
  ~World();

  Result<AgentId> spawn(const AgentDesc&);
  /// All or none. Writes the new ids to `ids` unless it is empty; otherwise it must be as long as `agents`.
  Error spawn_all(std::span<const AgentDesc> agents, std::span<AgentId> ids = {});
  Error despawn(AgentId);

  /// A place to go, in world units; at most limits::kMaxGoals at a time. With terrain it has a flow field, which agents
  /// follow FieldsDesc::latency_ticks later; without, SteeringDesc::seek takes them there.
  Result<GoalId> add_goal(Vec3 position);
  Error move_goal(GoalId, Vec3 position);
  /// Goals of several places, of threats, and of both; they need terrain. Bodies come to rest at goals of one part that
  /// draws them.
  Result<GoalId> add_goal(const GoalDesc&);
  Error move_goal(GoalId, const GoalDesc&);
  /// Its agents have no goal then. The id may be given out again.
  Error remove_goal(GoalId);
  Error set_goal(AgentId, GoalId);
  Error set_locked(AgentId, bool locked);
  /// The place that HoldDesc keeps an agent to; where it was spawned until then.
  Error set_home(AgentId, Vec3 position);
  /// The points of interest of PerceptionDesc::detail_distance; at most limits::kMaxFocuses. None: all is in detail.
  Error set_focus(std::span<const Vec3> points);

  /// For agents whose species have a mind: over to a state, as by a transition, at the start of the next tick.
  Error set_state(AgentId, std::uint8_t state);
  Error set_health(AgentId, float health);  ///< What ConditionDesc::Kind::kHealth compares; 1 at first. -1e6 to 1e6.
  Error set_flags(AgentId, std::uint32_t flags);  ///< What ConditionDesc::Kind::kFlag asks for; 0 at first.

  /// Puts a rectangle of map cells, both corners included, to one cost: a building, a door that opens. Fields follow
  /// FieldsDesc::latency_ticks later. Whoever stands in what becomes a wall is moved to the nearest place without walls
  /// that it could have walked to (Event::Kind::kEjected), and stays, blocked, where there is none.
  Error set_cost(Cell corner, Cell opposite, std::uint8_t cost);
  /// The same for the cells whose middles lie in a box or a ball.
  Error set_cost(const Zone&, std::uint8_t cost);

  /// Has agents go to a goal in formation; they take it for their goal. They are in it until they are given another
  /// goal, or the goal another formation. At most limits::kMaxFormation agents, each once.
  Error form_up(GoalId, std::span<const AgentId> members, const FormationDesc& = {});

  /// Moves the world on by 1 / tick_rate seconds. Called from inside a tick it does nothing but set kReentered.
  TickReport tick();
  /// Moves the world on by `dt` seconds (0 to 1e6) in ticks of 1 / tick_rate; what is left over counts for the next
  /// step. Afterwards events() are those of all its ticks.
  StepReport step(float dt);

  std::uint32_t count() const;  ///< Agents alive.
  /// Columns, one entry an agent; valid until the next changing call. Axis 0 is x; empty beyond the world's dimensions.
  std::span<const float> positions(std::uint32_t axis) const;
  std::span<const float> velocities(std::uint32_t axis) const;
  std::span<const std::uint8_t> species() const;
  // Columns of bodies; empty in worlds of points alone.
  std::span<const float> radii() const;  ///< World units.
  std::span<const AgentState> states() const;
  /// By how much others have pressed into each body when the last tick began to push them apart: the sum of the
  /// overlaps over its radius.
  std::span<const float> pressures() const;
  /// The pairs of bodies that touch, each once, in order of ids. Written anew into `out`; kOutOfMemory.
  Error contacts(std::vector<ContactPair>& out) const;
  OverlapReport overlaps() const;
  /// The state of the mind of the agent in that row, an index into MindDesc::states; 0 without one and past the last.
  std::uint8_t mind_state(std::uint32_t row) const;

  // Queries; see query.hpp. Written anew into `out`; kInvalidArgument names the field, kOutOfMemory. Many at once are
  // worked on in parallel.
  Error find(const AreaQuery&, std::vector<AreaHit>& out) const;
  Error find_all(std::span<const AreaQuery>, AreaHits& out) const;
  Result<std::uint32_t> count_in(const AreaQuery&) const;
  Result<RayHit> cast(const RayQuery&) const;
  Error cast_all(std::span<const RayQuery>, std::vector<RayHit>& out) const;
  Error density(DensityMap&, AgentFilter = {}) const;

  AgentId id_at(std::uint32_t row) const;              ///< Of the agent in that row of the columns; null past the last.
  std::optional<std::uint32_t> row_of(AgentId) const;  ///< Nothing for an agent that is not in the world (yet).

  std::span<const Event> events() const;  ///< Of the last tick or step: by tick, fields first, then agents in id order.
  const WorldDesc& desc() const;          ///< As it was created, but for the map, which has become terrain().
  const CostGrid& terrain() const;        ///< As of the last tick.
  const char* instruction_set() const;    ///< The one in use.
  /// The field that agents of this goal follow, valid until the next tick; null before it is first published.
  const FlowField* field(GoalId) const;
  /// Whether a way leads an agent to a goal, over the map as of the last tick; always the same little work. Ways lead
  /// anywhere without terrain. Before the goal's field is in use, one-way cells are taken to be passed both ways.
  Result<bool> is_reachable(AgentId, GoalId) const;
  /// Whether a way leads from one place to another for agents of a species with its largest body.
  Result<bool> is_reachable(Vec3 from, Vec3 to, std::uint8_t species) const;
  /// The way that an agent's field will lead it, as places about half a cell apart from where it is now, at most so
  /// many. It ends at the goal, or where the field does. Written anew into `out`; empty without a goal or a field.
  Error trace(AgentId, std::uint32_t most, std::vector<Vec2>& out) const;
  std::uint64_t memory_bytes() const;  ///< Held by all that grows with agents, the map and the fields.
  /// The same by what it is for; the parts add up to memory_bytes(). Written anew into `out`; kOutOfMemory.
  Error memory(std::vector<MemoryPart>& out) const;
  /// How many others the rules stage of the last tick looked at for each agent, and how many of these are in sight of
  /// it now.
  PairCensus pairs() const;

  /// Has a profiler told of ticks, stages, chunks and jobs from now on; ProfilerHooks{} for nobody. Whoever is told
  /// must outlive the world, or be taken away before. Waits for fields that are being built. Results do not change.
  /// kInvalidArgument where one of the two functions is null, kBusy inside a tick, kOutOfMemory.
  Error set_profiler(const ProfilerHooks&);

 private:
  explicit World(std::unique_ptr<WorldState>);

  std::unique_ptr<WorldState> state_;
};

/// The names of the instruction sets that have kernels and run on this machine, slowest first ("scalar" is always one).
CARDUME_EXPORT std::span<const char* const> instruction_sets();

/// The version of the library that is linked in, such as "0.1.0".
CARDUME_EXPORT const char* version();

/// Raised whenever the same scenario gives other state hashes.
CARDUME_EXPORT std::uint32_t sim_version();

}  // namespace cardume
