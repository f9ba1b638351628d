#pragma once
#include "core/world_state.hpp"

namespace cardume::tick {

/// Keeps an event of this tick, or notes in the report that there was no room for it.
inline void record(Publication& published, Event event) {
  if (published.events.size() == published.events.capacity()) {
    published.report.flags |= kEventsLost;
    return;
  }
  event.tick = published.report.tick;
  published.events.push_back(event);
}

}  // namespace cardume::tick
