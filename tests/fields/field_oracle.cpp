#include "tests/fields/field_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cardume::testing {
namespace {

using Distances = std::vector<std::uint64_t>;

struct Place {
  int x, y;
};

bool blocks(std::uint8_t cost) { return cost == 0 || cost == kWall; }

/// One field, and the rules that its cells are relaxed by.
class Relaxation {
 public:
  Relaxation(const CostGrid& grid, const IntegrationDesc& desc)
      : grid_(grid), desc_(desc), distance_(grid.cost.size(), kFar), seed_(grid.cost.size(), kFar) {}

  Distances& seeds() { return seed_; }

  const Distances& run() {
    std::fill(distance_.begin(), distance_.end(), kFar);
    for (bool changes = true; changes;) {
      changes = false;
      for (int y = 0; y < height(); ++y)
        for (int x = 0; x < width(); ++x) changes |= !blocked({x, y}) && relax({x, y});
    }
    return distance_;
  }

  void seed_sources() {
    for (const FieldSource& source : desc_.sources) {
      if (blocks(grid_.cost[grid_.index(source.cell)])) continue;
      const Place from{static_cast<int>(source.cell.x), static_cast<int>(source.cell.y)};
      const auto handicap =
          static_cast<std::uint64_t>(std::llround(double{source.handicap} * straight_step(desc_.metric)));
      lower(seed_[index(from)], handicap);
      if (desc_.metric == Metric::kEikonal) seed_disc(from, handicap);
    }
  }

 private:
  int width() const { return static_cast<int>(grid_.width); }
  int height() const { return static_cast<int>(grid_.height); }
  std::size_t index(Place at) const {
    return static_cast<std::size_t>(at.y) * grid_.width + static_cast<std::size_t>(at.x);
  }
  bool blocked(Place at) const {
    return at.x < 0 || at.y < 0 || at.x >= width() || at.y >= height() || blocks(grid_.cost[index(at)]);
  }
  static Cell cell(Place at) { return {static_cast<std::uint32_t>(at.x), static_cast<std::uint32_t>(at.y)}; }
  static void lower(std::uint64_t& value, std::uint64_t other) { value = std::min(value, other); }

  bool may_step(Place at, int dx, int dy) const {
    const Place to{at.x + dx, at.y + dy};
    return !blocked(to) && !blocked({to.x, at.y}) && !blocked({at.x, to.y}) &&
           passes(desc_.passages, cell(at), cell(to));
  }

  bool relax(Place at) {
    std::uint64_t best = std::min(distance_[index(at)], seed_[index(at)]);
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        if ((dx != 0 || dy != 0) && may_step(at, dx, dy)) lower(best, over(at, dx, dy));
    for (const Link& link : desc_.passages.links) {
      lower(best, through(link, link.from, link.to, at));
      if (link.both_ways) lower(best, through(link, link.to, link.from, at));
    }
    if (best >= distance_[index(at)]) return false;
    distance_[index(at)] = best;
    return true;
  }

  std::uint64_t through(const Link& link, Cell from, Cell to, Place at) const {
    const std::uint64_t distance = distance_[grid_.index(to)];
    if (!(from == cell(at)) || distance == kFar) return kFar;
    return distance + static_cast<std::uint64_t>(std::llround(double{link.cost} * straight_step(desc_.metric)));
  }

  std::uint64_t over(Place at, int dx, int dy) const {
    const std::uint64_t distance = distance_[index({at.x + dx, at.y + dy})], cost = grid_.cost[index(at)];
    if (distance == kFar) return kFar;
    const bool diagonal = dx != 0 && dy != 0;
    if (desc_.metric != Metric::kEikonal)
      return distance + cost * (diagonal && desc_.metric == Metric::kOctile ? 99 : 70);
    const double step = 1120 * static_cast<double>(cost);
    if (diagonal) return distance + rounded(at, step * std::sqrt(2.0));
    return std::min(across(at, dx, dy, dy, dx, distance, step), across(at, dx, dy, -dy, -dx, distance, step));
  }

  /// To the threshold of a cell.
  std::uint64_t rounded(Place at, double value) const {
    std::uint32_t mixed = static_cast<std::uint32_t>((at.y + 1) * (width() + 2) + at.x + 1) * 0x85EBCA6Bu;
    mixed = (mixed ^ mixed >> 13) * 0xC2B2AE35u;
    return static_cast<std::uint64_t>(std::floor(value + (mixed >> 26) / 64.0 + 1 / 128.0));
  }

