#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>

#include "bench/vicsek/model.hpp"
#include "bench/vicsek/plot.hpp"
#include "tools/scenario/file_io.hpp"

namespace cardume::bench {
namespace {

struct Flock {
  std::uint32_t agents, seeds, colour;
};

/// The small ones need more seeds for means as sure as those of the large ones.
constexpr Flock kFlocks[] = {{40, 8, 0xC0392B}, {100, 4, 0x2471A3}, {400, 2, 0x1E8449}};

struct Measured {
  Flock flock;
  double noise = 0, order = 0;
};

std::vector<double> noises() {
  std::vector<double> all;
  for (int half = 0; half <= 10; ++half) all.push_back(half / 2.0);
  all.push_back(2 * std::numbers::pi);
  return all;
}

Measured measure(const Flock& flock, double noise) {
  double sum = 0;
  for (std::uint32_t seed = 1; seed <= flock.seeds; ++seed)
    sum += order_of({.agents = flock.agents, .noise = static_cast<float>(noise), .seed = seed});
  return {flock, noise, sum / flock.seeds};
}

std::vector<Measured> measure_all() {
  std::vector<Measured> all;
  fmt::print("{:>7} {:>7} {:>7}\n", "agents", "noise", "order");
  for (const Flock& flock : kFlocks)
    for (double noise : noises()) {
      all.push_back(measure(flock, noise));
      fmt::print("{:7} {:7.3f} {:7.4f}\n", flock.agents, noise, all.back().order);
    }
  return all;
}

std::string as_csv(const std::vector<Measured>& all) {
  std::string csv = "agents,noise,order\n";
  for (const Measured& one : all) csv += fmt::format("{},{:.6f},{:.6f}\n", one.flock.agents, one.noise, one.order);
  return csv;
}

std::string as_json(const std::vector<Measured>& all) {
  nlohmann::json points = nlohmann::json::array();
  for (const Measured& one : all)
    points.push_back({{"agents", one.flock.agents}, {"noise", one.noise}, {"order", one.order}});
  return nlohmann::json{{"density", 4}, {"radius", 1}, {"step", 0.03}, {"points", points}}.dump(2) + "\n";
}

Result<std::string> as_png(const std::vector<Measured>& all) {
  std::vector<Curve> curves;
  for (const Flock& flock : kFlocks) {
    Curve curve{flock.colour, {}};
    for (const Measured& one : all)
      if (one.flock.agents == flock.agents) curve.points.push_back({one.noise, one.order});
    curves.push_back(curve);
  }
  return encode_png(plot(curves, 2 * std::numbers::pi));
}

Error write_all(const std::vector<Measured>& all, const std::string& folder) {
  const Result<std::string> picture = as_png(all);
  if (!picture) return picture.error();
  if (Error error = write_file(folder + "/vicsek.csv", as_csv(all))) return error;
  if (Error error = write_file(folder + "/vicsek.json", as_json(all))) return error;
  return write_file(folder + "/vicsek.png", *picture);
}

}  // namespace
}  // namespace cardume::bench

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: cardume_vicsek FOLDER\nwrites vicsek.csv, vicsek.json and vicsek.png there\n", stderr);
    return 2;
  }
  const cardume::Error error = cardume::bench::write_all(cardume::bench::measure_all(), argv[1]);
  if (!error) return 0;
  fmt::print(stderr, "{}\n", error.message);
  return 1;
}
