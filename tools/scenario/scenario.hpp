#pragma once
#include <cardume/world.hpp>
#include <cardume/worldgen.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cardume {

/// A length in world units, or a share of the world's size along the axis it is used for (in a file: "50%").
struct Length {
  float value = 0;
  bool relative = false;

  float of(float size) const { return relative ? value * size : value; }
};

struct Place {
  Length x, y, z;

  Vec3 of(Vec3 size) const { return {x.of(size.x), y.of(size.y), z.of(size.z)}; }
};

/// Longer runs are refused.
inline constexpr std::uint64_t kMaxTicks = 1'000'000'000;

/// How large the world is. Terrain overrules it.
struct SizePlan {
  Vec3 size{100, 100, 100};
  bool uniform = false;   ///< Derive a square (cube) from the number of agents instead, so that density stays.
  float neighbours = 16;  ///< Agents that each sees on average within `radius`, spread evenly.
  float radius = 4;       ///< World units.
};

/// A way of moving; see MovementDesc.
struct MovementPlan {
  std::string name;
  MovementDesc desc;
};

struct WorldPlan {
  SizePlan size;
  std::vector<MovementPlan> movements;  ///< None for one by which all ground costs what the map says.
  std::uint32_t dimensions = 2;
  std::uint32_t crowd_limit = BudgetDesc{}.crowd_limit;
  ContactsDesc contacts;
};

struct RegionPlan {
  std::string name;
  RegionDesc desc;
};

/// What surrounds the agents, besides the terrain.
struct SceneryPlan {
  Edge edge = Edge::kStop;
  std::vector<ObstacleDesc> obstacles;
  std::vector<RegionPlan> regions;
};

/// A rectangle of map cells, both corners included, in any order.
struct CellRectangle {
  Cell corner, opposite;
};

/// Rooms, corridors and doors: open ground, walls on it, and gaps in the walls.
struct FloorPlan {
  std::uint32_t width = 64;   ///< Cells.
  std::uint32_t height = 64;  ///< Cells.
  std::vector<CellRectangle> walls;
  std::vector<CellRectangle> gaps;
};

/// A world by the recipe of that name, or in that file.
struct RecipePlan {
  std::string recipe;
  std::uint32_t width = 0, height = 0;  ///< Cells; 0 for what the recipe says.
  std::uint64_t seed = 1;
};

struct TerrainPlan {
  enum class Kind : std::uint8_t { kNone, kFile, kCaves, kPlan, kRecipe };

  Kind kind = Kind::kNone;
  std::string file;                ///< A map that load_map() reads.
  std::optional<float> cell_size;  ///< World units; of files and plans. By default as the file says, or 1.
  CavesDesc caves;
  FloorPlan plan;
  RecipePlan recipe;
  Passages passages;
  bool own_seed = false;  ///< Caves and recipes have their own seed rather than the scenario's.
  std::string origin;     ///< Where it was asked for, as `name:line:column`; empty for what no text asked for.
};

struct SpeciesPlan {
  std::string name;
  SpeciesDesc desc;
};

/// Where agents appear. Draws in terrain fall on its largest connected region.
struct AreaPlan {
  enum class Kind : std::uint8_t { kUniform, kDisc, kRect, kPoints };

  Kind kind = Kind::kUniform;
  Place centre;    ///< Of a disc (a ball in 3D).
  std::string at;  ///< The place of a recipe that is the centre instead; empty for none.
  Length radius;   ///< Of a disc; relative to the world's shortest edge.
  Place min, max;  ///< Of a rect (a box in 3D).
  std::vector<Place> points;
};

/// Which way they look at first.
struct HeadingPlan {
  enum class Kind : std::uint8_t { kRandom, kGoal, kCentre, kFixed };

  Kind kind = Kind::kRandom;
  Vec3 direction;  ///< Of kFixed: a unit vector.
};

/// What the bodies of one group have of their own.
struct BodyPlan {
  float min_radius = 0;  ///< World units; each body draws its own between the two. 0 for the species' own.
  float max_radius = 0;
  float mass = 0;  ///< 0 for the species' own.
  bool locked = false;
};

/// World units a second; each agent draws its own between the two.
struct SpeedPlan {
  float low = 0, high = 0;
};

struct SpawnPlan {
  std::uint8_t species = 0;
  std::optional<std::uint32_t> goal;   ///< Index into Scenario::goals.
  std::optional<std::uint32_t> count;  ///< Agents; otherwise a share of those that no count has taken.
  float share = 1;                     ///< In proportion to the other shares.
  AreaPlan area;
  HeadingPlan heading;
  std::optional<SpeedPlan> speed;  ///< The max_speed of the species by default.
  BodyPlan body;
  std::optional<FormationDesc> formation;  ///< On the way to the goal.
  std::string origin;                      ///< As TerrainPlan::origin.
};

