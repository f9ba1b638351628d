#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cardume/lsystem.hpp>
#include <cardume/random.hpp>
#include <cmath>
#include <vector>

#include "tools/cardume/gen_drawing.hpp"
#include "tools/cardume/gen_product.hpp"
#include "tools/scenario/file_io.hpp"

namespace cardume {
namespace {

constexpr std::size_t kMostLines = 1u << 22;
constexpr std::size_t kCluster = 5;  // Leaves where a branch of a tree ends.
constexpr float kMargin = 0.06f;     // Of the picture's edge.

Result<LSystem> load_lsystem(const std::string& name_or_path) {
  const bool file = name_or_path.find_first_of("/.") != std::string::npos;
  if (!file) return LSystem::shipped(name_or_path);
  const Result<std::string> text = read_file(name_or_path, std::uint64_t{1} << 20);
  if (!text) return text.error();
  return LSystem::parse(*text, name_or_path);
}

/// Plants whose branches leave the plane.
bool in_space(const GenOptions& options) {
  constexpr std::string_view kTrees[] = {"oak", "conifer", "palm", "bush"};
  return options.lsystem.dimensions == 3 ||
         (options.lsystem.dimensions == 0 && std::ranges::find(kTrees, options.lsystem.system) != std::end(kTrees));
}

/// As often as makes a picture: what is not too long, and not too often where it hardly grows.
std::uint32_t rewritings_of(const GenOptions& options, const LSystem& system) {
  constexpr std::uint64_t kEnough = 100'000;
  constexpr std::uint32_t kOften = 12;
  if (options.shared.n) return *options.shared.n;
  std::uint32_t n = 0;
  while (n < kOften && system.length(n + 1) <= kEnough) ++n;
  return n;
}

/// A line as it is seen from the front.
struct Line {
  float x0, y0, x1, y1, nearness, width;
  std::uint32_t depth;
  bool tip;  ///< Nothing goes on where it ends.
};

struct Extent {
  float left = 1e30f, right = -1e30f, low = 1e30f, high = -1e30f, deepest = 0;

  void add(const Line& line) {
    left = std::min({left, line.x0, line.x1});
    right = std::max({right, line.x0, line.x1});
    low = std::min({low, line.y0, line.y1});
    high = std::max({high, line.y0, line.y1});
    deepest = std::max(deepest, static_cast<float>(line.depth));
  }
};

Line seen(const TurtleSegment& segment, bool space) {
  const auto number = [](double v) { return static_cast<float>(v); };
  const int up = space ? 2 : 1;
  // From a little above, so that branches toward the viewer hang lower.
  const auto height = [&](const std::array<double, 3>& at) { return number(at[up] - (space ? 0.25 * at[1] : 0)); };
  return {number(segment.from[0]),
          height(segment.from),
          number(segment.to[0]),
          height(segment.to),
          space ? -number(segment.from[1] + segment.to[1]) : 0,
          number(segment.width),
          segment.depth,
          true};
}

std::uint32_t packed(Rgb light) {
  Canvas dot(1, 1);
  dot.at(0, 0) = light;
  const Image image = developed(dot, Film::kPlain);
  return static_cast<std::uint32_t>(image.pixels[0] << 16 | image.pixels[1] << 8 | image.pixels[2]);
}

class LSystemProduct final : public Product {
 public:
  LSystemProduct(GenOptions options, LSystem system, std::uint32_t rewritings)
      : options_(std::move(options)), system_(std::move(system)), rewritings_(rewritings) {}

