#include "core/fields/way_table.hpp"

#include <algorithm>
#include <cardume/field.hpp>
#include <limits>

namespace cardume {
namespace {

constexpr std::int32_t kZero = std::numeric_limits<std::int16_t>::min();
/// Dearer ground leaves too few distances that 16 bits can hold.
constexpr std::int32_t kMostCost = 8;

}  // namespace

void WayTable::measure(const CostGrid& walk, Cell low, std::span<const Place> places,
                       std::vector<std::uint32_t>& ways) {
  flood_.load(walk, low);
  const bool cheap = flood_.highest_cost() <= kMostCost;
  if (cheap) list_ground(flood_);
  const auto index = [&](Place place) { return number_[place.y * kTileEdge + place.x]; };
  for (std::size_t first = 0; first < places.size(); first += kLanes) {
    const std::span<const Place> goals = places.subspan(first, std::min(kLanes, places.size() - first));
    if (cheap) run(goals);
    for (std::size_t lane = 0; lane < goals.size(); ++lane) {
      const auto known = [&](Place from) {
        return distance_[index(from)][lane] < unknown_ || ground_[index(from)].part != ground_[index(goals[lane])].part;
      };
      if (cheap && std::all_of(places.begin(), places.end(), known)) {
        for (const Place from : places) {
          const std::int16_t distance = distance_[index(from)][lane];
          ways.push_back(distance < unknown_ ? static_cast<std::uint32_t>(distance - kZero) : kUnreachable);
        }
        continue;
      }
      const TileFlood::Seed seed{0, goals[lane].x, goals[lane].y};
      flood_.run({&seed, 1});
      for (const Place from : places) ways.push_back(flood_.at(from.x, from.y));
    }
  }
}

void WayTable::list_ground(const TileFlood& tile) {
  ground_.assign(1, {});
  for (std::uint32_t y = 0; y < kTileEdge; ++y) {
    row_[y] = static_cast<std::uint16_t>(ground_.size());
    for (std::uint32_t x = 0; x < kTileEdge; ++x) {
      number_[y * kTileEdge + x] = tile.free(x, y) ? static_cast<std::uint16_t>(ground_.size()) : std::uint16_t{0};
      if (!tile.free(x, y)) continue;
      Ground& ground = ground_.emplace_back();
      ground.straight = static_cast<std::int16_t>(kStraightStep * tile.cost(x, y));
      ground.diagonal = static_cast<std::int16_t>(kDiagonalStep * tile.cost(x, y));
    }
  }
  row_[kTileEdge] = static_cast<std::uint16_t>(ground_.size());
  unknown_ = static_cast<std::int16_t>(std::numeric_limits<std::int16_t>::max() - kDiagonalStep * tile.highest_cost());
  const auto at = [&](std::uint32_t x, std::uint32_t y) {
    return x < kTileEdge && y < kTileEdge ? number_[y * kTileEdge + x] : std::uint16_t{0};
  };
  for (std::uint32_t y = 0; y < kTileEdge; ++y) {
    for (std::uint32_t x = 0; x < kTileEdge; ++x) {
      if (at(x, y) == 0) continue;
      const auto aslant = [&](std::uint32_t to_x, std::uint32_t to_y) {
        return at(to_x, y) != 0 && at(x, to_y) != 0 ? at(to_x, to_y) : std::uint16_t{0};
      };
      Ground& ground = ground_[at(x, y)];
      ground.before = {at(x - 1, y), at(x, y - 1), aslant(x - 1, y - 1), aslant(x + 1, y - 1)};
      ground.after = {at(x + 1, y), at(x, y + 1), aslant(x - 1, y + 1), aslant(x + 1, y + 1)};
    }
  }
  find_parts();
}

void WayTable::find_parts() {
  std::uint16_t parts = 0;
  for (std::size_t first = 1; first < ground_.size(); ++first) {
    if (ground_[first].part != 0) continue;
    ground_[first].part = ++parts;
    open_.assign(1, static_cast<std::uint16_t>(first));
    while (!open_.empty()) {
      const Ground ground = ground_[open_.back()];
      open_.pop_back();
      for (const std::uint16_t near : {ground.before[0], ground.before[1], ground.after[0], ground.after[1]}) {
        if (near == 0 || ground_[near].part != 0) continue;
        ground_[near].part = parts;
        open_.push_back(near);
      }
    }
  }
}

void WayTable::run(std::span<const Place> goals) {
  Lanes unknown;
  unknown.fill(unknown_);
  distance_.assign(ground_.size(), unknown);
  changed_.fill(-2);
  for (std::size_t lane = 0; lane < goals.size(); ++lane) {
    distance_[number_[goals[lane].y * kTileEdge + goals[lane].x]][lane] = kZero;
    changed_[goals[lane].y] = 1;
  }
  bool down = true, up = true;
  for (std::int32_t number = 1; down || up; number += 2) {
    down = pass<true>(number);
    up = pass<false>(number + 1);
  }
}

/// A row has something to learn if it or the one before has changed since the last pass in this direction.
template <bool kDown>
bool WayTable::pass(std::int32_t number) {
  bool any = false;
  std::int32_t before = -2;
  for (std::uint32_t i = 0; i < kTileEdge; ++i) {
    const std::uint32_t row = kDown ? i : kTileEdge - 1 - i;
    if (std::max(before, changed_[row]) >= number - 1 && pass_row<kDown>(row)) {
      changed_[row] = number;
      any = true;
    }
    before = changed_[row];
  }
  return any;
}

template <bool kDown>
bool WayTable::pass_row(std::uint32_t row) {
  const std::uint32_t begin = row_[row], count = row_[row + 1] - begin;
  Lanes change{};
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t cell = kDown ? begin + i : begin + count - 1 - i;
    const Ground& ground = ground_[cell];
    const auto& near = kDown ? ground.before : ground.after;
    const Lanes &beside = distance_[near[0]], &over = distance_[near[1]];
    const Lanes &left = distance_[near[2]], &right = distance_[near[3]];
    Lanes& here = distance_[cell];
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const auto straight = static_cast<std::int16_t>(std::min(beside[lane], over[lane]) + ground.straight);
      const auto diagonal = static_cast<std::int16_t>(std::min(left[lane], right[lane]) + ground.diagonal);
      const std::int16_t best = std::min(here[lane], std::min(straight, diagonal));
      change[lane] = static_cast<std::int16_t>(change[lane] | (best ^ here[lane]));
      here[lane] = best;
    }
  }
  return std::any_of(change.begin(), change.end(), [](std::int16_t bits) { return bits != 0; });
}

}  // namespace cardume
