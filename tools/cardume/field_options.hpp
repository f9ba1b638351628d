#pragma once
#include <cardume/field.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/cardume/shared_options.hpp"

namespace CLI {
class App;
}

namespace cardume {

/// How a field is drawn.
enum class Drawing : std::uint8_t {
  kContours,     ///< Lines of equal distance.
  kArrows,       ///< The direction here and there.
  kStreamlines,  ///< Ways to the goal, evenly spaced.
};

/// A rectangle of cells, both corners included, that is put to a cost.
struct FieldEdit {
  Cell corner, opposite;
  std::uint8_t cost = kOpenCost;
};

/// What becomes of the map before there is a field of it.
struct FieldGround {
  std::vector<FieldEdit> edits;  ///< In order.
  float clearance = 0;           ///< Cells: the radius of whoever is to find room.
};

/// Where ways lead, and where they lead from.
struct FieldAims {
  std::vector<Cell> goals, threats, starts;

  bool empty() const { return goals.empty() && threats.empty(); }
};

struct FieldPicture {
  std::string path;
  Drawing drawing = Drawing::kContours;
  std::uint32_t width = kPictureWidth;
};

/// What `cardume field` is asked for.
struct FieldOptions {
  std::string map;
  FieldGround ground;
  FieldAims aims;
  Metric metric = Metric::kOctile;
  DirectionMode directions = DirectionMode::kGradient;
  bool tiles = false;
  bool bench = false;
  std::string queries, json, out;
  FieldPicture picture;
  std::uint32_t threads = 0;
};

const char* name_of(Metric);

void add_field_options(CLI::App& verb, FieldOptions& options);

}  // namespace cardume
