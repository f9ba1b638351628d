#include <cardume/world.hpp>
#include <cardume/worldgen.hpp>
#include <cinttypes>
#include <cstdio>

int main() {
  const auto recipe = cardume::Recipe::shipped("continent");  // Or Recipe::parse(text, name).
  auto landscape = cardume::Landscape::create(*recipe, {.seed = 7, .width = 256, .height = 256});
  const auto land = landscape->whole();

  cardume::WorldDesc desc;
  desc.terrain = land->terrain;
  desc.scenery.obstacles = cardume::obstacles_in(*land);  // The trunks of trees.
  cardume::SpeciesDesc& walker = desc.species[0];
  walker.separation.radius = walker.alignment.radius = walker.cohesion.radius = 0;
  walker.body.radius = 0.3f;
  const auto scheduler = cardume::make_tbb_scheduler();
  auto world = cardume::World::create(desc, *scheduler);

  const cardume::NamedPlace &west = land->places[0], &east = land->places[1];
  const auto goal = world->add_goal(cardume::middle_in(*land, east.x, east.y));
  const cardume::Vec2 camp = cardume::middle_in(*land, west.x, west.y);
  for (int i = 0; i < 200; ++i) (void)world->spawn({.position = camp, .goal = *goal, .snap_distance = 30});

  int arrived = 0;
  for (int tick = 0; tick < 150 * 60; ++tick) {
    world->tick();
    for (const auto& event : world->events()) arrived += event.kind == cardume::Event::Kind::kArrived;
  }
  std::printf("land %016" PRIx64 " with %zu trees: %d of %u have crossed it\n", land->hash, land->trees.size(), arrived,
              world->count());
}
