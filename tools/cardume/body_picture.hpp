#pragma once
#include "tools/cardume/canvas.hpp"
#include "tools/cardume/view.hpp"
#include "tools/scenario/session.hpp"

namespace cardume {

/// Bodies as discs to scale, drawn over what they are laid on.
class BodyLayer {
 public:
  explicit BodyLayer(const View&);

  /// Draws the bodies as they are now over those drawn before. An opacity below 1 is for what has been.
  void expose(const Session&, const View&, float opacity);
  void lay_on(Canvas&) const;

 private:
  /// A mark on the disc tells which way its body goes.
  void disc(Projected at, float radius, Rgb colour, float opacity);
  void blend(std::uint32_t x, std::uint32_t y, Rgb colour, float cover);

  Canvas colour_;  ///< Times `cover_`.
  Plane cover_;
};

}  // namespace cardume
