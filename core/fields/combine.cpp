#include <algorithm>
#include <cardume/field.hpp>
#include <cmath>
#include <new>
#include <string>

#include "core/exact_float.hpp"

namespace cardume {
namespace {

constexpr float kLeastWeight = 1e-3f, kMostWeight = 1e3f;
/// Weights are counted in so many parts of 1, so that sums are whole numbers.
constexpr float kWeightParts = 1 << 10;
constexpr std::uint64_t kFar = ~std::uint64_t{0};

/// What is wrong; null where nothing is.
const char* complaint(std::span<const IntegrationField> fields, std::span<const float> weights) {
  if (fields.empty()) return "fields: at least one is needed";
  if (weights.size() != fields.size()) return "weights: one is needed for each field";
  const IntegrationField& first = fields.front();
  for (const IntegrationField& field : fields) {
    if (field.width != first.width || field.height != first.height || field.metric != first.metric ||
        field.distance.size() != std::size_t{field.width} * field.height) {
      return "fields: they are not of one map and one metric";
    }
  }
  for (float weight : weights) {
    if (!(weight >= kLeastWeight && weight <= kMostWeight)) {
      return "weights: each must be from 0.001 to 1000";
    }
  }
  return nullptr;
}

void add(const IntegrationField& field, float weight, std::vector<std::uint64_t>& sums) {
  const auto parts = static_cast<std::uint64_t>(weight * kWeightParts + 0.5f);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const std::uint32_t distance = field.distance[i];
    sums[i] = sums[i] == kFar || distance == kUnreachable ? kFar : sums[i] + parts * distance;
  }
}

}  // namespace

Result<IntegrationField> combine_fields(std::span<const IntegrationField> fields, std::span<const float> weights) {
  const ExactFloat exact;
  try {
    if (const char* what = complaint(fields, weights)) return Error{Status::kInvalidArgument, what};
    IntegrationField out = {fields[0].width, fields[0].height, fields[0].metric, {}};
    std::vector<std::uint64_t> sums(fields[0].distance.size(), 0);
    for (std::size_t i = 0; i < fields.size(); ++i) add(fields[i], weights[i], sums);
    const std::uint64_t least = sums.empty() ? 0 : *std::min_element(sums.begin(), sums.end());
    out.distance.reserve(sums.size());
    for (std::uint64_t sum : sums) {
      const std::uint64_t above = (sum - least) / static_cast<std::uint64_t>(kWeightParts);
      out.distance.push_back(sum == kFar || above >= kUnreachable ? kUnreachable : static_cast<std::uint32_t>(above));
    }
    return out;
  } catch (const std::bad_alloc&) {
    return Error{Status::kOutOfMemory, {}};
  }
}

}  // namespace cardume
