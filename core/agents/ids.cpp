#include "core/agents/ids.hpp"

namespace cardume {
namespace {

constexpr std::uint64_t kCreated = 1, kReleased = 2;

std::uint64_t extend(std::uint64_t digest, AgentId id, std::uint64_t what) {
  digest = (digest ^ id.value ^ what << 60) * 0x9E3779B97F4A7C15u;
  return digest ^ digest >> 32;
}

}  // namespace

void Ids::reserve(std::uint32_t capacity) {
  generations_.assign(capacity, 1);
  rows_.assign(capacity, kNoRow);
  states_.assign(capacity, State::kFree);
  free_.reserve(capacity);
}

std::uint32_t Ids::available() const { return static_cast<std::uint32_t>(states_.size() - used_ + free_.size()); }

AgentId Ids::create() {
  std::uint32_t slot = used_;
  if (free_.empty()) {
    ++used_;
  } else {
    slot = free_.back();
    free_.pop_back();
  }
  rows_[slot] = kNoRow;
  states_[slot] = State::kAlive;
  digest_ = extend(digest_, at(slot), kCreated);
  return at(slot);
}

void Ids::retire(AgentId id) { states_[id.slot()] = State::kRetired; }

void Ids::release(AgentId id) {
  const std::uint32_t slot = id.slot();
  states_[slot] = State::kFree;
  digest_ = extend(digest_, id, kReleased);
  if (generations_[slot] == kLastGeneration) return;
  ++generations_[slot];
  free_.push_back(slot);
}

bool Ids::alive(AgentId id) const {
  return id.slot() < states_.size() && states_[id.slot()] == State::kAlive &&
         generations_[id.slot()] == id.generation();
}

std::optional<std::uint32_t> Ids::row(AgentId id) const {
  if (!alive(id) || rows_[id.slot()] == kNoRow) return std::nullopt;
  return rows_[id.slot()];
}

std::uint64_t Ids::memory_bytes() const {
  return (generations_.capacity() + rows_.capacity() + free_.capacity()) * sizeof(std::uint32_t) + states_.capacity();
}

}  // namespace cardume
