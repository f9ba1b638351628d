#pragma once
#include <cstdint>

// What the code compiled per instruction set offers to the rest of the library: plain functions over plain arrays.
// Nothing here names an instruction set, and nothing here includes xsimd. Agents are rows of columns; every column can
// be read and written up to 16 rows past the last agent, so that kernels work on whole batches.
namespace cardume::simd {

inline constexpr std::uint32_t kMaxProfiles = 256;
inline constexpr std::uint32_t kNoDirection = 0x80008000u;  ///< Of cells in a flow field that lead nowhere.

/// One float a profile. A profile is how agents behave: that of their species, or one of a state of its mind.
using ProfileColumn = float[kMaxProfiles];

struct RuleColumns {
  ProfileColumn radius2;
  ProfileColumn weight;
};

/// How the neighbours count that a rule sees of one species, by `species * profiles + profile`. Null in plain tables.
struct PairColumns {
  const float* radius2;  ///< 0 for those that do not count.
  const float* weight;
};

/// How the push of a neighbour falls off with its distance.
enum class Falloff : std::uint8_t { kUnit, kInverse, kLinear };

/// What flocking needs beyond radii and weights.
struct SenseColumns {
  Falloff falloff[kMaxProfiles];
  std::uint8_t nearest[kMaxProfiles];  ///< Neighbours that are seen; 0 for all.
  ProfileColumn view;                  ///< Cosine of half the field of view.
  ProfileColumn inertia;
  ProfileColumn shares_speed;  ///< 1 where speeds become those of the mates, or 0.
};

struct RuleTable {
  RuleColumns separation, alignment, cohesion;
  SenseColumns sense;
  PairColumns pairs[3];  ///< Of separation, alignment and cohesion.
  const float* sight2;   ///< The largest of their radii, squared; likewise.
  std::uint32_t species;
  bool one_sight;  ///< Alignment and cohesion look equally far in each profile.
  bool plain;      ///< No profile needs `sense` or `pairs`.
  bool blind;      ///< All radii are 0.
};

struct MotionColumns {
  ProfileColumn max_speed, min_speed;
  ProfileColumn response;
  ProfileColumn rule_limit;              ///< Largest acceleration of one rule.
  ProfileColumn total_limit;             ///< Largest acceleration altogether.
  ProfileColumn turn_cosine, turn_sine;  ///< Of the largest turn in a tick; a cosine of -2 stands for any.
  ProfileColumn noise;                   ///< Radians.
  ProfileColumn keeps_speed;             ///< 1 where steering does not change the speed, or 0.
  bool free;                             ///< No profile needs the last four.
};

struct BorderColumns {
  ProfileColumn margin;
  ProfileColumn inverse_margin;  ///< 0 where there is no margin.
  ProfileColumn weight;
};

struct BodyColumns {
  std::int32_t layers[kMaxProfiles], collides[kMaxProfiles];
  ProfileColumn priority;
  ProfileColumn yielding;  ///< Share of the pushes by bodies of lower priority that it takes.
  bool all_collide;        ///< Every pair of species collides.
  bool none_collide;       ///< No pair does.
  bool one_priority;       ///< All priorities are equal.
};

struct AvoidanceColumns {
  ProfileColumn radius2;  ///< 0 where it is off.
  ProfileColumn weight;
  ProfileColumn horizon;
  ProfileColumn right_bias;
  std::int32_t layers[kMaxProfiles];
};

/// A soft border around a box or a ball; the world's own is BorderColumns.
enum class Border : std::uint8_t { kNone, kBox, kBall };

struct ZoneColumns {
  Border border[kMaxProfiles];
  ProfileColumn centre[3];
  ProfileColumn half[3];  ///< Of a ball all are its radius.
  ProfileColumn margin, inverse_margin, weight;
};

/// Whether any profile does so.
struct SteerUses {
  bool seek, flee, orbit, wander, hold, zone;
};

/// What agents do by themselves.
struct SteerColumns {
  ProfileColumn seek_weight, inverse_slow;  ///< 1 / SeekDesc::slow; 0 for never slow.
  RuleColumns flee;
  ProfileColumn orbit_radius, inverse_orbit_radius;  ///< The latter is 0 where it is off.
  ProfileColumn orbit_weight;
  ProfileColumn wander_weight, wander_spread;
  RuleColumns hold;
  ZoneColumns zone;
  SteerUses uses;
};

/// The parameters of every profile, by profile.
struct ProfileTable {
  RuleTable rules;
  MotionColumns motion;
  BorderColumns border;
  ProfileColumn flow_weight;
  BodyColumns body;
  AvoidanceColumns avoidance;
  SteerColumns steer;
  std::uint32_t count;
};

/// What stages that steer see of the agents, and the acceleration they work on; entries beyond the dimensions are null.
struct Motion {
  const float* position[3];
  const float* velocity[3];
  float* acceleration[3];
};

/// A half-open run of agents.
struct Rows {
  std::uint32_t first, last;
};

/// Cells over the world. They are numbered along x, then y, then z.
struct CellLayout {
  std::uint32_t columns = 1, rows = 1, layers = 1;
  float inverse_column = 0, inverse_row = 0;  ///< Cells a world unit along x, and along y and z.
};

struct BucketArgs {
  const float* position[3];
  std::uint32_t* cell;  ///< Out: the cell of each agent.
  CellLayout layout;
  Rows agents;
};

/// Agents by cell, in storage order: those of cell c are [start[c], start[c + 1]). The cell of an agent is not kept:
/// finding it anew costs less than the way through memory.
struct GridView : CellLayout {
  const std::uint32_t* start;
  const std::uint8_t* crowded;  ///< A grid row: does any of its cells hold more than `limit` agents?
  std::uint32_t reach;          ///< Cells along x within sight of a cell; along y and z it is one.
  std::uint32_t limit;          ///< Agents seen of one cell; 0 for all.
  std::uint32_t salt;           ///< Moves the window of those seen on, from tick to tick.
};

struct RulesArgs {
  Motion motion;
  const std::uint8_t* species;
  const std::uint8_t* profile;
  const std::uint32_t* slot;  ///< Breaks ties between neighbours equally far.
  const ProfileTable* table;
  GridView grid;
  float size[3];              ///< Of the world, for the soft border, and for what is seen across the edge.
  bool wrapped;               ///< The world is a torus.
  float* speed;               ///< Out, where some profile shares speeds: the speed that the mates have. Else null.
  const std::uint8_t* looks;  ///< 0 for whom the three rules want nothing in this tick; null where they do for all.
  Rows agents;
};

/// Where each profile is on its way from one random direction to the next.
struct WanderClock {
  const std::uint32_t* key;  ///< Of the last direction; the next one's is key + 1.
  const float* share;        ///< Of the way to the next, 0 to 1.
};

struct SteerArgs {
  Motion motion;
  const std::uint8_t* profile;
  const std::uint8_t* goal;
  const std::uint32_t* slot;
  const ProfileTable* table;
  const float* goal_place[3];  ///< By goal; those of goal 0, which is none, say nothing.
  const float* home[3];        ///< Null where nobody holds ground.
  WanderClock wander;
  std::uint32_t seed;
  Rows agents;
};

/// Cells along one edge of a tile of a field, and entries in a row of its block: a cell more on either side.
inline constexpr std::uint32_t kTileEdge = 64, kBlockStride = kTileEdge + 2;

/// Packed directions: a whole field in a frame of one cell, or blocks for tiles of the map. One of both is null, or
/// both where there is no field.
struct FieldView {
  const std::uint32_t* whole = nullptr;
  const std::uint32_t* const* blocks = nullptr;  ///< By tile, row-major; null where there is none.
  float lead = 0.5f;  ///< From a place, in cells, to the entry of the frame whose direction holds there.
};

/// Fields a kind of walker, by goal.
inline constexpr std::uint32_t kFieldsAWalker = 256;

/// How fields lie on the map.
struct FieldLayout {
  std::uint32_t width, height;  ///< Cells of the map, without the frame.
  std::uint32_t tiles_across;   ///< Tiles in a row of the map.
  float inverse_cell;           ///< Map cells a world unit.
  bool plain;                   ///< Blend all four cells alike, as tutorials do.
};

struct FlowArgs {
  Motion motion;
  const std::uint8_t* profile;
  const std::uint8_t* goal;    ///< Whose field each agent follows.
  const std::uint8_t* walker;  ///< What kind of walker each agent is; null where all are of the first.
  const float* pace;           ///< Shares of the largest speed that are wanted; null for all of it.
  const ProfileTable* table;
  const FieldView* fields;  ///< By walker * kFieldsAWalker + goal.
  FieldLayout layout;
  Rows agents;
};

/// What kernels see of bodies.
struct Bodies {
  const float* radius;
  const float* inverse_mass;  ///< 0 or less for those that nothing moves.
  const std::uint8_t* profile;
  const std::uint32_t* slot;  ///< Tells bodies on the very same spot apart.
  const ProfileTable* table;
};

/// Of AvoidArgs::duty: has come to rest.
inline constexpr std::uint8_t kHoldsPost = 1;

struct AvoidArgs {
  Motion motion;
  Bodies bodies;
  const std::uint8_t* duty;
  const std::uint8_t* goal;  ///< Nobody avoids those who rest at its own goal, or it would circle round them.
  GridView grid;             ///< With the reach of the farthest avoidance radius.
  Rows agents;
};

/// No iteration moves a body by more than this share of its radius, so whoever may touch it is known beforehand.
inline constexpr float kMostPush = 0.1f;

/// Whom the batches of one chunk of agents may touch: a header for each batch, followed by its candidates.
struct TouchList {
  std::uint32_t* words;
  std::uint32_t room;  ///< Words. Batches that do not fit look through the grid again, with the same result.
};

/// Which pairs of bodies are looked at. Nearer than `factor` sums of radii and `slack`, which makes up for roundings,
/// two may come to touch in one of the iterations.
struct ContactReach {
  float factor, slack;
  float
      sight2;  ///< They have not passed each other unseen: square of their distance when the grid was filled, at most.
};

/// What happens at the edge of the world.
enum class Edge : std::uint8_t { kStop, kReflect, kWrap, kOpen };

/// The farthest from the origin that anyone gets in an open world, in world units.
inline constexpr float kFarthest = 1e6f;

struct Extent {
  Edge edge;
  float size[3];
};

struct ContactArgs {
  const float* position[3];
  float* pushed[3];          ///< Out: the position after one iteration.
  const float* bucketed[3];  ///< Positions before the move, when the grid was filled.
  float* velocity[3];        ///< What leads into others is taken away after the last iteration; null in earlier ones.
  Bodies bodies;             ///< No inverse masses where all weigh the same and none is locked.
  float* pressure;           ///< Out, in the first iteration; null in later ones.
  TouchList list;
  GridView grid;  ///< With the reach of two bodies that move toward each other.
  ContactReach reach;
  Rows agents;
  Extent world;
  float dt;
};

/// What those need whose headings or speeds are limited.
struct Turning {
  const std::uint32_t* slot;
  const float* speed;  ///< That the mates have, where speeds are shared; else null.
  std::uint32_t seed;  ///< Of this tick's noise.
};

struct IntegrateArgs {
  float* position[3];
  float* velocity[3];
  const float* acceleration[3];
  float* previous[3];         ///< Out: the position before the move; null where nobody asks.
  const float* inverse_mass;  ///< 0 or less keeps an agent where it is; null where there are no bodies.
  const std::uint8_t* profile;
  const ProfileTable* table;
  Turning turning;
  Edge edge;
  float size[3];
  float dt;
  Rows agents;
};

/// Every kernel, compiled for one instruction set. Arrays are indexed by the number of dimensions less 2.
struct KernelTable {
  const char* name;
  std::uint32_t lanes;
  void (*bucket)(const BucketArgs&);
  void (*rules[2])(const RulesArgs&);    ///< For plain tables, and worlds that are no torus.
  void (*society[2])(const RulesArgs&);  ///< The same for all.
  void (*steer[2])(const SteerArgs&);
  void (*flow)(const FlowArgs&);
  void (*avoid[2])(const AvoidArgs&);
  void (*find_contacts[2])(const ContactArgs&);  ///< Writes the list of a chunk.
  void (*push_apart[2])(const ContactArgs&);     ///< One iteration over a chunk.
  void (*integrate[2])(const IntegrateArgs&);
  std::uint64_t (*hash_words)(const std::uint32_t* words, std::uint32_t count, std::uint64_t seed);
};

inline constexpr std::uint32_t kMaxKernelTables = 8;

/// Fills in the tables that this machine can run, slowest first, and returns how many there are.
std::uint32_t available_kernels(const KernelTable* (&tables)[kMaxKernelTables]);
/// The table of that name, or the fastest for null; null where it was not compiled or this machine cannot run it.
const KernelTable* find_kernels(const char* name);

}  // namespace cardume::simd
