#include <bit>

#include "core/worldgen/wfc/solver.hpp"

namespace cardume::wfc {

Domains::Domains(const WfcModel::Content& model, std::uint32_t cells)
    : words_(model.words), bits_(std::size_t{cells} * model.words, ~std::uint64_t{0}) {
  const std::uint32_t rest = model.count % 64;
  for (std::uint32_t cell = 0; cell < cells && rest != 0; ++cell)
    bits_[std::size_t{cell} * words_ + words_ - 1] = (std::uint64_t{1} << rest) - 1;
}

std::uint32_t Domains::size(std::uint32_t cell) const {
  int size = 0;
  for (std::uint32_t w = 0; w < words_; ++w) size += std::popcount(at(cell)[w]);
  return static_cast<std::uint32_t>(size);
}

bool Domains::meets(std::uint32_t cell, const Words& set) const {
  for (std::uint32_t w = 0; w < words_; ++w)
    if ((at(cell)[w] & set[w]) != 0) return true;
  return false;
}

bool Domains::lies_in(std::uint32_t cell, const Words& set) const {
  for (std::uint32_t w = 0; w < words_; ++w)
    if ((at(cell)[w] & ~set[w]) != 0) return false;
  return true;
}

bool Domains::keep(std::uint32_t cell, const std::uint64_t* set) {
  bool changed = false;
  for (std::uint32_t w = 0; w < words_; ++w) {
    const std::uint64_t before = at(cell)[w], kept = before & set[w];
    if (kept == before) continue;
    put(cell, w, kept);
    changed = true;
  }
  return changed;
}

bool Domains::remove(std::uint32_t cell, std::uint32_t pattern) {
  if (!has(cell, pattern)) return false;
  put(cell, pattern / 64, at(cell)[pattern / 64] & ~(std::uint64_t{1} << (pattern % 64)));
  return true;
}

void Domains::put(std::uint32_t cell, std::uint32_t word, std::uint64_t bits) {
  std::uint64_t& there = bits_[std::size_t{cell} * words_ + word];
  trail_.push_back({cell, word, there});
  there = bits;
}

}  // namespace cardume::wfc
