#pragma once
#include <cardume/scheduler.hpp>
#include <optional>
#include <vector>

#include "tools/cardume/body_picture.hpp"
#include "tools/cardume/view.hpp"
#include "tools/scenario/image.hpp"
#include "tools/scenario/session.hpp"

namespace cardume {

/// A crowd over its terrain, at one time or at several: points as soft lights with a short wake, bodies as discs to
/// scale; goals as rings, obstacles raised, and regions as outlines. See AgentColours for what the colours say.
class CrowdPicture {
 public:
  CrowdPicture(const Session&, std::uint32_t width, std::optional<Window>);

  /// Takes in the crowd as it is now; terrain and goals are drawn as they were the last time. An opacity below 1 is for
  /// what is not the last time.
  void expose(const Session&, float opacity = 1);
  Image developed(Scheduler&) const;

 private:
  void shade_goals(Canvas&) const;
  void draw_goals(Canvas& lights) const;
  void shine(Canvas&) const;

  View view_;
  Vec3 size_;
  SceneryDesc scenery_;
  BodyLayer bodies_;
  Canvas lights_;
  CostGrid terrain_;
  bool has_bodies_ = false;
  std::vector<SessionGoal> goals_;
};

}  // namespace cardume