  Error walk() {
    const bool space = in_space(options_);
    std::array<double, 3> end{};
    bool too_many = false;
    const auto visit = [&](const TurtleSegment& segment) {
      if (!lines_.empty() && segment.from == end) lines_.back().tip = false;
      end = segment.to;
      for (const auto& place : {segment.from, segment.to})
        for (const double along : place) hash_.add(std::bit_cast<std::uint64_t>(along), 8);
      lines_.push_back(seen(segment, space));
      too_many = lines_.size() > kMostLines;
      return !too_many;
    };
    TurtleDesc desc;
    desc.dimensions = space ? 3 : 2;
    desc.seed = options_.seed;
    if (Error error = system_.walk(rewritings_, desc, visit)) return error;
    if (too_many) return {Status::kLimit, fmt::format("--n {}: more than {} lines", rewritings_, kMostLines)};
    for (const Line& line : lines_) extent_.add(line);
    return {};
  }

  std::uint64_t hash() const override { return hash_.value(); }

  std::string summary() const override {
    return fmt::format("{} after {} rewritings: {} lines", options_.lsystem.system, rewritings_, lines_.size());
  }

  Result<std::string> text() const override {
    Result<std::string> symbols = system_.expand(rewritings_, options_.seed);
    if (symbols) *symbols += '\n';
    return symbols;
  }

  Result<std::string> svg() const override { return to_svg(drawing(1)); }

  Result<Image> picture(std::uint32_t scale, Scheduler&) const override {
    const GenSize size = options_.region.size.value_or(GenSize{});
    const std::uint32_t pixels = std::max(scale, 1u);
    if (Error error = check_picture(size.width, size.height, pixels)) return error;
    return to_image(drawing(pixels));
  }

 private:
  Drawing2D drawing(std::uint32_t scale) const {
    const GenSize size = options_.region.size.value_or(GenSize{});
    Drawing2D drawing;
    drawing.width = size.width * scale;
    drawing.height = size.height * scale;
    if (lines_.empty()) return drawing;
    const float wide = std::max(extent_.right - extent_.left, 1e-6f);
    const float tall = std::max(extent_.high - extent_.low, 1e-6f);
    const auto w = static_cast<float>(drawing.width), h = static_cast<float>(drawing.height);
    const float pixels = (1 - 2 * kMargin) * std::min(w / wide, h / tall);
    const float middle_x = (extent_.left + extent_.right) / 2, middle_y = (extent_.low + extent_.high) / 2;
    const auto placed = [&](const Line& line) {
      return Mark{w / 2 + (line.x0 - middle_x) * pixels, h / 2 - (line.y0 - middle_y) * pixels,
                  w / 2 + (line.x1 - middle_x) * pixels, h / 2 - (line.y1 - middle_y) * pixels};
    };
    if (extent_.deepest == 0) {
      add_curve(drawing, placed, pixels);
    } else {
      add_plant(drawing, placed, pixels);
    }
    return drawing;
  }

  /// Hues run along it, so that the eye can follow.
  template <class Placed>
  void add_curve(Drawing2D& drawing, Placed&& placed, float pixels) const {
    drawing.paper = 0x14171F;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      Mark mark = placed(lines_[i]);
      mark.width = mark.end_width = std::clamp(0.34f * pixels, 0.7f, 7.f);
      const float along = static_cast<float>(i) / static_cast<float>(lines_.size());
      mark.srgb = packed(from_oklch(0.78f, 0.13f, 0.55f + 0.85f * along));
      drawing.marks.push_back(mark);
    }
  }

