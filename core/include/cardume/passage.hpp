#pragma once
#include <cardume/vector.hpp>
#include <cstdint>
#include <vector>

namespace cardume {

/// Map cells that are passed one way only, such as a ledge to jump down or a turnstile: no step into one of them, out
/// of one or between two may go against (dx, dy); steps along it and across it may. Ways keep to it; whoever is pushed
/// back through it by others is not held up.
struct OneWay {
  Cell low, high;              ///< A rectangle of cells, both corners included.
  std::int8_t dx = 0, dy = 0;  ///< Each -1, 0 or 1, not both 0: where it leads.
};

/// A way from one map cell straight to another: a teleport, stairs, a ferry. Whoever comes to the first cell on a way
/// that leads through the link is put to the second one (Event::Kind::kLinked).
struct Link {
  Cell from, to;
  float cost = 1;          ///< Its length in cells of open ground; 0.015 to 1e6.
  bool both_ways = false;  ///< It leads back as well.
};

/// What there is to a map besides the cost of its cells.
struct Passages {
  std::vector<OneWay> one_ways;  ///< At most limits::kMaxPassages. In a cell that several cover the last one holds.
  std::vector<Link> links;       ///< At most limits::kMaxPassages. Where several begin in a cell all are open.

  bool empty() const { return one_ways.empty() && links.empty(); }
};

}  // namespace cardume
