#include "bench/kernels/kernel_scene.hpp"

#include <algorithm>
#include <limits>

namespace cardume::bench {
namespace {

constexpr std::uint32_t kPadding = 16;
constexpr std::uint32_t kReach = 2;

}  // namespace

KernelScene::KernelScene(std::uint32_t count, float scale) : count_(count) {
  FlockScene scene = make_flock_scene(count, Heading::kMiddle);
  scene.rules.size *= scale;
  for (Boid& boid : scene.boids) {
    boid.x *= scale;
    boid.y *= scale;
  }
  size_ = scene.rules.size;
  seconds_ = scene.rules.seconds;
  inverse_row_ = 1 / (scene.rules.perception * 1.01f);
  inverse_column_ = inverse_row_ * kReach;
  columns_ = static_cast<std::uint32_t>(size_ * inverse_column_) + 1;
  rows_ = static_cast<std::uint32_t>(size_ * inverse_row_) + 1;
  fill_table(scene.rules);
  lay_out(std::move(scene.boids));
}

void KernelScene::fill_table(const BoidRules& rules) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  table_.rules.separation.radius2[0] = rules.separation * rules.separation;
  table_.rules.alignment.radius2[0] = table_.rules.cohesion.radius2[0] = rules.perception * rules.perception;
  table_.rules.separation.weight[0] = rules.separation_weight;
  table_.rules.alignment.weight[0] = rules.alignment_weight;
  table_.rules.cohesion.weight[0] = rules.cohesion_weight;
  table_.motion.max_speed[0] = rules.max_speed;
  table_.motion.response[0] = rules.response;
  table_.motion.rule_limit[0] = rules.max_acceleration;
  table_.motion.total_limit[0] = kInfinity;
  table_.flow_weight[0] = 1;
  table_.count = 1;
  table_.rules.species = 1;
  table_.rules.one_sight = table_.rules.plain = table_.motion.free = true;
}

std::uint32_t KernelScene::cell_of(const Boid& boid) const {
  return static_cast<std::uint32_t>(boid.y * inverse_row_) * columns_ +
         static_cast<std::uint32_t>(boid.x * inverse_column_);
}

void KernelScene::lay_out(std::vector<Boid> boids) {
  std::stable_sort(boids.begin(), boids.end(), [&](const Boid& a, const Boid& b) { return cell_of(a) < cell_of(b); });
  const std::size_t padded = count_ + kPadding;
  for (Axes* axes : {&position_, &velocity_, &acceleration_, &previous_}) {
    for (auto& axis : *axes) axis.resize(padded);
  }
  cell_.resize(padded);
  species_.resize(padded, 0);
  slot_.resize(padded, 0);
  goal_.resize(padded, 1);
  crowded_.resize(rows_, 0);
  start_.resize(std::size_t{columns_} * rows_ + 1);
  for (std::uint32_t i = 0; i < count_; ++i) {
    const Boid& boid = boids[i];
    position_[0][i] = boid.x;
    position_[1][i] = boid.y;
    velocity_[0][i] = boid.vx;
    velocity_[1][i] = boid.vy;
    cell_[i] = cell_of(boid);
    ++start_[cell_[i] + 1];
  }
  for (std::size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
}

simd::Motion KernelScene::motion() {
  return {{position_[0].data(), position_[1].data(), nullptr},
          {velocity_[0].data(), velocity_[1].data(), nullptr},
          {acceleration_[0].data(), acceleration_[1].data(), nullptr}};
}

simd::BucketArgs KernelScene::bucket_args() {
  return {{position_[0].data(), position_[1].data(), nullptr}, cell_.data(), layout(), everyone()};
}

simd::RulesArgs KernelScene::rules_args() {
  const simd::GridView grid{layout(), start_.data(), crowded_.data(), kReach, 0, 0};
  return {motion(),          species_.data(), species_.data(), slot_.data(), &table_,   grid,
          {size_, size_, 0}, false,           nullptr,         nullptr,      everyone()};
}

simd::IntegrateArgs KernelScene::integrate_args() {
  return {{position_[0].data(), position_[1].data(), nullptr},
          {velocity_[0].data(), velocity_[1].data(), nullptr},
          {acceleration_[0].data(), acceleration_[1].data(), nullptr},
          {previous_[0].data(), previous_[1].data(), nullptr},
          nullptr,
          species_.data(),
          &table_,
          {slot_.data(), nullptr, 0},
          simd::Edge::kStop,
          {size_, size_, 0},
          seconds_,
          everyone()};
}

simd::FlowArgs KernelScene::flow_args(const simd::FieldView* fields, std::uint32_t map_edge) {
  const simd::FieldLayout layout{map_edge, map_edge, 1, static_cast<float>(map_edge) / size_, false};
  return {motion(), species_.data(), goal_.data(), nullptr, nullptr, &table_, fields, layout, everyone()};
}

}  // namespace cardume::bench
