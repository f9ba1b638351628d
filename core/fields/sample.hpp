#pragma once
#include <cardume/vector.hpp>

#include "simd/kernels.hpp"

namespace cardume {

/// The direction in which a field leads from a place, as the flow kernel blends it; not a unit vector. (0, 0) where
/// there is no field.
Vec2 sample(const simd::FieldView&, const simd::FieldLayout&, Vec2 place);

}  // namespace cardume
