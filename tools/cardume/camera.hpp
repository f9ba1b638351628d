#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/cardume/crowd_picture.hpp"
#include "tools/cardume/shared_options.hpp"

namespace cardume {

/// The picture that is wanted of a run.
struct CameraPlan {
  std::string path;  ///< Empty for no picture.
  std::uint32_t width = kPictureWidth;
  std::vector<double> seconds;  ///< When; several give one picture of them all. Empty for the end.
  std::vector<float> window;    ///< x, y, x, y of two opposite corners; empty for the whole world.
};

/// Takes a picture of a run while it goes on.
class Camera {
 public:
  /// For a run of so many ticks; kInvalidArgument names the option that asks for what cannot be seen.
  static Result<Camera> create(const CameraPlan&, const Session&, std::uint64_t ticks);

  /// To be called after each tick, and before the first one.
  void see(const Session&, std::uint64_t tick);
  /// Writes the picture, if one is wanted.
  Error write(Scheduler&) const;

 private:
  std::string path_;
  std::vector<std::uint64_t> ticks_;  ///< Of the exposures, in order.
  std::optional<CrowdPicture> picture_;
};

}  // namespace cardume
