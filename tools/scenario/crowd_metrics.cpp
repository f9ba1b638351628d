#include "tools/scenario/crowd_metrics.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace cardume {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, 3>;

Eigen::Map<const Eigen::VectorXf> column(std::span<const float> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

Rows rows_of(const World& world, std::span<const float> (World::*columns)(std::uint32_t) const) {
  Rows rows = Rows::Zero(world.count(), 3);
  for (std::uint32_t axis = 0; axis < world.desc().dimensions; ++axis)
    rows.col(axis) = column((world.*columns)(axis)).cast<double>();
  return rows;
}

Vec3 vector_of(const Eigen::Vector3d& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

void measure_motion(const Rows& velocities, CrowdMetrics& metrics) {
  const Eigen::VectorXd speeds = velocities.rowwise().norm();
  metrics.mean_speed = speeds.mean();
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (Eigen::Index i = 0; i < speeds.size(); ++i)
    if (speeds[i] > 0) sum += velocities.row(i).transpose() / speeds[i];
  metrics.order = sum.norm() / static_cast<double>(speeds.size());
}

void measure_spread(const Rows& positions, CrowdMetrics& metrics) {
  const Eigen::RowVector3d mean = positions.colwise().mean();
  const Rows centred = positions.rowwise() - mean;
  const Eigen::Matrix3d covariance = centred.transpose() * centred / static_cast<double>(positions.rows());
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(covariance);
  metrics.centre = vector_of(mean.transpose());
  metrics.main_axis = vector_of(solver.eigenvectors().col(2));
  for (int i = 0; i < 3; ++i) metrics.spread[i] = std::sqrt(std::max(0.0, solver.eigenvalues()[2 - i]));
}

std::uint32_t count_in_walls(const World& world) {
  const CostGrid& terrain = world.terrain();
  if (terrain.empty()) return 0;
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < world.count(); ++i)
    count += terrain.blocked(cell_at(terrain, {world.positions(0)[i], world.positions(1)[i]}));
  return count;
}

float largest_radius(const World& world) {
  float radius = 0;
  const auto look = [&](const BehaviourDesc& one) {
    radius = std::max({radius, one.separation.radius, one.alignment.radius, one.cohesion.radius});
  };
  for (const SpeciesDesc& species : world.desc().species) {
    if (species.mind.states.empty()) look(species);
    for (const StateDesc& state : species.mind.states) look(state.behaviour);
  }
  return radius;
}

/// Agents sorted into cells along x, y and z, for counting only: a bucket per key, keys in order.
class Census {
 public:
  Census(const Rows& positions, double radius) : positions_(positions), radius_(radius) {
    for (Eigen::Index i = 0; i < positions.rows(); ++i) sorted_.emplace_back(key_of(positions.row(i)), i);
    std::ranges::sort(sorted_);
  }

  std::uint64_t around(Eigen::Index agent) const {
    const Key key = key_of(positions_.row(agent));
    std::uint64_t count = 0;
    for (std::int64_t z = key[0] - 1; z <= key[0] + 1; ++z)
      for (std::int64_t y = key[1] - 1; y <= key[1] + 1; ++y)
        count += along_row(agent, {z, y, key[2] - 1}, {z, y, key[2] + 2});
    return count - 1;
  }

 private:
  using Key = std::array<std::int64_t, 3>;

  Key key_of(const Eigen::RowVector3d& at) const {
    return {std::int64_t(std::floor(at.z() / radius_)), std::int64_t(std::floor(at.y() / radius_)),
            std::int64_t(std::floor(at.x() / radius_))};
  }

  std::uint64_t along_row(Eigen::Index agent, const Key& first, const Key& last) const {
    std::uint64_t count = 0;
    auto at = std::ranges::lower_bound(sorted_, std::pair(first, Eigen::Index{0}));
    for (; at != sorted_.end() && at->first < last; ++at)
      count += (positions_.row(at->second) - positions_.row(agent)).squaredNorm() < radius_ * radius_;
    return count;
  }

  const Rows& positions_;
  double radius_;
  std::vector<std::pair<Key, Eigen::Index>> sorted_;
};

}  // namespace

double mean_neighbours(const World& world, float radius, std::uint32_t samples) {
  if (world.count() == 0 || !(radius > 0)) return 0;
  const Rows positions = rows_of(world, &World::positions);
  const Census census(positions, static_cast<double>(radius));
  const std::uint32_t step = std::max(1u, world.count() / std::max(1u, samples));
  std::uint64_t sum = 0, taken = 0;
  for (std::uint32_t i = 0; i < world.count(); i += step, ++taken) sum += census.around(i);
  return static_cast<double>(sum) / static_cast<double>(taken);
}

CrowdMetrics measure_crowd(const World& world) {
  CrowdMetrics metrics;
  if (world.count() == 0) return metrics;
  measure_motion(rows_of(world, &World::velocities), metrics);
  measure_spread(rows_of(world, &World::positions), metrics);
  const float radius = largest_radius(world);
  metrics.census_radius = static_cast<double>(radius);
  metrics.neighbours = mean_neighbours(world, radius);
  metrics.in_walls = count_in_walls(world);
  return metrics;
}

}  // namespace cardume
