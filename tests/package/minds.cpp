#include <cardume/world.hpp>
#include <cstdio>

int main() {
  cardume::WorldDesc desc;  // 100 by 100 world units, open ground.
  desc.species.resize(2);
  cardume::SpeciesDesc &player = desc.species[0], &enemy = desc.species[1];
  player.separation.radius = 0;     // It makes way for nobody,
  player.steering.seek.weight = 1;  // and goes straight to its goal.

  cardume::StateDesc idle, chase;
  idle.behaviour.motion.max_speed = 1;
  idle.behaviour.steering.wander.weight = 1;
  chase.behaviour.relations = {{.species = 0, .pursue = {.radius = 30, .weight = 2}}};
  using Condition = cardume::ConditionDesc;
  enemy.mind.states = {idle, chase};
  enemy.mind.transitions = {{.from = 0, .to = 1, .conditions = {{.kind = Condition::Kind::kNear, .value = 15}}},
                            {.from = 1, .to = 0, .conditions = {{.kind = Condition::Kind::kHealth, .value = 0.3f}}}};
  const auto scheduler = cardume::make_tbb_scheduler();
  auto world = cardume::World::create(desc, *scheduler);

  const auto hero = world->spawn({.position = {10, 50}, .species = 0, .goal = *world->add_goal({90, 50})});
  for (float x = 5; x < 100; x += 10)
    for (float y = 5; y < 100; y += 10) (void)world->spawn({.position = {x, y}, .species = 1});

  int changes = 0;
  for (int tick = 0; tick < 900; ++tick) {
    world->tick();
    for (const auto& event : world->events()) changes += event.kind == cardume::Event::Kind::kStateChanged;
  }
  const std::uint32_t row = *world->row_of(*hero);
  const cardume::Vec3 at{world->positions(0)[row], world->positions(1)[row]};
  const auto near = world->count_in(cardume::within(at, 10, {.species = 1u << 1}));
  std::printf("%d enemies noticed the player, %u are within 10 of it at (%.1f, %.1f)\n", changes, *near, at.x, at.y);
}
