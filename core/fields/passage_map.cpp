#include "core/fields/passage_map.hpp"

#include <algorithm>
#include <cardume/limits.hpp>
#include <string>

namespace cardume {
namespace {

constexpr float kMinLinkCost = 0.015f, kMaxLinkCost = 1e6f;

bool inside(Cell cell, std::uint32_t width, std::uint32_t height) { return cell.x < width && cell.y < height; }

bool good(const OneWay& area, std::uint32_t width, std::uint32_t height) {
  const bool leads = std::abs(area.dx) <= 1 && std::abs(area.dy) <= 1 && (area.dx != 0 || area.dy != 0);
  return leads && inside(area.high, width, height) && area.low.x <= area.high.x && area.low.y <= area.high.y;
}

bool good(const Link& link, std::uint32_t width, std::uint32_t height) {
  return inside(link.from, width, height) && inside(link.to, width, height) && link.cost >= kMinLinkCost &&
         link.cost <= kMaxLinkCost;
}

constexpr std::array<std::uint16_t, 16> forbidden_steps() {
  std::array<std::uint16_t, 16> result{};
  for (int direction = 0; direction < 9; ++direction)
    for (int step = 0; step < 9; ++step) {
      const int along = (direction % 3 - 1) * (step % 3 - 1) + (direction / 3 - 1) * (step / 3 - 1);
      if (along < 0) result[static_cast<unsigned>(direction) + 1] |= static_cast<std::uint16_t>(1 << step);
    }
  return result;
}

void sort_by_here(std::vector<PassageMap::Way>& ways) {
  std::sort(ways.begin(), ways.end(),
            [](const PassageMap::Way& a, const PassageMap::Way& b) { return a.here < b.here; });
}

}  // namespace

constinit const std::array<std::uint16_t, 16> PassageMap::kAgainst = forbidden_steps();

Error check_passages(const Passages& passages, std::uint32_t width, std::uint32_t height) {
  if (passages.one_ways.size() > limits::kMaxPassages) return {Status::kLimit, "passages.one_ways: too many"};
  if (passages.links.size() > limits::kMaxPassages) return {Status::kLimit, "passages.links: too many"};
  for (std::size_t i = 0; i < passages.one_ways.size(); ++i) {
    if (!good(passages.one_ways[i], width, height))
      return {Status::kInvalidArgument,
              "passages.one_ways[" + std::to_string(i) + "]: must be a rectangle of the map that leads somewhere"};
  }
  for (std::size_t i = 0; i < passages.links.size(); ++i) {
    if (!good(passages.links[i], width, height))
      return {Status::kInvalidArgument,
              "passages.links[" + std::to_string(i) + "]: must join cells of the map at a cost of 0.015 to 1e6"};
  }
  return {};
}

void PassageMap::load(const Passages& passages, std::uint32_t width, std::uint32_t height, Metric metric) {
  marks_.clear();
  begins_.clear();
  ends_.clear();
  if (passages.empty()) return;
  marks_.resize(std::size_t{width + 2} * (height + 2), 0);
  for (const OneWay& area : passages.one_ways) lay(area, width, height);
  for (const Link& link : passages.links) lay(link, width, height, metric);
  sort_by_here(begins_);
  sort_by_here(ends_);
}

void PassageMap::lay(const OneWay& area, std::uint32_t width, std::uint32_t height) {
  if (!good(area, width, height)) return;
  for (std::uint32_t y = area.low.y; y <= area.high.y; ++y)
    for (std::uint32_t x = area.low.x; x <= area.high.x; ++x)
      marks_[std::size_t{y + 1} * (width + 2) + x + 1] = mark_of({area.dx, area.dy});
}

void PassageMap::lay(const Link& link, std::uint32_t width, std::uint32_t height, Metric metric) {
  if (!good(link, width, height)) return;
  const auto framed = [&](Cell cell) { return (cell.y + 1) * (width + 2) + cell.x + 1; };
  const auto length = static_cast<std::uint32_t>(double{link.cost} * straight_step(metric) + 0.5);
  add(framed(link.from), framed(link.to), length);
  if (link.both_ways) add(framed(link.to), framed(link.from), length);
}

void PassageMap::add(std::uint32_t from, std::uint32_t to, std::uint32_t length) {
  begins_.push_back({from, to, length});
  ends_.push_back({to, from, length});
  marks_[from] |= kBegins;
  marks_[to] |= kEnds;
}

std::span<const PassageMap::Way> PassageMap::at(const std::vector<Way>& ways, std::uint32_t cell) {
  const auto first = std::partition_point(ways.begin(), ways.end(), [&](const Way& way) { return way.here < cell; });
  const auto last = std::partition_point(first, ways.end(), [&](const Way& way) { return way.here == cell; });
  return {first, last};
}

}  // namespace cardume
