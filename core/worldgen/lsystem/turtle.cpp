#include "core/worldgen/lsystem/turtle.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/door.hpp"
#include "core/trigonometry.hpp"
#include "core/worldgen/lsystem/derivation.hpp"

namespace cardume {
namespace lsystem {
namespace {

double dot(Direction a, Direction b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

Direction cross(Direction a, Direction b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

Direction unit(Direction a) {
  const double length = std::sqrt(dot(a, a));
  return {a.x / length, a.y / length, a.z / length};
}

}  // namespace

Turtle::Turtle(const LSystem::Content& content, const TurtleDesc& desc, const TurtleVisitor& visit)
    : desc_(desc),
      visit_(visit),
      forth_(turn_by(content.angle)),
      back_{forth_.cosine, -forth_.sine},
      around_{-1, 0},
      thinner_(content.thinner) {
  state_.width = content.width;
  if (!content.up) return;
  if (desc.dimensions == 2)
    turn(state_.ahead, state_.left, turn_by(90));
  else
    turn(state_.ahead, state_.up, turn_by(90));
}

Turtle::Turn Turtle::turn_by(double degrees) {
  while (degrees > 180) degrees -= 360;
  while (degrees < -180) degrees += 360;
  if (degrees == 0) return {1, 0};
  if (degrees == 180 || degrees == -180) return {-1, 0};
  if (degrees == 90 || degrees == -90) return {0, degrees / 90};
  const double angle = degrees * (std::numbers::pi / 180), quarter = std::numbers::pi / 2;
  const double sine = angle < 0 ? -detail::cosine(-angle - quarter) : detail::cosine(angle - quarter);
  return {detail::cosine(angle), sine};
}

bool Turtle::read(char symbol, double length) {
  const bool in_space = desc_.dimensions == 3;
  switch (symbol) {
    case 'F':
    case 'G':
      return draw(symbol, length);
    case 'f':
      state_.at = state_.at + state_.ahead * length;
      break;
    case '+':
      turn(state_.ahead, state_.left, forth_);
      break;
    case '-':
      turn(state_.ahead, state_.left, back_);
      break;
    case '|':
      turn(state_.ahead, state_.left, around_);
      break;
    case '&':
      if (in_space) turn(state_.ahead, state_.up, back_);
      break;
    case '^':
      if (in_space) turn(state_.ahead, state_.up, forth_);
      break;
    case '\\':
      if (in_space) turn(state_.left, state_.up, forth_);
      break;
    case '/':
      if (in_space) turn(state_.left, state_.up, back_);
      break;
    case '!':
      state_.width *= thinner_;
      break;
    case '[':
      return remember();
    case ']':
      return go_back();
    default:
      break;
  }
  return true;
}

bool Turtle::draw(char symbol, double length) {
  const Direction to = state_.at + state_.ahead * length;
  TurtleSegment line;
  line.from = {state_.at.x, state_.at.y, state_.at.z};
  line.to = {to.x, to.y, to.z};
  line.width = state_.width;
  line.depth = static_cast<std::uint32_t>(remembered_.size());
  line.symbol = symbol;
  state_.at = to;
  return visit_(line);
}

bool Turtle::remember() {
  too_deep_ = remembered_.size() == desc_.deepest;
  if (!too_deep_) remembered_.push_back(state_);
  return !too_deep_;
}

bool Turtle::go_back() {
  state_ = remembered_.back();
  remembered_.pop_back();
  return true;
}

void Turtle::turn(Direction& first, Direction& second, Turn by) {
  const Direction before = first;
  first = before * by.cosine + second * by.sine;
  second = second * by.cosine - before * by.sine;
  state_.ahead = unit(state_.ahead);
  state_.left = unit(state_.left - state_.ahead * dot(state_.ahead, state_.left));
  state_.up = cross(state_.ahead, state_.left);
}

}  // namespace lsystem

Error LSystem::walk(std::uint32_t rewritings, const TurtleDesc& desc, const TurtleVisitor& visit) const {
  return guarded([&]() -> Error {
    if (rewritings > 4096) return {Status::kLimit, "rewritings: at most 4096"};
    if (desc.dimensions != 2 && desc.dimensions != 3) return {Status::kInvalidArgument, "dimensions must be 2 or 3"};
    if (!visit) return {Status::kInvalidArgument, "the visitor must be callable"};
    lsystem::Derivation derivation(*content_, rewritings, desc.seed);
    lsystem::Turtle turtle(*content_, desc, visit);
    char symbol = 0;
    double length = 1;
    while (derivation.next(symbol, length) && turtle.read(symbol, length)) {
    }
    if (turtle.too_deep()) return {Status::kLimit, "brackets: at most " + std::to_string(desc.deepest) + " open"};
    return {};
  });
}

Result<TreeSize> measure_tree(const LSystem& system, std::uint32_t rewritings, std::uint64_t seed) {
  TreeSize size;
  double away2 = 0;
  bool first = true;
  const Error error = system.walk(rewritings, {.dimensions = 3, .seed = seed}, [&](const TurtleSegment& line) {
    if (first) size.trunk_radius = line.width / 2;
    first = false;
    away2 = std::max(away2, line.to[0] * line.to[0] + line.to[1] * line.to[1]);
    size.height = std::max(size.height, line.to[2]);
    return true;
  });
  if (error) return error;
  if (first) return Error{Status::kInvalidArgument, "the L-system draws nothing"};
  size.canopy_radius = std::sqrt(away2);
  return size;
}

}  // namespace cardume
