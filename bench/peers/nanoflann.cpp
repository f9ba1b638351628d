#include <cmath>
#include <cstdint>
#include <memory>
#include <nanoflann.hpp>
#include <utility>

#include "bench/peers/crowd_scene.hpp"
#include "bench/peers/makers.hpp"
#include "tools/scenario/random.hpp"

// Points drift, each its own way, are sorted in anew in each step and then all asked who is near. Both answer with all
// names and distances, the asker's own among them. What they do not share: the engine keeps all answers, each in order
// of names, and its distances are no squares; of nanoflann's each goes once it is counted.
namespace cardume::bench {
namespace {

constexpr std::uint64_t kSeed = 42, kWays = 1;
constexpr float kTau = 6.2831853f;

std::vector<Vec2> make_drifts(std::size_t count) {
  std::vector<Vec2> drifts;
  for (std::size_t id = 0; id < count; ++id) {
    const float angle = Draws(kSeed, kWays, id).unit() * kTau;
    drifts.push_back({std::cos(angle) * kTopSpeed, std::sin(angle) * kTopSpeed});
  }
  return drifts;
}

struct Cloud {
  std::vector<Vec2> points;

  std::size_t kdtree_get_point_count() const { return points.size(); }
  float kdtree_get_pt(std::uint32_t point, std::size_t axis) const {
    return axis == 0 ? points[point].x : points[point].y;
  }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};

using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, Cloud>, Cloud, 2, std::uint32_t>;

class NanoflannContender final : public Contender {
 public:
  NanoflannContender(const CrowdScene& scene, const std::vector<Vec2>& drifts) : edge_(scene.edge) {
    cloud_.points = scene.places;
    tree_ = std::make_unique<Tree>(2, cloud_);
    // In the order of its leaves in memory it takes a third less time than in a random one.
    cloud_.points.clear();
    for (std::uint32_t point : tree_->vAcc) {
      cloud_.points.push_back(scene.places[point]);
      drifts_.push_back(drifts[point]);
    }
  }

  void step() override {
    for (std::size_t i = 0; i < drifts_.size(); ++i) {
      drift(cloud_.points[i].x, drifts_[i].x);
      drift(cloud_.points[i].y, drifts_[i].y);
    }
    tree_->buildIndex();
    found_ = 0;
    sum_ = 0;
    for (std::uint32_t point : tree_->vAcc) look_around(cloud_.points[point]);
  }
  double items() const override { return static_cast<double>(drifts_.size()); }
  double neighbours() const override { return found_ == 0 ? 0 : static_cast<double>(found_) / items() - 1; }

 private:
  void drift(float& place, float& speed) const {
    place += speed / kTickRate;
    if (place >= 0 && place <= edge_) return;
    place = place < 0 ? -place : 2 * edge_ - place;
    speed = -speed;
  }

  void look_around(Vec2 point) {
    const float at[] = {point.x, point.y};
    found_ += tree_->radiusSearch(at, kSight * kSight, hits_, nanoflann::SearchParams(32, 0, false));
    for (const auto& [name, distance2] : hits_) sum_ += distance2;
  }

  float edge_;
  Cloud cloud_;
  std::vector<Vec2> drifts_;
  std::unique_ptr<Tree> tree_;
  std::vector<std::pair<std::uint32_t, float>> hits_;
  std::size_t found_ = 0;
  float sum_ = 0;
};

/// Who asks for everyone around everyone after each tick.
class AskingContender final : public EngineContender {
 public:
  void step() override {
    world().tick();
    const auto x = world().positions(0), y = world().positions(1);
    queries_.clear();
    for (std::size_t i = 0; i < x.size(); ++i) queries_.push_back(within({x[i], y[i]}, kSight));
    if (world().find_all(queries_, hits_)) hits_.hits.clear();
    sum_ = 0;
    for (const AreaHit& hit : hits_.hits) sum_ += hit.distance;
  }
  double neighbours() const override {
    return hits_.hits.empty() ? 0 : static_cast<double>(hits_.hits.size()) / items() - 1;
  }

 private:
  std::vector<AreaQuery> queries_;
  AreaHits hits_;
  float sum_ = 0;
};

SpeciesDesc drifting_points() {
  SpeciesDesc species = walkers(0);
  species.steering.seek.weight = 0;
  return species;
}

}  // namespace

Result<Duel> make_nanoflann(const DuelSetup& setup) {
  const CrowdScene scene = make_crowd_scene(setup.size);
  const std::vector<Vec2> drifts = make_drifts(scene.places.size());
  WorldDesc desc = ground_of(scene, drifting_points(), setup);
  desc.scenery.edge = Edge::kReflect;
  std::vector<AgentDesc> agents = agents_of(scene);
  for (std::size_t i = 0; i < agents.size(); ++i) agents[i].velocity = drifts[i];
  auto engine = std::make_unique<AskingContender>();
  if (Error error = engine->fill(desc, std::move(agents), std::nullopt)) return error;
  return Duel{std::move(engine), std::make_unique<NanoflannContender>(scene, drifts)};
}

}  // namespace cardume::bench
