#pragma once
#include <cardume/agent.hpp>
#include <cstdint>
#include <optional>
#include <vector>

namespace cardume {

/// Stable names for agents whose rows move. A slot belongs to one agent at a time; its generation goes up whenever it
/// is taken back, so that old names stop working. A slot that has used up its generations is never given out again.
class Ids {
 public:
  /// Takes all memory that `capacity` ids will ever need.
  void reserve(std::uint32_t capacity);

  /// Slots that can be given out now.
  std::uint32_t available() const;

  /// A new name, for an agent that has no row yet. At least one slot must be available.
  AgentId create();

  /// Ends the name, which must be alive. Its slot is kept until release(), so that the agent can still be found.
  void retire(AgentId);

  /// Gives the slot of a retired name back.
  void release(AgentId);

  bool alive(AgentId) const;

  /// Where the agent is; nothing if the name is not alive or its agent has no row yet.
  std::optional<std::uint32_t> row(AgentId) const;

  /// The name that holds this slot.
  AgentId at(std::uint32_t slot) const { return {std::uint64_t{generations_[slot]} << 32 | slot}; }

  /// Row by slot, for whoever moves rows.
  std::vector<std::uint32_t>& rows() { return rows_; }

  /// Which names come next depends on all that were given out and taken back; this tells two such pasts apart.
  std::uint64_t digest() const { return digest_; }

  std::uint64_t memory_bytes() const;

 private:
  enum class State : std::uint8_t { kFree, kAlive, kRetired };
  static constexpr std::uint32_t kNoRow = 0xFFFFFFFFu;
  static constexpr std::uint32_t kLastGeneration = 0xFFFFFFFFu;

  std::vector<std::uint32_t> generations_;  ///< By slot, from 1 on.
  std::vector<std::uint32_t> rows_;         ///< By slot; kNoRow before the agent's first tick.
  std::vector<State> states_;               ///< By slot.
  std::vector<std::uint32_t> free_;         ///< Slots taken back, the latest last.
  std::uint64_t digest_ = 0;
  std::uint32_t used_ = 0;  ///< Slots that were ever given out: the first `used_`.
};

}  // namespace cardume
