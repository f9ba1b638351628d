#include "core/worldgen/join.hpp"

#include <algorithm>
#include <numeric>

namespace cardume {
namespace {

constexpr std::uint32_t kNobody = ~0u;

/// Rooms are what bodies get about in without digging. All grow through the rock at one speed. Where two meet is the
/// middle of a tunnel; the shortest tunnels that join everything are a minimum spanning tree (J. Kruskal, "On the
/// shortest spanning subtree of a graph", 1956). Places are the cells that a body's middle may be in.
class Joiner {
 public:
  Joiner(OpenGround& ground, const JoinDesc& desc)
      : ground_(ground),
        desc_(desc),
        half_(desc.width / 2),
        x_(ground.width, desc, half_),
        y_(ground.height, desc, half_) {}

  void run() {
    label_rooms();
    if (close_pockets()) label_rooms();
    if (rooms_ == 0) {
      dig_at(ground_.height / 2 * ground_.width + ground_.width / 2);
      label_rooms();
    }
    if (rooms_ > 1) join_rooms();
    if (half_ == 0) return;  // All free cells are places, and what is dug leads from one to another.
    // Where a tunnel widens a nook, a body may come to fit that did not before.
    for (label_rooms(); rooms_ > 1; label_rooms()) join_rooms();
    close_what_is_cut_off();
  }

 private:
  /// One axis of the map: where digging, and where a body's middle, may be; half open.
  struct Axis {
    std::uint32_t dig_low, dig_high, low, high;

    Axis(std::uint32_t along, const JoinDesc& desc, std::uint32_t half)
        : dig_low(std::min(desc.inset, (along - 1) / 2)),
          dig_high(along - dig_low),
          low(std::min(dig_low + half, (along - 1) / 2)),
          high(along - low) {}

    /// Where a run of `length` cells that should begin at `wanted` begins so that it can be dug.
    std::uint32_t begin(std::uint32_t wanted, std::uint32_t length) const {
      return std::max(dig_low, std::min(wanted, std::max(dig_high, length) - length));
    }
  };

  struct Meeting {
    std::uint32_t length, a, b;

    friend auto operator<=>(const Meeting&, const Meeting&) = default;
  };

  template <class Visit>
  void for_each_neighbour(std::uint32_t cell, Visit visit) const {
    const std::uint32_t x = cell % ground_.width, y = cell / ground_.width;
    if (x > x_.low) visit(cell - 1);
    if (x + 1 < x_.high) visit(cell + 1);
    if (y > y_.low) visit(cell - ground_.width);
    if (y + 1 < y_.high) visit(cell + ground_.width);
  }

  bool fits(std::uint32_t cell) const {
    const std::uint32_t x = cell % ground_.width, y = cell / ground_.width;
    if (x < x_.low || x >= x_.high || y < y_.low || y >= y_.high) return false;
    for (std::uint32_t row = y - half_; row <= y + half_; ++row)
      for (std::uint32_t column = x - half_; column <= x + half_; ++column)
        if (ground_.open[row * ground_.width + column] == 0) return false;
    return true;
  }

  void claim(std::uint32_t cell, std::uint32_t room, std::uint32_t depth) {
    room_[cell] = room;
    depth_[cell] = depth;
    queue_.push_back(cell);
  }

  void label_rooms() {
    const std::size_t cells = ground_.open.size();
    room_.assign(cells, kNobody);
    depth_.assign(cells, 0);
    queue_.clear();
    queue_.reserve(cells);
    sizes_.clear();
    rooms_ = 0;
    for (std::uint32_t seed = 0; seed < cells; ++seed) {
      if (room_[seed] != kNobody || !fits(seed)) continue;
      const auto first = queue_.size();
      claim(seed, rooms_, 0);
      for (std::size_t i = first; i < queue_.size(); ++i)
        for_each_neighbour(queue_[i], [&](std::uint32_t next) {
          if (room_[next] == kNobody && fits(next)) claim(next, rooms_, 0);
        });
      sizes_.push_back(static_cast<std::uint32_t>(queue_.size() - first));
      ++rooms_;
    }
  }

