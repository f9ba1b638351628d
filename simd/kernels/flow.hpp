#pragma once
#include "simd/kernels.hpp"
#include "simd/kernels/steering.hpp"
#include "simd/lanes.hpp"

// Following the flow field: the directions of the four cells whose centres surround an agent, blended bilinearly.
//
//   01 --- 11     An agent stands in one of the four. Walls and cells that cannot reach the goal have no direction and
//    | a   |      no say. The cell across the corner from the agent's own has a say only if both cells beside it are
//   00 --- 10     open: walls that touch at a corner are closed.
namespace cardume::simd {
namespace {

/// The packed directions of the four cells around each lane.
template <class Arch>
struct Corners {
  std::int32_t packed[4][Lanes<Arch>::kCount];
};

/// One corner's say: its weight where it is open.
template <class Arch>
struct Corner {
  typename Lanes<Arch>::Int packed;
  typename Lanes<Arch>::Mask open;
  typename Lanes<Arch>::Float weight;
};

/// Just below 1: the far edge of the map belongs to its last cell, also after adding one half.
inline constexpr float kBelowOne = 1.f - 0x1p-22f;

/// The cell whose centre is at or before a coordinate, counted in the frame, and how far the coordinate is beyond it.
template <class Arch>
struct Place {
  typename Lanes<Arch>::Int cell;
  typename Lanes<Arch>::Float beyond;
};

template <class Arch>
Place<Arch> place_along(typename Lanes<Arch>::Float position, typename Lanes<Arch>::Float lead, float inverse_cell,
                        std::uint32_t cells) {
  using Float = typename Lanes<Arch>::Float;
  const Float last(static_cast<float>(cells) * kBelowOne);
  const Float at = position * Float(inverse_cell);
  const Float framed = select(at < last, at, last) + lead;
  const typename Lanes<Arch>::Int cell = truncate(framed);
  return {cell, framed - to_float(cell)};
}

/// The fields that the lanes follow, and from where on they hold.
template <class Arch>
struct Views {
  const FieldView* of[Lanes<Arch>::kCount];
  float lead[Lanes<Arch>::kCount];
};

template <class Arch>
Views<Arch> views(const FlowArgs& args, std::uint32_t agent) {
  Views<Arch> views;
  for (std::uint32_t lane = 0; lane < Lanes<Arch>::kCount; ++lane) {
    const std::uint32_t walker = args.walker == nullptr ? 0 : args.walker[agent + lane];
    views.of[lane] = args.fields + walker * kFieldsAWalker + args.goal[agent + lane];
    views.lead[lane] = views.of[lane]->lead;
  }
  return views;
}

/// The first of the four cells, and how far it is to the next row; null where there is no field. An agent's tile is
/// that of the cell it is in, whose block has all four.
struct Spot {
  const std::uint32_t* first;
  std::uint32_t stride;
};

inline Spot spot(const FieldView& view, const FieldLayout& layout, std::uint32_t x, std::uint32_t y, float beyond_x,
                 float beyond_y) {
  const std::uint32_t stride = layout.width + 2;
  if (view.blocks == nullptr) return {view.whole == nullptr ? nullptr : view.whole + y * stride + x, stride};
  // Half a cell before its middle, or on the cell itself where middles are on edges.
  const std::uint32_t cell_x = x - (beyond_x < view.lead && x > 0), cell_y = y - (beyond_y < view.lead && y > 0);
  const std::uint32_t tile = cell_y / kTileEdge * layout.tiles_across + cell_x / kTileEdge;
  const std::uint32_t* block = view.blocks[tile];
  if (block == nullptr) return {nullptr, kBlockStride};
  const std::uint32_t low_x = cell_x / kTileEdge * kTileEdge, low_y = cell_y / kTileEdge * kTileEdge;
  return {block + (y - low_y) * kBlockStride + x - low_x, kBlockStride};
}

/// Fetches the four cells of each lane's own field; nothing for agents without a field.
template <class Arch>
Corners<Arch> fetch_corners(const FieldLayout& layout, const Views<Arch>& views, const Place<Arch>& x,
                            const Place<Arch>& y) {
  std::int32_t cell_x[Lanes<Arch>::kCount], cell_y[Lanes<Arch>::kCount];
  float beyond_x[Lanes<Arch>::kCount], beyond_y[Lanes<Arch>::kCount];
  save(cell_x, x.cell);
  save(cell_y, y.cell);
  save(beyond_x, x.beyond);
  save(beyond_y, y.beyond);
  Corners<Arch> corners;
  for (std::uint32_t lane = 0; lane < Lanes<Arch>::kCount; ++lane) {
    const Spot at = spot(*views.of[lane], layout, static_cast<std::uint32_t>(cell_x[lane]),
                         static_cast<std::uint32_t>(cell_y[lane]), beyond_x[lane], beyond_y[lane]);
    for (std::uint32_t corner = 0; corner < 4; ++corner) {
      const std::uint32_t offset = (corner & 1) + (corner >> 1) * at.stride;
      corners.packed[corner][lane] = static_cast<std::int32_t>(at.first == nullptr ? kNoDirection : at.first[offset]);
    }
  }
  return corners;
}

template <class Arch>
Corner<Arch> corner(const Corners<Arch>& corners, int number, typename Lanes<Arch>::Float weight) {
  using Int = typename Lanes<Arch>::Int;
  const Int packed = load(corners.packed[number], Arch{});
  return {packed, none_of(equal(packed, Int(static_cast<std::int32_t>(kNoDirection)))), weight};
}

/// Shuts the corner that lies across from the lane's own where a cell beside it is closed. `own` tells where the
/// opposite corner is the lane's own.
template <class Arch>
void shut_across(Corner<Arch>& across, typename Lanes<Arch>::Mask own, typename Lanes<Arch>::Mask beside_open) {
  across.open = both(across.open, either(none_of(own), beside_open));
}

template <class Arch>
void add_corner(const Corner<Arch>& corner, Vector<Arch, 2>& sum) {
  const auto x = to_float(shift_right(shift_left(corner.packed, 16), 16));
  const auto y = to_float(shift_right(corner.packed, 16));
  sum.axis[0] = sum.axis[0] + keep(corner.open, x * corner.weight);
  sum.axis[1] = sum.axis[1] + keep(corner.open, y * corner.weight);
}

template <class Arch>
Vector<Arch, 2> sample(const FlowArgs& args, std::uint32_t agent) {
  using Float = typename Lanes<Arch>::Float;
  using Mask = typename Lanes<Arch>::Mask;
  const FieldLayout& layout = args.layout;
  const Views<Arch> fields = views<Arch>(args, agent);
  const Float lead = load(fields.lead, Arch{});
  const Place<Arch> x =
      place_along<Arch>(load(args.motion.position[0] + agent, Arch{}), lead, layout.inverse_cell, layout.width);
  const Place<Arch> y =
      place_along<Arch>(load(args.motion.position[1] + agent, Arch{}), lead, layout.inverse_cell, layout.height);
  const Corners<Arch> corners = fetch_corners<Arch>(layout, fields, x, y);

  const Float one(1.f), half(0.5f);
  Corner<Arch> c00 = corner(corners, 0, (one - x.beyond) * (one - y.beyond));
  Corner<Arch> c10 = corner(corners, 1, x.beyond * (one - y.beyond));
  Corner<Arch> c01 = corner(corners, 2, (one - x.beyond) * y.beyond);
  Corner<Arch> c11 = corner(corners, 3, x.beyond * y.beyond);
  if (!layout.plain) {
    const Mask left = x.beyond < half, low = y.beyond < half;
    const Mask beside_rising = both(c10.open, c01.open), beside_falling = both(c00.open, c11.open);
    shut_across(c11, both(left, low), beside_rising);
    shut_across(c00, both(none_of(left), none_of(low)), beside_rising);
    shut_across(c01, both(none_of(left), low), beside_falling);
    shut_across(c10, both(left, none_of(low)), beside_falling);
  }
  Vector<Arch, 2> sum = zero_vector<Arch, 2>();
  for (const Corner<Arch>* c : {&c00, &c10, &c01, &c11}) add_corner(*c, sum);
  return sum;
}

/// Adds to the acceleration of every agent what following its field wants.
template <class Arch>
void flow(const FlowArgs& args) {
  for (std::uint32_t agent = args.agents.first; agent < args.agents.last; agent += Lanes<Arch>::kCount) {
    Steering<Arch, 2> steering(*args.table, args.profile + agent, load_vector<Arch, 2>(args.motion.velocity, agent),
                               load_vector<Arch, 2>(args.motion.acceleration, agent));
    const Vector<Arch, 2> way = sample<Arch>(args, agent);
    if (args.pace == nullptr)
      steering.toward(way, args.table->flow_weight);
    else
      steering.toward_at_pace(way, load(args.pace + agent, Arch{}), args.table->flow_weight);
    for (int d = 0; d < 2; ++d) save(args.motion.acceleration[d] + agent, steering.acceleration().axis[d]);
  }
}

}  // namespace
}  // namespace cardume::simd