/// A place of a goal of several, as GoalPlace.
struct GoalPlacePlan {
  Place position;
  Vec2 half;
  float handicap = 0;
};

/// As GoalPart.
struct GoalPartPlan {
  std::vector<GoalPlacePlan> places;
  bool flee = false;
  float weight = 1;
};

struct GoalPlan {
  enum class Kind : std::uint8_t { kFixed, kWalk, kOrbit, kJump };

  std::string name;
  Kind kind = Kind::kFixed;
  Place position;                     ///< Of a fixed goal, or the centre of an orbit; of several places the first one.
  std::string place;                  ///< The place of a recipe that is the position instead; empty for none.
  std::vector<GoalPartPlan> parts;    ///< Of a fixed goal that is more than a point.
  float speed = 4;                    ///< Of a walk between random places; world units a second.
  std::optional<std::uint64_t> seed;  ///< Of a walk and of jumps; the scenario's by default.
  Length radius;                      ///< Of an orbit; relative to the world's shortest edge.
  float period = 60;                  ///< Of an orbit, seconds a turn; of jumps, the mean seconds from one to the next.
  AreaPlan area;                      ///< That it jumps about in.
  std::string origin;                 ///< As TerrainPlan::origin.
};

/// A point of interest: a goal, wherever it is, or a place.
struct FocusPlan {
  std::optional<std::uint32_t> goal;  ///< An index into Scenario::goals.
  Place place;
};

/// Some of the agents there are.
struct WhoPlan {
  std::optional<std::uint8_t> species;  ///< Any by default.
  std::optional<std::uint32_t> goal;  ///< The one they have now, an index into Scenario::goals; any or none by default.
  float share = 1;                    ///< Of those, drawn one by one.
};

/// What becomes of a mind: one of these.
struct MindPlan {
  float health = 1;
  std::uint32_t flags = 0;
  std::uint8_t state = 0;
};

/// Ground that is put to a cost: cells, or those whose middles lie in a zone.
struct GroundPlan {
  CellRectangle cells;
  std::optional<Zone> zone;
  std::uint8_t cost = kOpenCost;
};

/// Something that happens at a set time.
struct EventPlan {
  enum class Kind : std::uint8_t { kSpawn, kDespawn, kMoveGoal, kSetCost, kOrder, kLock, kHealth, kFlags, kState };

  double at = 0;  ///< Seconds.
  Kind kind = Kind::kSpawn;
  SpawnPlan spawn;                         ///< With a count.
  WhoPlan who;                             ///< To be removed, ordered, locked, or of another mind.
  std::uint32_t goal = 0;                  ///< To be moved or gone to: an index into Scenario::goals.
  Place position;                          ///< To move the goal to; it stays there.
  GroundPlan ground;                       ///< To be put to a cost.
  std::optional<FormationDesc> formation;  ///< To take up on the way to the goal.
  bool locked = true;                      ///< Or set free.
  MindPlan mind;
  std::string origin;  ///< As TerrainPlan::origin.
};

/// The numbers that make one run of a scenario differ from another.
struct RunPlan {
  std::uint64_t seed = 1;
  std::uint32_t agents = 10'000;
  double seconds = 10;
  float tick_rate = 60;
};

/// A world and all that happens in it, as a file describes it.
struct Scenario {
  std::string name;         ///< The file's name without folder and ending, unless the file says otherwise.
  std::string description;  ///< One line.
  RunPlan run;
  WorldPlan world;
  TerrainPlan terrain;
  FieldsDesc fields;
  SceneryPlan scenery;
  std::vector<SpeciesPlan> species;
  std::vector<GoalPlan> goals;
  std::vector<FocusPlan> focus;
  std::vector<SpawnPlan> spawns;
  std::vector<EventPlan> events;
};

/// A whole number below 2^64 in decimal digits, and nothing else.
std::optional<std::uint64_t> parse_seed(std::string_view text);

/// Whether a run that long has at most kMaxTicks ticks; kInvalidArgument says how many it would have.
Error check_length(double seconds, float tick_rate);

/// Reads a scenario in TOML. Errors read `name:line:column: what; expected ...`. Each override is a `dotted.path=value`
/// that is put in place before anything is checked; `species`, `goal` and the like take a number or a name as in
/// "species.wolf.state.chase.motion.max_speed=6". Its errors begin with `--set`.
Result<Scenario> parse_scenario(std::string_view text, const std::string& name,
                                const std::vector<std::string>& overrides = {});

/// Reads a scenario file. A plain name such as "horde" is looked up in find_scenarios(); files that it names are
/// relative to its own folder.
Result<Scenario> load_scenario(const std::string& name_or_path, const std::vector<std::string>& overrides = {});

/// The scenario files at hand, by name, from the folders in the environment variable CARDUME_SCENARIOS (parted by ":"),
/// from beside the program and from the source tree; the first of a name wins.
std::vector<std::string> find_scenarios();

}  // namespace cardume
