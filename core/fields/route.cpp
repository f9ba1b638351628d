#include "core/fields/route.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "core/exact_float.hpp"
#include "core/fields/flow_field.hpp"

namespace cardume {
namespace {

std::uint64_t bytes(const Chart& chart) {
  const Room& room = chart.room;
  return chart.flow.direction.capacity() * sizeof(std::uint32_t) + chart.outlook.light.capacity() +
         (room.area.capacity() + room.off_x.capacity() + room.off_y.capacity() + room.disc.capacity()) * sizeof(float) +
         chart.level.distance.capacity() * sizeof(std::uint32_t);
}

/// How far it is to the nearest of several places: over level ground, and none of them preferred.
Error measure_level(const CostGrid& walk, const std::vector<FieldSource>& sources, IntegrationBuilder& builder,
                    IntegrationField& level) {
  CostGrid ground = walk;
  for (std::uint8_t& cost : ground.cost)
    if (passable(cost)) cost = kOpenCost;
  std::vector<Cell> places;
  for (const FieldSource& source : sources) places.push_back(source.cell);
  return builder.build(ground, places, Metric::kOctile, level);
}

}  // namespace

void RouteBuild::run() {
  failed = measured = false;
  if (ground.anew || built_ != aim)
    build_distances();
  else
    repair_distances();
  if (!failed) build_flow();
  if (failed) return;
  if (!manner.passages.links.empty()) find_links();
  ground.edits.clear();
  ground.anew = false;
  built_ = aim;
  if (manner.room_cells > 0 && aim.gathers()) survey();
}

void RouteBuild::build_distances() {
  built_.walker = 0xFF;  // None has that number: unlike clearing, this keeps memory.
  changed_.clear();
  flow_anew_ = true;
  for (const CellEdit& edit : ground.edits) ground.walk.cost[edit.cell] = edit.cost;
  builders_.resize(aim.parts.size());
  distances_.resize(aim.parts.size());
  desc_.metric = manner.metric;
  desc_.nearest_instead = manner.nearest_instead;
  desc_.passages = manner.passages;
  for (std::size_t i = 0; i < aim.parts.size(); ++i) {
    desc_.sources = aim.parts[i].sources;
    desc_.flee = aim.parts[i].flee;
    if (builders_[i].build(ground.walk, desc_, distances_[i])) failed = true;
  }
}

void RouteBuild::repair_distances() {
  changed_.clear();
  for (const CellEdit& edit : ground.edits) {
    ground.walk.cost[edit.cell] = edit.cost;
    changed_.push_back(edit.cell);
  }
  for (std::size_t i = 0; i < distances_.size(); ++i) builders_[i].repair(ground.edits, distances_[i], changed_);
}

void RouteBuild::add_up() {
  std::vector<float> weights;
  for (const RoutePart& part : aim.parts) weights.push_back(part.weight);
  Result<IntegrationField> sum = combine_fields(distances_, weights);
  failed = !sum;
  if (sum) sum_ = std::move(*sum);
}

/// The flow field at hand is the one before the last, so it lacks what two builds have changed.
void RouteBuild::build_flow() {
  if (distances_.size() > 1) {
    add_up();
    flow_anew_ = true;
    if (failed) return;
  }
  if (flow_anew_ || flow_anew_before_) {
    build_flow_field(ground.walk, distance(), manner.mode, manner.passages, chart.flow);
    chart.flow.origin = manner.origin;
  } else {
    changed_before_.insert(changed_before_.end(), changed_.begin(), changed_.end());
    repair_flow_field(ground.walk, distance(), manner.passages, changed_before_, chart.flow);
  }
  std::swap(changed_, changed_before_);
  flow_anew_before_ = std::exchange(flow_anew_, false);
}

/// A way leads through a link where that is how far its entrance is from the goal.
void RouteBuild::find_links() {
  chart.links.clear();
  const IntegrationField& field = distance();
  const auto consider = [&](Cell from, Cell to, std::size_t number) {
    const std::uint32_t left = field.at(to), here = field.at(from);
    const std::uint32_t packed = chart.flow.packed(from);
    if (packed == 0 && here != 0 && left < here)
      chart.links.push_back(
          {from.y * field.width + from.x, to.y * field.width + to.x, static_cast<std::uint32_t>(number)});
  };
  const std::vector<Link>& links = manner.passages.links;
  for (std::size_t i = 0; i < links.size(); ++i) {
    consider(links[i].from, links[i].to, i);
    if (links[i].both_ways) consider(links[i].to, links[i].from, i);
  }
  const auto length = [&](const TakenLink& one) {
    return static_cast<double>(field.distance[one.to]) / straight_step(field.metric) +
           static_cast<double>(links[one.number].cost);
  };
  std::stable_sort(chart.links.begin(), chart.links.end(), [&](const TakenLink& a, const TakenLink& b) {
    return a.from != b.from ? a.from < b.from : length(a) < length(b);
  });
  const auto last = std::unique(chart.links.begin(), chart.links.end(),
                                [](const TakenLink& a, const TakenLink& b) { return a.from == b.from; });
  chart.links.erase(last, chart.links.end());
}

/// What costs and crowds change about a field says nothing about the ground, so that is measured only where walls or
/// the goal are others.
void RouteBuild::survey() {
  const bool single = aim.single(), crow = manner.metric == Metric::kEikonal;
  if (single && crow) {
    desc_.metric = Metric::kOctile;
    failed = static_cast<bool>(surveyor_.build(ground.walk, desc_, octile_));
    if (failed) return;
  }
  const IntegrationField& steps = crow ? octile_ : distances_[0];
  if (single)
    look_around(steps, aim.cell(), manner.room_cells, chart.outlook);
  else
    chart.outlook.light.clear();
  measured = !single || survey_.goal != aim.cell() || survey_.version != ground.version;
  if (!measured) return;
  survey_.goal.reset();
  // Who has arrived may stand farther out than the room for all of them reaches.
  const std::uint32_t most = 2 * manner.room_cells * kStraightStep;
  if (!single)
    failed = static_cast<bool>(measure_level(ground.walk, aim.parts[0].sources, surveyor_, chart.level));
  else if (!builders_[0].level())
    surveyor_.build_level(ground.walk, aim.cell(), steps.metric, most, chart.level);
  else
    chart.level = steps;
  if (single) measure_room(chart.level, aim.cell(), manner.room_cells, chart.room);
  survey_.goal = aim.cell();
  survey_.version = ground.version;
}

void Route::run_build(void* context) {
  const ExactFloat exact;
  auto& build = *static_cast<RouteBuild*>(context);
  try {
    build.run();
  } catch (const std::bad_alloc&) {
    build.failed = true;
  }
}

std::uint64_t RouteBuild::memory_bytes() const {
  std::uint64_t sum =
      bytes(chart) + ground.walk.cost.capacity() + ground.edits.capacity() * sizeof(CellEdit) +
      surveyor_.memory_bytes() +
      (octile_.distance.capacity() + sum_.distance.capacity() + changed_.capacity() + changed_before_.capacity()) *
          sizeof(std::uint32_t);
  for (const IntegrationBuilder& builder : builders_) sum += builder.memory_bytes();
  for (const IntegrationField& field : distances_) sum += field.distance.capacity() * sizeof(std::uint32_t);
  return sum;
}

std::uint64_t memory_bytes(const Route& route) {
  std::uint64_t sum = bytes(route.chart) + (route.building ? route.build_bytes : route.build.memory_bytes());
  if (route.tiled != nullptr)
    sum += route.tiled->route.memory_bytes() + route.tiled->blocks.capacity() * sizeof(const std::uint32_t*) +
           route.tiled->plan.capacity() * sizeof(std::uint32_t) + route.tiled->wanted.capacity();
  return sum;
}

}  // namespace cardume
