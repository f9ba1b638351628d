#pragma once
#include <cardume/scheduler.hpp>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/fields/tile_graph.hpp"
#include "core/fields/tiled_route.hpp"
#include "core/fields/walk_map.hpp"

namespace cardume {

struct Route;

/// The blocks that agents on one route follow, those of the tiles that they are in and of those around.
struct TileCover {
  TiledRoute route;                          ///< Belongs to the planner's job between launch and finish.
  std::vector<const std::uint32_t*> blocks;  ///< By tile; null where there is none.
  std::vector<std::uint32_t> plan;           ///< By tile: the number of the plan that its block follows.
  std::vector<std::uint8_t> wanted;          ///< By tile: see Want.
  std::uint32_t plans = 0;                   ///< Begun so far.
  std::uint64_t graph_edits = 0;             ///< Edits of the graph that the last plan knows.
  std::uint64_t held_bytes = 0;              ///< By the route, as of the last batch.
  bool ready = false;                        ///< Some of its blocks are there.
  bool complete = false;  ///< All blocks were there, of the last plan, that the last batch had to make.
};

/// How much a tile is wanted.
enum Want : std::uint8_t { kUnwanted, kNextTo, kOccupied };

/// What is to be done for one route in a batch.
struct TileOrder {
  Route* route = nullptr;
  bool plan = false;  ///< Anew, for a goal in that cell.
  Cell goal;
  std::vector<std::uint32_t> tiles;    ///< Whose blocks are wanted, those first that are wanted most.
  std::vector<std::uint32_t*> blocks;  ///< Out: one a tile; null for those that have to wait.
};

/// Makes plans and blocks for all routes of one kind of walker on a large map, batch by batch, beside the tick. The
/// work of a batch is bounded, so that it is done in time: long plans go on from batch to batch, from the goal outward,
/// and tiles have their blocks as soon as the plan is there. The map stays as it is until all plans are done.
struct TilePlanner {
  TilePlanner() : job(run_batch, this, "plan tiles") {}

  static void run_batch(void* context);

  TileGraph graph;
  TileWork work;
  bool built = false;             ///< There is a graph. If not, it is to be built from `ground` first.
  CostGrid ground;                ///< In.
  std::uint64_t revision = 0;     ///< Entries of the walk map's log that the graph has.
  std::uint64_t edits_taken = 0;  ///< Of the log, so far.
  std::vector<CellEdit> edits;    ///< In: to be made first.
  std::vector<TileOrder> orders;  ///< In and out.
  std::size_t order_count = 0;    ///< Of them in use.
  std::uint64_t publish_tick = 0;
  bool building = false;
  bool failed = false;  ///< Out: there was no memory for it.
  std::vector<std::unique_ptr<std::uint32_t[]>> pool;
  std::vector<std::uint32_t*> spare;     ///< Blocks of the pool that nobody uses. The job's, as the pool is.
  std::vector<std::uint32_t*> returned;  ///< Will be spare with the next batch.
  std::uint64_t held_bytes = 0;          ///< As of the last batch.
  BackgroundJob job;                     ///< Last, so that it ends before what it works on.
};

/// Takes all memory that a field's tables need.
void reserve(const TileGraph&, TileCover&);

/// Puts a new order into the batch.
TileOrder& add_order(TilePlanner&, Route&);

/// Gives back the block of a tile, if there is one.
void give_back(TilePlanner&, const std::uint32_t*& block);

/// Gives back all blocks of a field.
void give_back(TilePlanner&, TileCover&);

/// Notes what is held, which the job may change while it runs.
void note_memory(TilePlanner&);

std::uint64_t memory_bytes(const TileCover&);

}  // namespace cardume
