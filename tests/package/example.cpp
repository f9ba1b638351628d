#include <cardume/world.hpp>
#include <cardume/worldgen.hpp>
#include <cinttypes>
#include <cstdio>

int main() {
  cardume::WorldDesc desc;
  desc.terrain = *cardume::generate_caves({.width = 128, .height = 128, .seed = 1});
  const auto scheduler = cardume::make_tbb_scheduler();
  auto world = cardume::World::create(desc, *scheduler);
  if (!world) return std::puts(world.error().message.c_str()), 1;

  const auto goal = world->add_goal({64, 64});
  for (float y = 0.5f; y < 128; ++y)
    for (float x = 0.5f; x < 128; x += 4) (void)world->spawn({.position = {x, y, 0}, .goal = *goal});  // Not in walls.

  cardume::TickReport report;
  for (int tick = 0; tick < 600; ++tick) report = world->tick();
  std::printf("tick %" PRIu64 ": %u agents, one at (%.2f, %.2f), state %016" PRIx64 "\n", report.tick, report.agents,
              world->positions(0)[0], world->positions(1)[0], report.state_hash);
}
