#pragma once
#include <cardume/formation.hpp>
#include <span>

namespace cardume {

/// Where the slots are, from their centre and in the frame of one who looks ahead: x ahead, y to the left. They are in
/// ranks from the front on, the last one centred, and no two nearer to each other than desc.spacing.
void shape(const FormationDesc&, std::span<Vec2> offsets);

}  // namespace cardume
