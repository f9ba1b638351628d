#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/formation/course.hpp"
#include "core/formation/posts.hpp"
#include "core/formation/shapes.hpp"
#include "core/space/slide.hpp"
#include "core/tick/destination.hpp"
#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {
namespace {

/// Looks of members at slots in one tick, while slots are given out: well below a millisecond's work. A hundred members
/// need about as many, 512 need twenty to forty times as many.
constexpr std::uint64_t kLooks = 1 << 19;
/// Slots are given out anew at most so often, and once nobody has come back to his place for so long, in seconds.
constexpr float kLineUpPeriod = 1.5f;
/// Spacing that is not asked for, over the largest radius.
constexpr float kUsualSpacing = 2.5f;
/// A member is in place within this share of the spacing, and no readier at twice as much.
constexpr float kInPlace = 0.5f;
/// The share of members in place below which the anchor waits.
constexpr float kLeastInPlace = 0.6f;
/// Seconds without anyone coming back after which those who are not in place are left behind.
constexpr float kPatience = 4;

/// One formation and what it needs of the world.
struct March {
  const Setup& setup;
  const CostGrid& grid;
  const Ids& ids;
  AgentTable& agents;
  const FlowField& flow;
  Vec2 destination;
  Formation& formation;

  std::uint32_t row(const FormationSlot& slot) const { return *ids.row(slot.member); }
  Vec2 position(const FormationSlot& slot) const { return place_of(agents.position, row(slot)); }
};

template <class Function>
void for_members(const March& march, Function function) {
  for (FormationSlot& slot : march.formation.slots)
    if (slot.member) function(slot, march.row(slot));
}

/// Lets go of those who are not in it any more.
void dismiss(AgentTable& agents, const Ids& ids, GoalId goal, Formation& formation) {
  for (const FormationSlot& slot : formation.slots) {
    const auto row = ids.row(slot.member);
    if (row && agents.goal[*row] == goal.value) agents.body.duty[*row] = Duty::kFollow;
  }
}

void take_orders(Commands& commands, const Ids& ids, AgentTable& agents, Goals& goals) {
  for (FormUpCommand& command : commands.form_ups) {
    Formation& formation = goals[command.goal.value - 1u]->formation;
    dismiss(agents, ids, command.goal, formation);
    formation = std::move(command.formation);
  }
  commands.form_ups.clear();
}

void muster(const Ids& ids, const AgentTable& agents, GoalId goal, Formation& formation) {
  bool any = false;
  for (FormationSlot& slot : formation.slots) {
    const auto row = ids.row(slot.member);
    if (!row || agents.goal[*row] != goal.value) slot.member = {};
    any = any || slot.member;
  }
  if (!any) formation.slots.clear();
}

Company company_of(const March& march) {
  Company company{limits::kMaxCoordinate, limits::kMaxCoordinate, 0, 1};
  for_members(march, [&](const FormationSlot&, std::uint32_t row) {
    company.radius = std::max(company.radius, march.agents.body.radius[row]);
    if (march.agents.body.inverse_mass[row] <= 0) return;
    const MotionDesc& motion = march.setup.behaviour(march.agents, row).motion;
    company.speed = std::min(company.speed, motion.max_speed);
    company.acceleration = std::min(company.acceleration, motion.max_acceleration);
  });
  return company;
}

/// The centre of the members, or as near to it as the member nearest to it sees it.
Vec2 centre_of(const March& march) {
  double x = 0, y = 0;
  std::uint32_t count = 0;
  for_members(march, [&](const FormationSlot& slot, std::uint32_t) {
    x += static_cast<double>(march.position(slot).x);
    y += static_cast<double>(march.position(slot).y);
    ++count;
  });
  const Vec2 centre{static_cast<float>(x / count), static_cast<float>(y / count)};
  Vec2 nearest;
  float nearest2 = std::numeric_limits<float>::infinity();
  for_members(march, [&](const FormationSlot& slot, std::uint32_t) {
    const Vec2 way = march.position(slot) - centre;
    if (dot(way, way) >= nearest2) return;
    nearest2 = dot(way, way);
    nearest = march.position(slot);
  });
  return slide(march.grid, nearest, centre, {}).position;
}

/// Whether the slots that are being given out are for another heading.
bool turns_about(const Formation& formation) { return dot(formation.heading, formation.line_up.heading) < 0; }

/// The shape for as many as are left, or the places that they have found where walls are in its way.
void choose_offsets(const Formation& formation, bool keep, std::vector<Vec2>& offsets) {
  offsets.resize(formation.slots.size());
  shape(formation.desc, offsets);
  if (!keep) return;
  for (std::size_t i = 0; i < offsets.size(); ++i) offsets[i] = formation.slots[i].offset;
}

/// Closes the ranks and begins to give out the slots anew.
void begin_line_up(March& march, Vec2 heading) {
  Formation& formation = march.formation;
  LineUp& line_up = formation.line_up;
  const std::size_t gaps = std::erase_if(formation.slots, [](const FormationSlot& slot) { return !slot.member; });
  line_up.improvised = line_up.improvised && gaps == 0 && formation.anchor == march.destination;
  line_up.heading = heading;
  choose_offsets(formation, line_up.improvised, line_up.offsets);
  line_up.members.clear();
  line_up.places.clear();
  for (const FormationSlot& slot : formation.slots) line_up.members.push_back(march.position(slot));
  for (const Vec2 offset : line_up.offsets) line_up.places.push_back(formation.anchor + turned(offset, heading));
  line_up.assignment.start(line_up.members, line_up.places);
  line_up.under_way = true;
}

void go_on_lining_up(Formation& formation) {
  LineUp& line_up = formation.line_up;
  if (turns_about(formation)) halt(formation);
  if (!line_up.assignment.go_on(kLooks)) return;
  if (!line_up.done || turns_about(formation)) formation.heading = line_up.heading;
  line_up.under_way = false;
  line_up.done = true;
  line_up.since = formation.reach = formation.wing = 0;
  for (std::size_t i = 0; i < formation.slots.size(); ++i) {
    FormationSlot& slot = formation.slots[i];
    slot.offset = line_up.offsets[line_up.assignment.places()[i]];
    slot.squeezed = slot.left_behind = false;
    formation.reach = std::max(formation.reach, length(slot.offset));
    formation.wing = std::max(formation.wing, std::fabs(slot.offset.y));
  }
}

/// The formation gathers where its members are.
void gather(March& march, const Company& company) {
  Formation& formation = march.formation;
  if (formation.desc.spacing == 0) formation.desc.spacing = kUsualSpacing * company.radius;
  formation.anchor = centre_of(march);
  formation.heading = unit(march.destination - formation.anchor);
  if (formation.heading == Vec2{}) formation.heading = {1, 0};
  const Vec2 ahead = look_ahead(march.grid, march.flow, formation, march.destination, company.radius);
  begin_line_up(march, wanted_heading(formation, ahead, march.destination));
}

/// Ranks that have gaps are closed, stragglers get slots that are easier to reach, and a formation that has to turn
/// about does not wheel: its members change slots.
bool should_line_up(const March& march, Vec2 wanted) {
  const Formation& formation = march.formation;
  const LineUp& line_up = formation.line_up;
  if (line_up.under_way || line_up.since < kLineUpPeriod) return false;
  const bool gaps = std::any_of(formation.slots.begin(), formation.slots.end(),
                                [](const FormationSlot& slot) { return !slot.member; });
  const bool out_of_shape = line_up.improvised && formation.anchor != march.destination;
  return gaps || out_of_shape || formation.patience.waited >= kLineUpPeriod || dot(formation.heading, wanted) < 0;
}

/// How far a member is from its post, over how far it may be and still be in place.
float lag_of(const March& march, const FormationSlot& slot, std::uint32_t row) {
  const Formation& formation = march.formation;
  const float tolerance = slot.squeezed ? formation.reach : kInPlace * formation.desc.spacing;
  return length(place_of(march.agents.body.post, row) - march.position(slot)) / tolerance;
}

/// Counts seconds without anyone coming back, and at last leaves behind who is not in place.
void wait(const March& march, std::uint32_t in_place, std::uint32_t members) {
  Patience& patience = march.formation.patience;
  if (in_place > patience.in_place) patience = {0, in_place};
  patience.waited += march.setup.dt;
  const bool complete = in_place == members, lost = patience.waited >= kPatience;
  if (complete || lost) patience = {};
  if (complete || !lost) return;
  for_members(march, [&](FormationSlot& slot, std::uint32_t row) { slot.left_behind = lag_of(march, slot, row) > 1; });
}

/// How many of those who are waited for are in place: from 1 for all down to 0, where the anchor waits.
float readiness_of(const March& march) {
  float sum = 0;
  std::uint32_t members = 0, in_place = 0, waited_for = 0;
  for_members(march, [&](FormationSlot& slot, std::uint32_t row) {
    const float lag = lag_of(march, slot, row);
    slot.left_behind = slot.left_behind && lag > 1;
    ++members;
    in_place += lag <= 1;
    if (slot.left_behind) return;
    ++waited_for;
    sum += std::clamp(2 - lag, 0.f, 1.f);
  });
  wait(march, in_place, members);
  if (waited_for == 0) return 1;
  return std::clamp((sum / static_cast<float>(waited_for) - kLeastInPlace) / (1 - kLeastInPlace), 0.f, 1.f);
}

/// Those who have no slots yet stay where they are.
void stand_by(const March& march) {
  for_members(march, [&](const FormationSlot& slot, std::uint32_t row) {
    march.agents.body.duty[row] = Duty::kSlot;
    put(march.agents.body.post, row, march.position(slot));
  });
}

void give_posts(const March& march) {
  const Formation& formation = march.formation;
  for_members(march, [&](FormationSlot& slot, std::uint32_t row) {
    const Vec2 place = formation.anchor + turned(slot.offset, formation.heading);
    const float radius = march.agents.body.radius[row];
    const Post post = post_for(march.grid, formation.anchor, place, march.position(slot), radius);
    slot.squeezed = post.squeezed;
    march.agents.body.duty[row] = Duty::kSlot;
    put(march.agents.body.post, row, post.place);
  });
}

/// While it stands, one a tick of those whose slots are in walls gets another.
void settle_in(const March& march) {
  Formation& formation = march.formation;
  if (formation.speed > 0 || formation.anchor != march.destination) return;
  const auto slot = std::find_if(formation.slots.begin(), formation.slots.end(), [](const FormationSlot& one) {
    return one.member && one.squeezed && !one.left_behind;
  });
  if (slot == formation.slots.end()) return;
  const float radius = march.agents.body.radius[march.row(*slot)];
  slot->left_behind = !find_room(march.grid, formation, *slot, radius);
  formation.line_up.improvised = true;
}

/// An anchor that a wall has been put on steps out of it.
void keep_free(const CostGrid& grid, std::uint32_t radius, Vec2& anchor) {
  const Cell cell = cell_at(grid, anchor);
  if (!grid.blocked(cell)) return;
  if (const Result<Cell> free = nearest_free(grid, cell, radius)) anchor = middle(*free, grid.cell_size);
}

/// What kind of walker its first member is.
std::uint8_t walker_in(const Formation& formation, const Ids& ids, const AgentTable& agents) {
  for (const FormationSlot& slot : formation.slots)
    if (slot.member) return agents.walker(*ids.row(slot.member));
  return 0;
}

void march_one(March& march) {
  Formation& formation = march.formation;
  LineUp& line_up = formation.line_up;
  Company company = company_of(march);
  if (line_up.done) company.readiness = readiness_of(march);
  keep_free(march.grid, march.setup.desc.fields.snap_radius, formation.anchor);
  if (!line_up.done && !line_up.under_way) gather(march, company);
  const Vec2 ahead = look_ahead(march.grid, march.flow, formation, march.destination, company.radius);
  const Vec2 wanted = wanted_heading(formation, ahead, march.destination);
  line_up.since += march.setup.dt;
  if (should_line_up(march, wanted))
    begin_line_up(march, dot(formation.heading, wanted) < 0 ? wanted : formation.heading);
  if (line_up.under_way) go_on_lining_up(formation);
  if (!line_up.done) return stand_by(march);
  if (!line_up.under_way || !turns_about(formation))
    advance(formation, march.grid, ahead, march.destination, company, march.setup.dt);
  give_posts(march);
  settle_in(march);
}

}  // namespace

void march(const Setup& setup, const Terrain& terrain, const Ids& ids, Commands& commands, AgentTable& agents,
           const Destinations& to, Goals& goals) {
  take_orders(commands, ids, agents, goals);
  bool any = false;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    muster(ids, agents, GoalId{static_cast<std::uint32_t>(i + 1)}, goals[i]->formation);
    any = any || !goals[i]->formation.slots.empty();
  }
  if (!any) return;
  for_agents(*setup.scheduler, static_cast<std::uint32_t>(goals.size()), 1, [&](simd::Rows rows, std::uint32_t) {
    for (std::uint32_t i = rows.first; i < rows.last; ++i) {
      Formation& formation = goals[i]->formation;
      if (formation.slots.empty()) continue;
      const Destination& its = to.at(walker_in(formation, ids, agents), static_cast<std::uint8_t>(i + 1));
      if (its.goal == nullptr) continue;
      March one{setup, terrain.grid, ids, agents, its.chart->flow, its.place, formation};
      march_one(one);
    }
  });
}

}  // namespace cardume::tick
