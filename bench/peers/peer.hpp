#pragma once
#include <cardume/status.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

// Others who do the same work, and the work that both do. A side takes a step at a time on one thread, in turns with
// the other, so that both meet the same moods of the machine.
namespace cardume::bench {

/// One who takes part in a duel.
class Contender {
 public:
  virtual ~Contender() = default;
  virtual void step() = 0;           ///< What is timed.
  virtual double items() const = 0;  ///< Agents, points or cells that a step goes through.
  virtual double neighbours()
      const = 0;  ///< That each item has within Peer::sight on average now; 0 where it says nothing.
};

struct Duel {
  std::unique_ptr<Contender> cardume, peer;
};

struct DuelSetup {
  std::uint32_t size = 0;       ///< Agents or points; of maps the edge.
  std::string instruction_set;  ///< Of the engine's side; empty for the best.
};

/// Someone to measure the engine against.
struct Peer {
  const char* name;     ///< In lower case, such as "box2d".
  const char* what;     ///< One line: who, doing what, on both sides.
  const char* package;  ///< Debian's package that it comes from; empty for code of this folder.
  std::vector<std::uint32_t> sizes;
  int warm_steps, timed_steps;
  Result<Duel> (*make)(const DuelSetup&);
};

/// Those that this was built with and that this machine can run.
std::span<const Peer> peers();

/// Null for a name that is unknown, or of one that this was built without.
const Peer* find_peer(const std::string& name);

}  // namespace cardume::bench
