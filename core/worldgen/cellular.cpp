#include <algorithm>
#include <atomic>
#include <cardume/cellular.hpp>

#include "core/checker.hpp"
#include "core/door.hpp"
#include "core/instruction_sets.hpp"
#include "core/worldgen/cellular_rows.hpp"

namespace cardume {
namespace {

/// Rows that one thread works out in a go.
constexpr std::uint32_t kRowsAtOnce = 64;

Error check(const CellularDesc& desc, const SampleBox& box, const CellularOut& out) {
  const auto fits = [&](std::size_t size) { return size == 0 || size == box.count(); };
  Checker checker;
  checker.share(desc.jitter, "jitter")
      .require(desc.period >= 1 && desc.period <= 1048576, "period", "a number from 1 to 1048576")
      .require(desc.tile <= 1u << 20, "tile", "at most 1048576")
      .require(box.depth == 1, "box.depth", "1")
      .require(fits(out.f1.size()), "out.f1", "empty or as long as the box has samples")
      .require(fits(out.f2.size()), "out.f2", "empty or as long as the box has samples")
      .require(fits(out.f2_f1.size()), "out.f2_f1", "empty or as long as the box has samples")
      .require(fits(out.border.size()), "out.border", "empty or as long as the box has samples")
      .require(fits(out.id.size()), "out.id", "empty or as long as the box has samples")
      .require(out.border.empty() || desc.metric == CellMetric::kEuclid, "out.border", "empty but for Euclid's metric");
  return checker.result();
}

template <class T>
void copy_row(const std::vector<T>& row, std::uint32_t width, std::size_t at, std::span<T> out) {
  if (!out.empty()) std::copy_n(row.begin(), width, out.begin() + static_cast<std::ptrdiff_t>(at));
}

void fill_rows(const CellularDesc& desc, const SampleBox& box, Chunk numbers, const CellularOut& out,
               const simd::CellularKernels& kernels) {
  CellularRows rows(desc, box.x, box.width, !out.border.empty());
  for (std::uint32_t i = numbers.first; i < numbers.last; ++i) {
    rows.row(box.y + i, kernels);
    const std::size_t at = std::size_t{i} * box.width;
    copy_row(rows.f1(), box.width, at, out.f1);
    copy_row(rows.f2(), box.width, at, out.f2);
    copy_row(rows.border(), box.width, at, out.border);
    copy_row(rows.id(), box.width, at, out.id);
    for (std::uint32_t k = 0; k < box.width && !out.f2_f1.empty(); ++k) out.f2_f1[at + k] = rows.f2()[k] - rows.f1()[k];
  }
}

Error fill(const CellularDesc& desc, const SampleBox& box, const CellularOut& out, const SampleOptions& options) {
  const simd::KernelTable* table = choose_kernels(options.instruction_set);
  if (table == nullptr) return unknown_instruction_set();
  const simd::CellularKernels& kernels = simd::worldgen_kernels(*table).cellular;
  if (options.scheduler == nullptr) {
    fill_rows(desc, box, {0, box.height, 0}, out, kernels);
    return {};
  }
  std::atomic<bool> failed{false};
  options.scheduler->parallel_for(box.height, kRowsAtOnce, [&](Chunk chunk) noexcept {
    const ExactFloat exact;
    try {
      fill_rows(desc, box, chunk, out, kernels);
    } catch (...) {
      failed = true;
    }
  });
  return failed ? Error{Status::kOutOfMemory, {}} : Error{};
}

}  // namespace

Error fill_cellular(const CellularDesc& desc, const SampleBox& box, const CellularOut& out,
                    const SampleOptions& options) {
  return guarded([&]() -> Error {
    if (Error error = validate(box)) return error;
    if (Error error = check(desc, box, out)) return error;
    return fill(desc, box, out, options);
  });
}

}  // namespace cardume
