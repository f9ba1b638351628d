#pragma once
#include <array>
#include <cardume/agent.hpp>
#include <cstdint>
#include <limits>
#include <vector>

namespace cardume {

/// Columns have room for this many rows past the last agent, so that a kernel may always work on whole batches.
inline constexpr std::uint32_t kLanePadding = 16;

/// Agents a chunk: enough work to be worth handing out, few enough to share evenly. A multiple of kLanePadding, so that
/// no two chunks touch the same batch.
inline constexpr std::uint32_t kGrain = 2048;

struct TableDesc {
  std::uint32_t capacity = 0;
  std::uint32_t dimensions = 2;
  bool bodies = false;
  bool minds = false;
  bool homes = false;    ///< Somebody keeps to the place where it was spawned.
  bool regions = false;  ///< Comings and goings are told.
  bool walkers = false;  ///< Not all walk alike.
};

/// One float an agent for each axis; empty beyond the world's dimensions.
struct AxisColumns {
  std::array<std::vector<float>, 3> axis;
};

/// What a body is at.
enum class Duty : std::uint8_t {
  kFollow,  ///< Goes where its goal's field leads.
  kHold,    ///< Has come to rest and keeps its post.
  kSlot,    ///< Keeps its slot in a formation.
};

/// What agents with bodies have besides; empty in worlds of points alone.
struct BodyTable {
  std::vector<float> radius;
  std::vector<float> inverse_mass;  ///< Negative while the body is locked.
  std::vector<float> pressure;      ///< See World::pressures().
  std::vector<AgentState> state;
  std::vector<Duty> duty;
  std::vector<float> pace;    ///< Share of its largest speed that it wants, for those ahead are held up; 0 to 1.
  std::vector<float> waited;  ///< Seconds without headway.
  AxisColumns post;           ///< The place it keeps: where it came to rest, or its slot in a formation.
  float usual_mass = 1;       ///< Of the first species.
  float least_radius = std::numeric_limits<float>::infinity();  ///< Of all bodies that ever were.
  bool even = true;  ///< Every body has the usual mass, and none is, or ever was, locked.
};

/// What an agent with a mind decides by.
struct MindMemory {
  std::uint32_t since = 0;  ///< The low bits of the tick in which it came into its state.
  float health = 1;
  std::uint32_t flags = 0;
  std::uint8_t leg = 0;    ///< Of its state's route: the place in it of the goal that it goes to.
  std::uint8_t given = 0;  ///< GoalId::value of the goal that the game has given.
};

/// What agents with minds have besides; empty in worlds without. Memories are asked for by turns only, so they stay
/// where they are while rows are sorted.
struct MindTable {
  std::vector<std::uint8_t> profile;  ///< How they behave: their species and state; see Profiles.
  std::vector<MindMemory> memory;     ///< By AgentId::slot().
  std::uint64_t digest = 0;           ///< Of all memories; see change_memory().
};

/// What only some worlds need; each is empty in others.
struct ExtraTable {
  AxisColumns home;                   ///< The place that an agent keeps to.
  std::vector<std::uint32_t> inside;  ///< The regions that it is in, a bit each.
  std::vector<std::uint8_t> walker;   ///< What kind of walker it is: a number of Setup::walkers.
};

/// Every agent, as columns. Row i of each column is the same agent; rows past `count` are padding.
struct AgentTable {
  std::uint32_t count = 0;
  std::uint32_t capacity = 0;
  std::uint32_t dimensions = 2;
  AxisColumns position;
  AxisColumns velocity;
  std::vector<std::uint8_t> species;
  std::vector<std::uint8_t> goal;   ///< GoalId::value of the field it follows.
  std::vector<std::uint32_t> slot;  ///< Where its id is kept; see agents/ids.hpp.
  BodyTable body;
  MindTable mind;
  ExtraTable extra;

