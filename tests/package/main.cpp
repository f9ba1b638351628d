#include <cardume/world.hpp>
#include <cardume/worldgen.hpp>
#include <cstring>

namespace {

void run_chunks(void*, std::uint32_t chunks, void (*chunk)(void*, std::uint32_t), void* context) {
  for (std::uint32_t number = 0; number < chunks; ++number) chunk(context, number);
}

// Touches every free function, so that a missing export fails to link.
bool free_functions_work(const cardume::CostGrid& map, cardume::Cell start) {
  const auto distances = cardume::build_integration_field(map, {&start, 1});
  if (!distances || !cardume::steps_to_goal(map, *distances, start) || !cardume::path_to_goal(map, *distances, start))
    return false;
  const cardume::Vec2 direction = cardume::direction_at(cardume::build_flow_field(map, *distances), start);
  const auto again = cardume::parse_map(cardume::format_map(map), "again");
  return direction == cardume::Vec2{} && again && !cardume::validate(*again) && !cardume::instruction_sets().empty() &&
         std::strcmp(cardume::to_string(cardume::Status::kOk), "ok") == 0 &&
         std::strcmp(cardume::to_string(cardume::Stage::kSpawn), "spawn") == 0 && *cardume::version() != 0 &&
         cardume::sim_version() != 0 && cardume::make_serial_scheduler() != nullptr &&
         cardume::make_host_scheduler({nullptr, 1, run_chunks, nullptr}) != nullptr;
}

}  // namespace

int main() {
  const auto scheduler = cardume::make_tbb_scheduler(2);
  auto caves = cardume::generate_caves({.width = 32, .height = 32});
  if (!caves) return 1;
  const auto start = cardume::nearest_free(*caves, {16, 16}, 16);
  if (!start || !free_functions_work(*caves, *start)) return 2;
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