  bool one_way(Place at) const {
    const Cell c = cell(at);
    return std::any_of(desc_.passages.one_ways.begin(), desc_.passages.one_ways.end(), [&](const OneWay& area) {
      return area.low.x <= c.x && c.x <= area.high.x && area.low.y <= c.y && c.y <= area.high.y;
    });
  }

  /// Over the lines from a straight neighbour to the diagonal one on its side, and to the one a knight's move away.
  std::uint64_t across(Place at, int dx, int dy, int side_x, int side_y, std::uint64_t straight, double step) const {
    const Place corner{at.x + side_x, at.y + side_y}, diagonal{corner.x + dx, corner.y + dy};
    const Place knight{diagonal.x + dx, diagonal.y + dy};
    std::uint64_t best = straight + static_cast<std::uint64_t>(step);
    if (blocked(diagonal)) return best;
    const std::uint64_t slant = distance_[index(diagonal)];
    const Place beside{at.x + dx, at.y + dy};
    const bool rounds = !blocked(corner) || (grid_.cost[index(beside)] <= grid_.cost[index(at)] &&
                                             passes(desc_.passages, cell(beside), cell(diagonal)));
    if (passes(desc_.passages, cell(at), cell(diagonal)) && slant < straight) {
      const auto drop = static_cast<double>(straight - slant);
      if (drop < step / std::sqrt(2.0)) {
        lower(best, straight + rounded(at, std::sqrt(step * step - drop * drop)));
      } else {
        lower(best,
              rounds ? slant + rounded(at, step * std::sqrt(2.0)) : straight + rounded(at, step / std::sqrt(2.0)));
      }
    }
    for (const Place place : {at, beside, diagonal, knight})
      if (blocked(place) || one_way(place) || grid_.cost[index(place)] != grid_.cost[index(at)]) return best;
    const std::uint64_t far = distance_[index(knight)];
    if (far == kFar) return best;
    const double fall = static_cast<double>(straight) - static_cast<double>(far);
    const double beyond = slant == kFar ? 0 : static_cast<double>(slant) - static_cast<double>(far);
    if (fall > step && fall < step * 3 / std::sqrt(5.0))
      lower(best, straight + rounded(at, (fall + std::sqrt(2 * step * step - fall * fall)) / 2));
    if (fall >= step * 3 / std::sqrt(5.0)) lower(best, far + rounded(at, step * std::sqrt(5.0)));
    if (!blocked(corner) && beyond > step / std::sqrt(2.0) && beyond < step * 2 / std::sqrt(5.0))
      lower(best, slant + static_cast<std::uint64_t>(beyond) + rounded(at, std::sqrt(step * step - beyond * beyond)));
    return best;
  }

  bool clear(Place at) const { return !blocked(at) && grid_.cost[index(at)] == kOpenCost && !one_way(at); }

  /// Whether the line between the middles of two cells touches a third one, its edge included.
  static bool touches(Place from, Place to, Place at) {
    int least = 1, most = -1;
    for (const int x : {2 * at.x - 1, 2 * at.x + 1})
      for (const int y : {2 * at.y - 1, 2 * at.y + 1}) {
        const int side = (to.x - from.x) * (y - 2 * from.y) - (to.y - from.y) * (x - 2 * from.x);
        least = std::min(least, (side > 0) - (side < 0));
        most = std::max(most, (side > 0) - (side < 0));
      }
    return least <= 0 && most >= 0;
  }

  bool sees(Place from, Place to) const {
    for (int y = std::min(from.y, to.y); y <= std::max(from.y, to.y); ++y)
      for (int x = std::min(from.x, to.x); x <= std::max(from.x, to.x); ++x) {
        const bool source = x == from.x && y == from.y;
        if (!source && touches(from, to, {x, y}) && !clear({x, y})) return false;
      }
    return true;
  }

  void seed_disc(Place from, std::uint64_t handicap) {
    if (one_way(from)) return;
    for (int y = 0; y < height(); ++y)
      for (int x = 0; x < width(); ++x)
        if (sees(from, {x, y}))
          lower(seed_[index({x, y})],
                handicap + static_cast<std::uint64_t>(std::llround(1120 * std::hypot(x - from.x, y - from.y))));
  }

