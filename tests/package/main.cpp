#include <cardume/world.hpp>
#include <cardume/worldgen.hpp>

// Touches each class and each kind of free function, so that a missing export fails to link.
int main() {
  const auto scheduler = cardume::make_tbb_scheduler(2);
  auto caves = cardume::generate_caves({.width = 32, .height = 32});
  if (!caves) return 1;
  const auto start = cardume::nearest_free(*caves, {16, 16}, 16);
  if (!start) return 2;
  const cardume::Vec2 place{static_cast<float>(start->x) + 0.5f, static_cast<float>(start->y) + 0.5f};

  cardume::WorldDesc desc;
  desc.terrain = *std::move(caves);
  auto world = cardume::World::create(desc, *scheduler);
  if (!world) return 3;
  const auto goal = world->add_goal(place);
  if (!goal) return 4;
  if (!world->spawn({.position = {place.x, place.y, 0}, .goal = *goal})) return 5;
  return world->tick().agents == 1 ? 0 : 6;
}
