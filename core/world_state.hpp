#pragma once
#include <array>
#include <cardume/limits.hpp>
#include <cardume/profile.hpp>
#include <cardume/world.hpp>
#include <memory>
#include <utility>
#include <vector>

#include "core/agents/agent_table.hpp"
#include "core/agents/commands.hpp"
#include "core/agents/decision_table.hpp"
#include "core/agents/ids.hpp"
#include "core/fields/goals.hpp"
#include "core/space/grid.hpp"
#include "core/space/obstacle_map.hpp"
#include "core/space/quarry.hpp"
#include "core/space/terrain.hpp"
#include "simd/kernels.hpp"

namespace cardume {

/// How agents may behave: a profile for each species without a mind, and for each state of the others. Without any
/// mind a profile is a species.
struct Profiles {
  std::vector<const BehaviourDesc*> behaviour;  ///< By profile.
  std::vector<std::uint8_t> species;            ///< By profile.
  std::vector<std::uint8_t> first;              ///< By species: its profiles are this one and those after it.
  bool minds = false;
};

/// See simd::PairColumns; empty in plain tables.
struct PairTable {
  std::vector<float> radius2[3], weight[3], sight2;
};

/// The kinds of walkers there are, by movement and size.
struct Walkers {
  std::vector<Walker> kinds;             ///< At least one.
  std::vector<std::uint8_t> of_species;  ///< By species: the kind of its largest bodies.
};

/// What is settled when the world is created.
struct Setup {
  WorldDesc desc;  ///< But for the terrain, which may change.
  Scheduler* scheduler = nullptr;
  const simd::KernelTable* kernels = nullptr;
  simd::ProfileTable table{};
  Profiles profiles;
  PairTable pairs;  ///< What the table points into.
  DecisionTable decisions;
  RegionsOf regions{};
  Walkers walkers;
  float cell_size = 0;  ///< Of the terrain; 0 without.
  bool tiled = false;   ///< Fields are made of tiles.
  float dt = 0;         ///< Seconds a tick.