  const CostGrid& grid_;
  const IntegrationDesc& desc_;
  Distances distance_, seed_;
};

/// Seeds of the flight from what is at these distances.
Distances flight(const Distances& threat) {
  std::uint64_t largest = 0;
  for (const std::uint64_t distance : threat)
    if (distance != kFar) largest = std::max(largest, distance);
  Distances seeds = threat;
  for (std::uint64_t& seed : seeds)
    if (seed != kFar) seed = (largest - seed) * 6 / 5;
  return seeds;
}

/// The cell without a distance that is nearest to a place; past the last one where all have one.
std::size_t nearest_without(const CostGrid& grid, const Distances& distance, Cell place) {
  std::size_t nearest = distance.size();
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (std::size_t i = 0; i < distance.size(); ++i) {
    const auto dx = static_cast<std::int64_t>(i % grid.width) - place.x;
    const auto dy = static_cast<std::int64_t>(i / grid.width) - place.y;
    if (blocks(grid.cost[i]) || distance[i] != kFar || dx * dx + dy * dy >= least) continue;
    least = dx * dx + dy * dy;
    nearest = i;
  }
  return nearest;
}

}  // namespace

bool passes(const Passages& passages, Cell from, Cell to) {
  const auto against = [&](Cell cell) {
    bool result = false;
    for (const OneWay& area : passages.one_ways) {
      if (cell.x < area.low.x || cell.x > area.high.x || cell.y < area.low.y || cell.y > area.high.y) continue;
      const int dx = static_cast<int>(to.x) - static_cast<int>(from.x);
      const int dy = static_cast<int>(to.y) - static_cast<int>(from.y);
      result = dx * area.dx + dy * area.dy < 0;
    }
    return result;
  };
  return !against(from) && !against(to);
}

IntegrationField field_by_relaxation(const CostGrid& grid, const IntegrationDesc& desc) {
  Relaxation relaxation(grid, desc);
  relaxation.seed_sources();
  Distances distance = relaxation.run();
  if (desc.flee) {
    relaxation.seeds() = flight(distance);
    distance = relaxation.run();
  }
  while (desc.nearest_instead) {
    const std::size_t nearest = nearest_without(grid, distance, desc.sources[0].cell);
    if (nearest == distance.size()) break;
    relaxation.seeds()[nearest] = kStranded;
    distance = relaxation.run();
  }
  IntegrationField field{grid.width, grid.height, desc.metric, {}};
  for (const std::uint64_t value : distance)
    field.distance.push_back(value == kFar ? kUnreachable : static_cast<std::uint32_t>(value));
  return field;
}

CostGrid random_map(Dice& random, std::uint32_t highest_cost, bool unfit) {
  CostGrid grid{random() % 14 + 1, random() % 14 + 1, 1, {}};
  const std::uint32_t walls = random() % 50;
  for (std::uint32_t i = 0; i < grid.width * grid.height; ++i) {
    const std::uint8_t blocked = unfit && random.chance(40) ? std::uint8_t{0} : kWall;
    grid.cost.push_back(random.chance(walls) ? blocked : static_cast<std::uint8_t>(random() % highest_cost + 1));
  }
  return grid;
}

IntegrationDesc random_field(Dice& random, const CostGrid& grid, Metric metric) {
  IntegrationDesc desc;
  desc.metric = metric;
  const auto cell = [&] { return Cell{random() % grid.width, random() % grid.height}; };
  for (std::uint32_t i = random() % 4 + 1; i > 0; --i) {
    const Cell at = cell();
    const float handicap = random.chance(50) ? 0 : random.below(random.chance(20) ? 900.f : 9.f);
    if (!blocks(grid.cost[grid.index(at)])) desc.sources.push_back({at, handicap});
  }
  if (random.chance(40)) return desc;
  for (std::uint32_t i = random() % 4; i > 0; --i) {
    const Cell a = cell(), b = cell();
    const auto dx = static_cast<std::int8_t>(random() % 3 - 1), dy = static_cast<std::int8_t>(random() % 3 - 1);
    const Cell high{std::min(std::max(a.x, b.x), std::min(a.x, b.x) + 3),
                    std::min(std::max(a.y, b.y), std::min(a.y, b.y) + 3)};
    if (dx != 0 || dy != 0) desc.passages.one_ways.push_back({{std::min(a.x, b.x), std::min(a.y, b.y)}, high, dx, dy});
  }
  for (std::uint32_t i = random() % 4; i > 0; --i)
    desc.passages.links.push_back(
        {cell(), cell(), random.below(random.chance(30) ? 200.f : 4.f) + 0.02f, random.chance(50)});
  return desc;
}

}  // namespace cardume::testing