  /// All but the largest room, if they are small. Returns whether there was any.
  bool close_pockets() {
    if (rooms_ < 2 || desc_.pockets == 0) return false;
    const auto largest = static_cast<std::uint32_t>(std::max_element(sizes_.begin(), sizes_.end()) - sizes_.begin());
    bool closed = false;
    for (const std::uint32_t cell : queue_) {
      const std::uint32_t room = room_[cell];
      if (room == largest || sizes_[room] >= desc_.pockets) continue;
      ground_.open[cell] = 0;
      closed = true;
    }
    return closed;
  }

  void join_rooms() {
    grow();
    find_meetings();
    dig();
  }

  void grow() {
    std::size_t next_up = 0;
    while (next_up < queue_.size()) {  // It grows on the way.
      const std::uint32_t cell = queue_[next_up++];
      for_each_neighbour(cell, [&](std::uint32_t next) {
        if (room_[next] == kNobody) claim(next, room_[cell], depth_[cell] + 1);
      });
    }
  }

  void find_meetings() {
    meetings_.clear();
    for (const std::uint32_t cell : queue_)
      for_each_neighbour(cell, [&](std::uint32_t next) {
        if (next > cell && room_[next] != room_[cell]) meetings_.push_back({depth_[cell] + depth_[next], cell, next});
      });
    std::sort(meetings_.begin(), meetings_.end());
  }

  std::uint32_t root(std::uint32_t room) {
    while (joined_[room] != room) room = joined_[room] = joined_[joined_[room]];
    return room;
  }

  void dig() {
    joined_.resize(rooms_);
    std::iota(joined_.begin(), joined_.end(), 0u);
    for (const Meeting& meeting : meetings_) {
      const std::uint32_t a = root(room_[meeting.a]), b = root(room_[meeting.b]);
      if (a == b) continue;
      joined_[std::max(a, b)] = std::min(a, b);
      dig_back(meeting.a);
      dig_back(meeting.b);
    }
  }

  /// From a meeting point back to the room that grew there.
  void dig_back(std::uint32_t cell) {
    dig_at(cell);
    while (depth_[cell] > 0) {
      std::uint32_t back = cell;
      for_each_neighbour(cell, [&](std::uint32_t next) {
        if (back == cell && room_[next] == room_[cell] && depth_[next] + 1 == depth_[cell]) back = next;
      });
      cell = back;
      dig_at(cell);
    }
  }

  /// Opens a square of the brush around a cell, moved so that it keeps off the edge.
  void dig_at(std::uint32_t cell) {
    const std::uint32_t x = cell % ground_.width, y = cell / ground_.width;
    const std::uint32_t left = x_.begin(x - std::min(x, half_), desc_.brush);
    const std::uint32_t top = y_.begin(y - std::min(y, half_), desc_.brush);
    for (std::uint32_t row = top; row < std::min(top + desc_.brush, y_.dig_high); ++row)
      for (std::uint32_t column = left; column < std::min(left + desc_.brush, x_.dig_high); ++column)
        ground_.open[row * ground_.width + column] = 1;
  }

  /// Free cells that no way leads to from the one room that is left.
  void close_what_is_cut_off() {
    std::vector<std::uint8_t> reached(ground_.open.size());
    std::vector<std::uint32_t> open;
    const auto visit = [&](std::uint32_t cell) {
      if (ground_.open[cell] == 0 || reached[cell] != 0) return;
      reached[cell] = 1;
      open.push_back(cell);
    };
    for (const std::uint32_t cell : queue_) visit(cell);
    while (!open.empty()) {
      const std::uint32_t cell = open.back(), x = cell % ground_.width;
      open.pop_back();
      if (x > 0) visit(cell - 1);
      if (x + 1 < ground_.width) visit(cell + 1);
      if (cell >= ground_.width) visit(cell - ground_.width);
      if (cell + ground_.width < ground_.open.size()) visit(cell + ground_.width);
    }
    ground_.open = std::move(reached);
  }

  OpenGround& ground_;
  const JoinDesc& desc_;
  std::uint32_t half_;  ///< Of a body, in cells, without the one in its middle.
  Axis x_, y_;
  std::uint32_t rooms_ = 0;
  std::vector<std::uint32_t> room_, depth_, queue_, joined_, sizes_;
  std::vector<Meeting> meetings_;
};

}  // namespace

void join_ground(OpenGround& ground, const JoinDesc& desc) {
  if (std::min(ground.width, ground.height) >= desc.width) Joiner(ground, desc).run();
}

}  // namespace cardume
