#include "core/worldgen/wfc/solver.hpp"

#include <algorithm>
#include <bit>

namespace cardume::wfc {
namespace {

/// Decisions taken back in a row before it begins anew.
constexpr std::uint64_t kPatience = 400;

template <class Visit>
void for_each_bit(const std::uint64_t* words, std::uint32_t count, Visit visit) {
  for (std::uint32_t w = 0; w < count; ++w)
    for (std::uint64_t bits = words[w]; bits != 0; bits &= bits - 1)
      visit(w * 64 + static_cast<std::uint32_t>(std::countr_zero(bits)));
}

}  // namespace

double exact_log2(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const int exponent = static_cast<int>(bits >> 52) - 1023;
  const auto fraction = std::bit_cast<double>((bits & 0xFFFFFFFFFFFFF) | std::uint64_t{1023} << 52);
  // The series of the inverse hyperbolic tangent.
  const double t = (fraction - 1) / (fraction + 1), t2 = t * t;
  constexpr double kTerms[] = {1.0 / 25, 1.0 / 23, 1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13,
                               1.0 / 11, 1.0 / 9,  1.0 / 7,  1.0 / 5,  1.0 / 3,  1.0};
  double sum = 0;
  for (const double term : kTerms) sum = sum * t2 + term;
  return exponent + sum * t * 2.8853900817779268;
}

Solver::Solver(const WfcModel::Content& model, const WfcDesc& desc)
    : model_(model),
      desc_(desc),
      cells_(desc.width * desc.height),
      domains_(model, cells_),
      draws_(Stream(desc.seed).sub("wfc draws")),
      ties_(Stream(desc.seed).sub("wfc ties")),
      queued_(cells_),
      is_touched_(cells_),
      rank_(cells_),
      support_(model.words) {
  for (double weight : model.weight) weight_log_.push_back(weight * exact_log2(weight));
  for (const WfcCount& count : desc.counts) counted_.push_back(set_of(count.patterns));
}

std::variant<WfcMap, Contradiction> Solver::solve() {
  const auto failed = [&] { return Contradiction{{empty_ % desc_.width, empty_ / desc_.width}, backtracks_}; };
  if (!begin()) return failed();
  for (;;) {
    rank();
    const std::uint32_t cell = next_cell();
    if (cell == kNowhere) return result();
    decide(cell);
    while (!settle())
      if (!take_back()) return failed();
  }
}

/// What holds before any decision.
bool Solver::begin() {
  for (std::uint32_t cell = 0; cell < cells_; ++cell) {
    if (!inside(cell)) continue;
    touch(cell);
    for (std::uint32_t side = 0; side < 4 && desc_.keep_outside; ++side) {
      const std::uint32_t next = neighbour(cell, side);
      const bool at_edge = next == kNowhere || !inside(next);
      if (at_edge && !keep(cell, model_.outside[side].data())) return false;
    }
    // Even what nothing has been taken from may leave its neighbours less than everything.
    if (std::exchange(queued_[cell], std::uint8_t{1}) == 0) queue_.push_back(cell);
  }
  for (const WfcFixed& fixed : desc_.fixed)
    if (!keep(fixed.cell.y * desc_.width + fixed.cell.x, set_of(fixed.patterns).data())) return false;
  return settle();
}

/// Draws every conclusion. False where nothing is left for some cell.
bool Solver::settle() {
  for (bool changed = true; changed;) {
    changed = false;
    if (!propagate() || !counts_hold(changed)) {
      for (const std::uint32_t cell : queue_) queued_[cell] = 0;
      queue_.clear();
      return false;
    }
  }
  return !desc_.connected || connected();
}

bool Solver::propagate() {
  while (!queue_.empty()) {
    const std::uint32_t cell = queue_.back();
    queue_.pop_back();
    queued_[cell] = 0;
    if (!spread(cell)) return false;
  }
  return true;
}

bool Solver::spread(std::uint32_t cell) {
  for (std::uint32_t side = 0; side < 4; ++side) {
    const std::uint32_t next = neighbour(cell, side);
    if (next == kNowhere || !inside(next)) continue;
    find_support(cell, side);
    if (!keep(next, support_.data())) return false;
  }
  return true;
}

/// All that fits beside anything that the cell may be.
void Solver::find_support(std::uint32_t cell, std::uint32_t side) {
  const std::uint64_t* domain = domains_.at(cell);
  if (model_.words == 1) {
    support_[0] = 0;
    for (std::uint32_t byte = 0; domain[0] >> (8 * byte) != 0; ++byte) {
      support_[0] |= model_.together[side][byte << 8 | (domain[0] >> (8 * byte) & 0xFF)];
      if (byte == 7) break;
    }
    return;
  }
  std::fill(support_.begin(), support_.end(), 0);
  for_each_bit(domain, model_.words, [&](std::uint32_t pattern) {
    const std::uint64_t* fits = model_.fits_of(side, pattern);
    for (std::uint32_t w = 0; w < model_.words; ++w) support_[w] |= fits[w];
  });
}

bool Solver::keep(std::uint32_t cell, const std::uint64_t* set) {
  if (!domains_.keep(cell, set)) return true;
  touch(cell);
  if (std::exchange(queued_[cell], std::uint8_t{1}) == 0) queue_.push_back(cell);
  if (domains_.size(cell) > 0) return true;
  empty_ = cell;
  return false;
}

bool Solver::counts_hold(bool& changed) {
  for (std::size_t i = 0; i < counted_.size(); ++i) {
    const Words& set = counted_[i];
    std::uint32_t sure = 0, possible = 0;
    for (std::uint32_t cell = 0; cell < cells_; ++cell) {
      if (!inside(cell)) continue;
      possible += domains_.meets(cell, set);
      sure += domains_.lies_in(cell, set);
    }
    if (sure > desc_.counts[i].most || possible < desc_.counts[i].least) return false;
    const bool no_more = sure == desc_.counts[i].most, all = possible == desc_.counts[i].least;
    if ((!no_more && !all) || sure == possible) continue;
    Words others = set;
    for (std::uint64_t& word : others) word = ~word;
    for (std::uint32_t cell = 0; cell < cells_; ++cell) {
      if (!inside(cell) || !domains_.meets(cell, set) || domains_.lies_in(cell, set)) continue;
      changed = true;
      if (!keep(cell, no_more ? others.data() : set.data())) return false;
    }
  }
  return true;
}

/// Whether all that is surely walked on may still be connected.
bool Solver::connected() {
  std::vector<std::uint8_t> seen(cells_);
  std::vector<std::uint32_t> open;
  for (std::uint32_t first = 0; first < cells_; ++first) {
    if (!inside(first) || seen[first] != 0 || !domains_.lies_in(first, model_.walkable)) continue;
    if (!open.empty()) {
      empty_ = first;
      return false;
    }
    open.push_back(first);
    seen[first] = 1;
    for (std::size_t i = 0; i < open.size(); ++i)
      for (std::uint32_t side = 0; side < 4; ++side) {
        const std::uint32_t next = neighbour(open[i], side);
        if (next == kNowhere || !inside(next) || seen[next] != 0 || !domains_.meets(open[i], model_.ways[side]) ||
            !domains_.meets(next, model_.ways[opposite(side)]))
          continue;
        seen[next] = 1;
        open.push_back(next);
      }
  }
  return true;
}

std::uint32_t Solver::next_cell() {
  while (!heap_.empty()) {
    const auto [rank, cell] = heap_.top();
    heap_.pop();
    if (rank == rank_[cell] && domains_.size(cell) > 1) return cell;
  }
  return kNowhere;
}

void Solver::decide(std::uint32_t cell) {
  const Decision decision{cell, draw(cell), domains_.mark()};
  decisions_.push_back(decision);
  Words one(model_.words);
  one[decision.pattern / 64] = std::uint64_t{1} << (decision.pattern % 64);
  (void)keep(cell, one.data());
}

/// Excludes the last decision instead. False where there is none left, or the budget is spent.
bool Solver::take_back() {
  if (decisions_.empty() || backtracks_ == desc_.backtracks) return false;
  ++backtracks_;
  if (++in_vain_ % kPatience == 0) {
    begin_anew();
    return true;
  }
  const Decision decision = decisions_.back();
  decisions_.pop_back();
  domains_.go_back(decision.mark, [&](std::uint32_t cell) { touch(cell); });
  domains_.remove(decision.cell, decision.pattern);
  touch(decision.cell);
  if (std::exchange(queued_[decision.cell], std::uint8_t{1}) == 0) queue_.push_back(decision.cell);
  if (domains_.size(decision.cell) > 0) return true;
  empty_ = decision.cell;
  for (const std::uint32_t cell : queue_) queued_[cell] = 0;
  queue_.clear();
  return take_back();
}

void Solver::begin_anew() {
  domains_.go_back(decisions_.front().mark, [&](std::uint32_t cell) { touch(cell); });
  decisions_.clear();
}

void Solver::touch(std::uint32_t cell) {
  if (std::exchange(is_touched_[cell], std::uint8_t{1}) == 0) touched_.push_back(cell);
}

/// Enters all cells that have changed anew.
void Solver::rank() {
  for (const std::uint32_t cell : touched_) {
    is_touched_[cell] = 0;
    rank_[cell] = 0;
    if (domains_.size(cell) <= 1) continue;
    rank_[cell] = uncertainty(cell);
    heap_.push({rank_[cell], cell});
  }
  touched_.clear();
}

/// Shannon's entropy, with a random number that decides between equals.
std::uint64_t Solver::uncertainty(std::uint32_t cell) const {
  double weight = 0, weight_log = 0;
  for_each_bit(domains_.at(cell), model_.words, [&](std::uint32_t pattern) {
    weight += model_.weight[pattern];
    weight_log += weight_log_[pattern];
  });
  const double entropy = std::max(0.0, exact_log2(weight) - weight_log / weight);
  const auto whole = static_cast<std::uint64_t>(entropy * 0x1p20);
  return whole << 32 | ties_.at(cell, in_vain_ / kPatience) >> 32;
}

std::uint32_t Solver::draw(std::uint32_t cell) {
  double weight = 0;
  std::uint32_t last = 0;
  for_each_bit(domains_.at(cell), model_.words, [&](std::uint32_t pattern) { weight += model_.weight[pattern]; });
  double left = u01(draws_.at(cell, drawn_++)) * weight;
  bool found = false;
  for_each_bit(domains_.at(cell), model_.words, [&](std::uint32_t pattern) {
    if (found) return;
    last = pattern;
    left -= model_.weight[pattern];
    found = left < 0;
  });
  return last;
}

std::uint32_t Solver::neighbour(std::uint32_t cell, std::uint32_t side) const {
  const std::uint32_t x = cell % desc_.width, y = cell / desc_.width, width = desc_.width, height = desc_.height;
  switch (side) {
    case kRight:
      return x + 1 < width ? cell + 1 : desc_.periodic ? cell + 1 - width : kNowhere;
    case kDown:
      return y + 1 < height ? cell + width : desc_.periodic ? x : kNowhere;
    case kLeft:
      return x > 0 ? cell - 1 : desc_.periodic ? cell + width - 1 : kNowhere;
    default:
      return y > 0 ? cell - width : desc_.periodic ? cell + width * (height - 1) : kNowhere;
  }
}

Words Solver::set_of(const std::vector<std::uint32_t>& patterns) const {
  Words set(model_.words);
  for (const std::uint32_t pattern : patterns) set[pattern / 64] |= std::uint64_t{1} << (pattern % 64);
  return set;
}

WfcMap Solver::result() const {
  WfcMap map{desc_.width, desc_.height, std::vector<std::uint16_t>(cells_, WfcMap::kNoPattern)};
  for (std::uint32_t cell = 0; cell < cells_; ++cell)
    for_each_bit(domains_.at(cell), model_.words, [&](std::uint32_t pattern) {
      if (inside(cell)) map.patterns[cell] = static_cast<std::uint16_t>(pattern);
    });
  return map;
}

}  // namespace cardume::wfc
