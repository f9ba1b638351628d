#pragma once
#include <cardume/random.hpp>
#include <cardume/wfc.hpp>
#include <cstdint>
#include <queue>
#include <utility>
#include <vector>

#include "core/worldgen/wfc/content.hpp"

namespace cardume::wfc {

/// Log to base 2 of a positive number, the same on every machine.
double exact_log2(double value);

/// What each cell may still be: a bit for each pattern. What is taken away is remembered, so that it can be given back.
class Domains {
 public:
  Domains(const WfcModel::Content& model, std::uint32_t cells);

  const std::uint64_t* at(std::uint32_t cell) const { return &bits_[std::size_t{cell} * words_]; }
  std::uint32_t words() const { return words_; }
  std::uint32_t size(std::uint32_t cell) const;
  bool meets(std::uint32_t cell, const Words& set) const;
  bool lies_in(std::uint32_t cell, const Words& set) const;
  bool has(std::uint32_t cell, std::uint32_t pattern) const {
    return (at(cell)[pattern / 64] >> (pattern % 64) & 1) != 0;
  }

  /// Keeps what is in the set; whether anything went.
  bool keep(std::uint32_t cell, const std::uint64_t* set);
  bool remove(std::uint32_t cell, std::uint32_t pattern);

  /// How much has been taken away, and giving back what came after.
  std::size_t mark() const { return trail_.size(); }
  template <class Visit>
  void go_back(std::size_t mark, Visit changed) {
    while (trail_.size() > mark) {
      const Change& change = trail_.back();
      bits_[std::size_t{change.cell} * words_ + change.word] = change.before;
      changed(change.cell);
      trail_.pop_back();
    }
  }

 private:
  struct Change {
    std::uint32_t cell, word;
    std::uint64_t before;
  };

  void put(std::uint32_t cell, std::uint32_t word, std::uint64_t bits);

  std::uint32_t words_;
  std::vector<std::uint64_t> bits_;
  std::vector<Change> trail_;
};

/// Finds a map: takes the cell whose pattern is least uncertain, draws one for it, and takes away from its neighbours
/// what no longer fits, from theirs, and so on (arc consistency: A. Mackworth, "Consistency in networks of relations",
/// 1977). Where nothing is left for a cell, the last decision is taken back and excluded; after many in vain it begins
/// anew with other draws.
class Solver {
 public:
  Solver(const WfcModel::Content&, const WfcDesc&);

  std::variant<WfcMap, Contradiction> solve();

 private:
  static constexpr std::uint32_t kNowhere = ~0u;

  struct Decision {
    std::uint32_t cell, pattern;
    std::size_t mark;
  };

  /// The smallest comes first; what has changed since is passed over.
  using Entry = std::pair<std::uint64_t, std::uint32_t>;

  bool begin();
  bool settle();
  bool propagate();
  bool spread(std::uint32_t cell);
  void find_support(std::uint32_t cell, std::uint32_t side);
  bool keep(std::uint32_t cell, const std::uint64_t* set);
  bool counts_hold(bool& changed);
  bool connected();
  std::uint32_t next_cell();
  void decide(std::uint32_t cell);
  bool take_back();
  void begin_anew();
  void touch(std::uint32_t cell);
  void rank();
  std::uint64_t uncertainty(std::uint32_t cell) const;
  std::uint32_t draw(std::uint32_t cell);
  std::uint32_t neighbour(std::uint32_t cell, std::uint32_t side) const;
  bool inside(std::uint32_t cell) const { return desc_.mask.empty() || desc_.mask[cell]; }
  Words set_of(const std::vector<std::uint32_t>& patterns) const;
  WfcMap result() const;

  const WfcModel::Content& model_;
  const WfcDesc& desc_;
  std::uint32_t cells_;
  Domains domains_;
  Stream draws_, ties_;
  std::vector<double> weight_log_;  ///< Of each pattern: its weight times the log of it.
  std::vector<Words> counted_;      ///< By WfcDesc::counts.
  std::vector<Decision> decisions_;
  std::vector<std::uint32_t> queue_, touched_;
  std::vector<std::uint8_t> queued_, is_touched_;
  std::vector<std::uint64_t> rank_;  ///< By cell: that of its entry which counts.
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap_;
  Words support_;
  std::uint32_t empty_ = 0;  ///< The cell for which nothing was left.
  std::uint64_t backtracks_ = 0, in_vain_ = 0, drawn_ = 0;
};

}  // namespace cardume::wfc
