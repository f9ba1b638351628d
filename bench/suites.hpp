#pragma once

// Each suite enters its benchmarks here; main.cpp lists them.
namespace cardume::bench {

void register_peers();         ///< The engine against others at the same work, interleaved.
void register_bodies();        ///< Bodies against points, and a jam against those who walk freely, interleaved.
void register_society();       ///< Ways to see others against plain flocks, interleaved.
void register_hunt();          ///< Hunters and prey against those who do not look for each other, interleaved.
void register_minds();         ///< A horde with minds against the same one without, interleaved.
void register_space();         ///< A flock in space against one in the plane, interleaved.
void register_scaling();       ///< Two threads against one, interleaved.
void register_workloads();     ///< Every workload: size x instruction set x threads.
void register_kernels();       ///< Each kernel by itself, by instruction set.
void register_queries();       ///< Each kind of query, alone and many at once.
void register_fields();        ///< Each field builder, on caves and on real maps.
void register_field_rivals();  ///< Fields against a plain Dijkstra, and mazes against open maps, interleaved.
void register_edits();         ///< Fields, walk grids and islands after edits of the map.
void register_tiles();         ///< The hierarchy of large maps.
void register_worldgen();      ///< Generators of worlds against plain loops, interleaved.
void register_huge_worlds();   ///< A crowd on the largest map, with a goal that moves.

}  // namespace cardume::bench