  const BehaviourDesc& behaviour(const AgentTable& agents, std::uint32_t agent) const {
    return *profiles.behaviour[agents.profile()[agent]];
  }
};

/// What agents carry from one stage to the next within a tick.
struct Kinematics {
  AxisColumns acceleration;
  AxisColumns previous;               ///< Positions before the move; empty without terrain and bodies.
  AxisColumns velocity;               ///< Velocities before the move, in the plane; empty without bodies.
  std::vector<std::uint8_t> follows;  ///< Whose field each body follows: its goal's, or none for who is steered home.
  std::vector<float> pace;            ///< Share of its largest speed at which each body follows its field.
  std::vector<AgentState> state;      ///< The state that each body goes over to.
  std::vector<float> speed;           ///< That each agent's mates have; empty where nobody shares it.
  std::vector<std::uint8_t> looks;    ///< Whose turn it is to look around; empty where everybody always does.
};

/// Chunks of agents that are sorted at once; each needs a count for every grid row.
inline constexpr std::uint32_t kMostSortChunks = 64;

/// What sorting needs besides the agents.
struct SortBuffers {
  AgentTable sorted;                      ///< Becomes the agents; the agents become it.
  std::vector<std::uint32_t> cell;        ///< The cell of each agent, before sorting.
  std::vector<std::uint32_t> chunk_rows;  ///< Agents by chunk and grid row, then where the next of them goes.
  std::vector<std::uint32_t> row_start;   ///< First agent of each grid row, and the end of the last.
  std::vector<std::uint32_t> by_row;      ///< The agents, sorted by grid row.
  std::vector<std::uint32_t> order;       ///< The agent that moves to each place.
};

/// Words of the list of whom a chunk of agents may touch: about 3 an agent are in use where bodies are packed.
inline constexpr std::size_t kTouchWords = std::size_t{kGrain} * 12;

/// What keeping bodies apart needs besides the agents.
struct ContactBuffers {
  AxisColumns pushed;                ///< Becomes the positions after an iteration; the positions become it.
  std::vector<std::uint32_t> touch;  ///< simd::TouchList of each chunk.
};

/// What asking for fields needs.
struct FieldBuffers {
  std::vector<std::uint32_t> filled;   ///< Of each cell: how much of it standing bodies fill; see core/tick/fields.cpp.
  std::vector<simd::FieldView> views;  ///< By walker and goal.
  std::vector<std::uint32_t> wanted;   ///< By chunk and goal: the walkers that have it, a bit each.
};

/// What one chunk of agents adds to the crowd at a goal.
struct GoalShare {
  double area = 0;              ///< That the bodies who have arrived lay claim to.
  double off_x = 0, off_y = 0;  ///< Sum of their offsets from the goal, by claim.
  std::uint32_t waiting = 0;    ///< That want to arrive and are held up nearby.
  std::uint32_t agents = 0;     ///< That have this goal.
};

/// What telling the states of agents needs besides them.
struct SettleBuffers {
  std::vector<GoalShare> shares;      ///< By chunk and goal.
  std::vector<std::uint8_t> changed;  ///< A chunk: does any of its agents change its state?
  std::vector<StateCounts> counts;    ///< By chunk.
};

/// Those that others look for, for each species that anybody does.
struct ScoutBuffers {
  std::vector<Quarry> quarries;
  std::array<std::uint8_t, limits::kMaxSpecies> of_species{};  ///< 1 + the place of its quarry; 0 for none.
};

/// What queries have found out about the agents as they are now; see core/space/whereabouts.hpp.
struct QueryBuffers {
  std::uint64_t tick = 0;  ///< Of which the rest holds.
  double stray = 0;        ///< How far agents are out of the cells that the grid has them in, but for the strays.
  std::vector<std::uint32_t> strays;                             ///< The rows of those who are farther out, in order.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_cell;  ///< The cells that these are in, and their rows.
};

/// What deciding needs.
struct MindBuffers {
  std::vector<std::uint64_t> changed;  ///< An agent, a bit each: has it gone over to another state?
  std::vector<std::uint64_t> digests;  ///< A chunk: what its agents add to MindTable::digest.
};

/// What watching regions needs.
struct WatchBuffers {
  std::vector<std::uint64_t> moved;  ///< An agent, a bit each: is it in other regions than before?
};

/// Memory that stages work in. It means nothing between ticks, but for what queries keep.
struct Buffers {
  Destinations destinations;
  ScoutBuffers scout;
  MindBuffers mind;
  WatchBuffers watch;
  QueryBuffers query;
  FieldBuffers fields;
  SortBuffers sort;
  ContactBuffers contacts;
  SettleBuffers settle;
};

/// Pairs of bodies, in order: one of a species that tells of its contacts first.
struct Touches {
  std::vector<std::pair<AgentId, AgentId>> pairs;
  std::vector<std::pair<AgentId, AgentId>> next;  ///< Becomes the pairs.
};

/// What the last tick made known.
struct Publication {
  TickReport report;
  std::vector<Event> events;
  std::size_t old_events = 0;  ///< Events of earlier ticks of the same step.
  Touches touches;             ///< Who touched whom when contacts were last told.
  std::vector<std::uint64_t> chunk_hashes;
};

/// Whom it runs by, and whom it tells.
struct Host {
  Scheduler* scheduler = nullptr;               ///< As it was given.
  std::unique_ptr<ProfiledScheduler> profiled;  ///< Setup::scheduler in its place while a profiler looks on.
};

/// Between ticks and steps.
struct Clock {
  bool ticking = false;  ///< A tick is under way.
  double left = 0;       ///< Seconds that were asked for and do not make a tick yet.
};

/// What lies around the agents besides the map.
struct Surroundings {
  ObstacleMap obstacles;
  std::vector<Vec3> focus;  ///< The points of interest.
};

/// Everything a world remembers. Data only: what happens to it is in core/tick.
struct WorldState {
  Setup setup;
  Host host;
  Clock clock;
  Commands commands;
  Ids ids;
  AgentTable agents;
  Terrain terrain;
  Surroundings surroundings;
  Grid grid;
  Atlas atlas;
  Goals goals;
  Kinematics kinematics;
  Buffers buffers;
  Publication published;
};

}  // namespace cardume