  /// How each agent behaves; see Profiles. Without minds, as its species.
  const std::vector<std::uint8_t>& profile() const { return has_minds() ? mind.profile : species; }
  bool has_minds() const { return !mind.profile.empty(); }
  /// What kind of walker an agent is.
  std::uint8_t walker(std::uint32_t row) const { return extra.walker.empty() ? std::uint8_t{0} : extra.walker[row]; }
  bool has_bodies() const { return !body.radius.empty(); }
};

/// Calls `function(column...)` for every column that holds something, with the columns of all tables, which are alike.
template <class Function, class Table, class... Tables>
void for_each_column(Function function, Table& agents, Tables&... others);
/// The same for the columns that not every world has: of bodies, minds and extras.
template <class Function, class Table, class... Tables>
void for_each_optional_column(Function function, Table& agents, Tables&... others);

/// Takes all memory the table will ever need.
void reserve(AgentTable&, const TableDesc&);

/// How an agent begins.
struct Birth {
  std::uint8_t profile = 0;  ///< Of agents with a mind.
  std::uint8_t walker = 0;
  std::uint32_t tick = 0;  ///< Its low bits.
};

/// Adds a row at the end; there must be room. A body's radius and mass are settled, none is 0 for the species' own.
void append(AgentTable&, const AgentDesc&, std::uint32_t slot, const Birth& = {});

/// Copies one row of a table of the same dimensions.
void copy_row(const AgentTable& from, std::uint32_t from_row, AgentTable& to, std::uint32_t to_row);

/// What a memory adds to the digest of all.
std::uint64_t digest_of(std::uint32_t slot, const MindMemory&);

/// Changes what an agent remembers by `change(memory)`, and a digest along with it. Digests are sums, so parts of them
/// may be kept apart and added in any order.
template <class Change>
void change_memory(std::vector<MindMemory>& memories, std::uint32_t slot, std::uint64_t& digest, Change change) {
  MindMemory& memory = memories[slot];
  digest -= digest_of(slot, memory);
  change(memory);
  digest += digest_of(slot, memory);
}

/// Moves the last row into `row`.
void remove(AgentTable&, std::uint32_t row);

/// Zeroes the rows past the last agent: what they hold must not depend on the past.
void clear_padding(AgentTable&);

template <class Function, class Table, class... Tables>
void for_each_column(Function function, Table& agents, Tables&... others) {
  for (std::uint32_t d = 0; d < agents.dimensions; ++d) {
    function(agents.position.axis[d], others.position.axis[d]...);
    function(agents.velocity.axis[d], others.velocity.axis[d]...);
  }
  function(agents.species, others.species...);
  function(agents.goal, others.goal...);
  function(agents.slot, others.slot...);
  for_each_optional_column(function, agents, others...);
}

namespace detail {

template <class Function, class Table, class... Tables>
void for_each_body_column(Function function, Table& agents, Tables&... others) {
  if (!agents.has_bodies()) return;
  function(agents.body.radius, others.body.radius...);
  function(agents.body.inverse_mass, others.body.inverse_mass...);
  function(agents.body.pressure, others.body.pressure...);
  function(agents.body.state, others.body.state...);
  function(agents.body.duty, others.body.duty...);
  function(agents.body.pace, others.body.pace...);
  function(agents.body.waited, others.body.waited...);
  for (std::uint32_t d = 0; d < agents.dimensions; ++d) function(agents.body.post.axis[d], others.body.post.axis[d]...);
}

template <class Function, class Table, class... Tables>
void for_each_mind_column(Function function, Table& agents, Tables&... others) {
  if (!agents.has_minds()) return;
  function(agents.mind.profile, others.mind.profile...);
}

template <class Function, class Table, class... Tables>
void for_each_extra_column(Function function, Table& agents, Tables&... others) {
  for (std::uint32_t d = 0; d < agents.dimensions; ++d)
    if (!agents.extra.home.axis[d].empty()) function(agents.extra.home.axis[d], others.extra.home.axis[d]...);
  if (!agents.extra.inside.empty()) function(agents.extra.inside, others.extra.inside...);
  if (!agents.extra.walker.empty()) function(agents.extra.walker, others.extra.walker...);
}

}  // namespace detail

template <class Function, class Table, class... Tables>
void for_each_optional_column(Function function, Table& agents, Tables&... others) {
  detail::for_each_body_column(function, agents, others...);
  detail::for_each_mind_column(function, agents, others...);
  detail::for_each_extra_column(function, agents, others...);
}

}  // namespace cardume
