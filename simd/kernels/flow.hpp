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
Place<Arch> place_along(typename Lanes<Arch>::Float position, float inverse_cell, std::uint32_t cells) {
  using Float = typename Lanes<Arch>::Float;
  const Float last(static_cast<float>(cells) * kBelowOne);
  const Float at = position * Float(inverse_cell);
  const Float framed = select(at < last, at, last) + Float(0.5f);
  const typename Lanes<Arch>::Int cell = truncate(framed);
  return {cell, framed - to_float(cell)};
}

/// Fetches the four cells of each lane's own field; nothing for agents without a field.
template <class Arch>
Corners<Arch> fetch_corners(const FlowArgs& args, std::uint32_t agent, const std::int32_t* x, const std::int32_t* y) {
  Corners<Arch> corners;
  for (std::uint32_t lane = 0; lane < Lanes<Arch>::kCount; ++lane) {
    const std::uint32_t* field = args.fields[args.goal[agent + lane]];
    const std::uint32_t at = static_cast<std::uint32_t>(y[lane]) * args.stride + static_cast<std::uint32_t>(x[lane]);
    for (std::uint32_t corner = 0; corner < 4; ++corner) {
      const std::uint32_t offset = (corner & 1) + (corner >> 1) * args.stride;
      corners.packed[corner][lane] = static_cast<std::int32_t>(field == nullptr ? kNoDirection : field[at + offset]);
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
  const Place<Arch> x = place_along<Arch>(load(args.motion.position[0] + agent, Arch{}), args.inverse_cell, args.width);
  const Place<Arch> y =
      place_along<Arch>(load(args.motion.position[1] + agent, Arch{}), args.inverse_cell, args.height);
  std::int32_t cell_x[Lanes<Arch>::kCount], cell_y[Lanes<Arch>::kCount];
  save(cell_x, x.cell);
  save(cell_y, y.cell);
  const Corners<Arch> corners = fetch_corners<Arch>(args, agent, cell_x, cell_y);

  const Float one(1.f), half(0.5f);
  Corner<Arch> c00 = corner(corners, 0, (one - x.beyond) * (one - y.beyond));
  Corner<Arch> c10 = corner(corners, 1, x.beyond * (one - y.beyond));
  Corner<Arch> c01 = corner(corners, 2, (one - x.beyond) * y.beyond);
  Corner<Arch> c11 = corner(corners, 3, x.beyond * y.beyond);
  if (!args.plain) {
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