  /// Branches from the back to the front, each with its leaf.
  template <class Placed>
  void add_plant(Drawing2D& drawing, Placed&& placed, float pixels) const {
    std::vector<std::uint32_t> order(lines_.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return lines_[i].nearness; });
    const bool tree = in_space(options_);
    const float edge = std::min(static_cast<float>(drawing.width), static_cast<float>(drawing.height));
    const auto tips = static_cast<float>(std::ranges::count(lines_, true, &Line::tip));
    const float leaf = edge * std::clamp(0.9f / std::sqrt(tips), 0.012f, 0.045f);
    if (tree) add_ground(drawing, placed(lines_.front()), edge);
    for (const std::uint32_t i : order) {
      Mark mark = placed(lines_[i]);
      mark.width = std::max(lines_[i].width * pixels, 0.8f);
      const bool goes_on = !lines_[i].tip && i + 1 < lines_.size();
      mark.end_width =
          goes_on ? std::max(std::min(lines_[i + 1].width, lines_[i].width) * pixels, 0.8f) : 0.7f * mark.width;
      mark.srgb = packed(bark(lines_[i]));
      if (tree && extent_.deepest == 1 && lines_[i].depth == 1) make_frond(mark, i);
      drawing.marks.push_back(mark);
      const std::size_t leaves = !lines_[i].tip || lines_[i].depth == 0 ? 0 : tree ? kCluster : 1;
      for (std::size_t k = 0; k < leaves; ++k) add_leaf(drawing, mark, i * kCluster + k, leaf);
    }
  }

  /// Branches that never fork are leaves themselves, as those of palms.
  void make_frond(Mark& mark, std::size_t index) const {
    mark.width *= 0.5f;
    mark.end_width *= 0.5f;
    mark.srgb = packed(from_oklch(0.5f + 0.12f * u01_of(index), 0.11f, 0.36f));
  }

  /// The shade that a tree stands in.
  static void add_ground(Drawing2D& drawing, const Mark& trunk, float edge) {
    Mark shade = trunk;
    shade.leaf = true;
    shade.x0 = trunk.x0 - 0.36f * edge;
    shade.x1 = trunk.x0 + 0.4f * edge;
    shade.y0 = shade.y1 = trunk.y0;
    shade.width = 0.07f * edge;
    shade.srgb = 0xC9C29A;
    drawing.marks.push_back(shade);
  }

  Rgb bark(const Line& line) const {
    const float outward = static_cast<float>(line.depth) / extent_.deepest;
    return mix(from_srgb(0x4A3526), from_srgb(0x86683F), outward);
  }

  void add_leaf(Drawing2D& drawing, const Mark& branch, std::size_t index, float length) const {
    const float random = u01_of(index);
    const float dx = branch.x1 - branch.x0, dy = branch.y1 - branch.y0;
    const float angle = std::atan2(dy, dx) + (in_space(options_) ? 4.4f : 1.6f) * (random - 0.5f);
    Mark mark = branch;
    mark.leaf = true;
    mark.x0 = branch.x1 - 0.2f * length * std::cos(angle);
    mark.y0 = branch.y1 - 0.2f * length * std::sin(angle);
    mark.x1 = branch.x1 + length * std::cos(angle);
    mark.y1 = branch.y1 + length * std::sin(angle);
    mark.width = 0.5f * length;
    mark.srgb = packed(from_oklch(0.5f + 0.22f * sun(mark, drawing) + 0.08f * random, 0.12f, 0.36f - 0.04f * random));
    drawing.marks.push_back(mark);
  }

  /// Leaves on the sunny side are brighter: those to the upper left of the middle.
  static float sun(const Mark& mark, const Drawing2D& drawing) {
    const float u = mark.x1 / static_cast<float>(drawing.width), v = mark.y1 / static_cast<float>(drawing.height);
    return std::clamp(1 - 0.5f * u - 0.9f * v, 0.f, 1.f);
  }

  float u01_of(std::size_t index) const {
    return static_cast<float>(u01(Stream(options_.seed).sub("leaves").at(index, 0)));
  }

  GenOptions options_;
  LSystem system_;
  std::uint32_t rewritings_;
  std::vector<Line> lines_;
  Extent extent_;
  GenHash hash_;
};

}  // namespace

ProductResult make_lsystem(const GenOptions& options, Scheduler&) {
  const Result<LSystem> system = load_lsystem(options.lsystem.system);
  if (!system) return system.error();
  const auto product = std::make_shared<LSystemProduct>(options, *system, rewritings_of(options, *system));
  if (Error error = product->walk()) return error;
  return ProductResult(product);
}

}  // namespace cardume
