#include <cardume/world.hpp>
#include <cstdio>

int main() {
  cardume::WorldDesc desc;
  desc.terrain = {64, 32, 1, std::vector<std::uint8_t>(64 * 32, cardume::kOpenCost)};
  cardume::SpeciesDesc& walker = desc.species[0];
  walker.separation.radius = walker.alignment.radius = walker.cohesion.radius = 0;  // A species flocks by default.
  walker.body.radius = 0.4f;
  walker.avoidance.radius = 2;
  const auto scheduler = cardume::make_tbb_scheduler();
  auto world = cardume::World::create(desc, *scheduler);

  (void)world->set_cost({32, 0}, {32, 14}, cardume::kWall);  // A wall, and in it a door 3 cells wide.
  (void)world->set_cost({32, 18}, {32, 31}, cardume::kWall);
  const auto goal = world->add_goal({50, 16});
  for (float y = 8; y < 24; ++y)
    for (float x = 4; x < 24; ++x) (void)world->spawn({.position = {x, y, 0}, .goal = *goal});

  int events = 0;
  cardume::StepReport step;
  for (int frame = 0; frame < 50 * 180; ++frame) {
    step = world->step(1 / 50.f);  // In ticks of 1/60 s, whatever the frame rate.
    for (const cardume::Event& event : world->events()) events += event.kind == cardume::Event::Kind::kArrived;
  }
  std::printf("%u of %u have arrived, %d events said so, %d pairs overlap by more than 5 %%\n",
              step.last.states.arrived, step.last.agents, events, static_cast<int>(world->overlaps().deep));
}
