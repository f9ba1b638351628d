#include "tools/perf/html_report.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <sstream>

#include "tests/tools/scratch_folder.hpp"
#include "tools/scenario/image.hpp"

namespace cardume::perf {
namespace {

using testing::ScratchFolder;

constexpr std::uint32_t kSizes[] = {10'000, 100'000};
constexpr std::uint32_t kThreads[] = {1, 2};
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Steps that mostly take as long as each other, a few of them longer: plain arithmetic, the same everywhere.
std::vector<std::uint64_t> steps(double typical_ns) {
  std::vector<std::uint64_t> ns;
  for (int k = 0; k < 600; ++k) {
    const double wave = std::sin(k * 12.9898) + std::sin(k * 78.233) + std::sin(k * 3.7);
    ns.push_back(static_cast<std::uint64_t>(typical_ns * (1 + 0.03 * wave + (k % 37 == 5 ? 0.25 : 0))));
  }
  return ns;
}

CaseResult case_of(const CaseKey& key, double ns_per_item) {
  CaseResult c;
  c.key = key;
  c.item = "agent";
  c.items = key.size;
  c.tick_rate = 60;
  const double gain = key.threads == 1 ? 1 : 1.8;
  const double ns = ns_per_item * key.size * (key.size > 50'000 ? 1.15 : 1) / gain;
  c.all_ns = steps(ns);
  c.step_ns = c.all_ns;
  c.state_hash = 0x9E3779B97F4A7C15 * key.size;
  c.stages = {{"rules", 0.5 * ns},       {"sort", 0.25 * ns},    {"index", 0.125 * ns},
              {"integrate", 0.115 * ns}, {"events", 0.008 * ns}, {"spawn", 0.002 * ns}};
  c.memory.shares = {{"agents", 64ull * key.size}, {"index", 32ull * key.size}, {"events", 16ull * key.size}};
  c.memory.world_bytes = 112ull * key.size;
  c.memory.process_bytes = c.memory.world_bytes + (40ull << 20);
  c.roofline = Roofline{42.5, 18.2, 0.61, 0.44};
  return c;
}

SuiteResult suite_of(const std::string& revision, const std::string& date, double pace) {
  SuiteResult suite;
  suite.context = {"0.9.0", revision, "Release", "GNU 12.2.0", "AMD EPYC 7763 64-Core Processor", 8, date};
  const std::map<std::string, double> workloads = {{"<&\">", 95}, {"flock", 62}, {"horde", 140}};
  for (const auto& [workload, ns] : workloads)
    for (const std::uint32_t size : kSizes)
      for (const std::uint32_t threads : kThreads)
        suite.cases.push_back(case_of({workload, size, threads, "avx2"}, ns * pace));
  suite.peers = {{"Boids & sons", 10'000, "avx2", 62, 248, 60, 240, 18.2, 18.4},
                 {"Boids & sons", 100'000, "avx2", 71, 1065, 70, 980, 18.2, 18.3},
                 {"quick", 10'000, "avx2", 62, 31, 60, 30, 0, 0}};
  return suite;
}

SuiteResult made_up() { return suite_of("3f9c2ab", "2026-02-14T12:00:00Z", 1); }

std::vector<SuiteResult> made_up_history() {
  return {suite_of("00aa11b", "2025-12-01T12:00:00Z", 1.4), suite_of("7c41d00", "2026-01-10T12:00:00Z", 1.22),
          suite_of("b2e90f4", "2026-01-31T12:00:00Z", 1.05)};
}

pugi::xml_document parsed(const std::string& html) {
  pugi::xml_document page;
  const pugi::xml_parse_result result =
      page.load_buffer(html.data(), html.size(), pugi::parse_full, pugi::encoding_utf8);
  EXPECT_TRUE(result) << result.description() << " at " << html.substr(static_cast<std::size_t>(result.offset), 80);
  return page;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::vector<std::string> titles(const pugi::xml_document& page) {
  std::vector<std::string> titles;
  for (const pugi::xpath_node& node : page.select_nodes("//section/h2")) titles.emplace_back(node.node().text().get());
  return titles;
}

/// Of the bars whose tooltip begins so.
std::vector<double> lengths(const pugi::xml_document& page, const std::string& start) {
  std::vector<double> lengths;
  for (const pugi::xpath_node& node : page.select_nodes("//rect[@class='bar']"))
    if (std::string(node.node().child("title").text().get()).rfind(start, 0) == 0)
      lengths.push_back(node.node().attribute("width").as_double());
  return lengths;
}

double length(const pugi::xml_document& page, const std::string& start) {
  const std::vector<double> all = lengths(page, start);
  EXPECT_EQ(all.size(), 1) << start;
  return all.empty() ? 0 : all[0];
}

TEST(HtmlReport, IsOneFileOfXmlWithEverySection) {
  const std::string html = to_html(made_up(), made_up_history());
  EXPECT_EQ(html.rfind("<!DOCTYPE html>", 0), 0);
  for (const char* part : {"http", "<script", "src=", "url(", "@import"}) EXPECT_FALSE(has(html, part)) << part;
  const pugi::xml_document page = parsed(html);
  EXPECT_EQ(titles(page), (std::vector<std::string>{"Summary", "Distribution of step times", "Where a step’s time goes",
                                                    "Scaling with size", "Scaling with threads", "Memory",
                                                    "Near to what the kernel can do", "Against others", "History"}));
  EXPECT_EQ(page.select_nodes("//section/p").size(), 9);
  EXPECT_EQ(page.select_nodes("//section[1]//tbody/tr").size(), 12);
}

TEST(HtmlReport, EscapesWhatCasesAreCalled) {
  SuiteResult suite = made_up();
  suite.context.compiler = "caf\xE9 \x01 \"x\" <b>";
  const std::string html = to_html(suite, made_up_history());
  EXPECT_FALSE(has(html, "<&"));
  EXPECT_TRUE(has(html, "&lt;&amp;&quot;&gt;/10000"));
  EXPECT_TRUE(has(html, "caf\xEF\xBF\xBD \xEF\xBF\xBD &quot;x&quot; &lt;b&gt;"));
  EXPECT_STREQ(parsed(html).select_node("//section[1]//tbody/tr/td").node().text().get(),
               name_of(suite.cases[0].key).c_str());
}

TEST(HtmlReport, LeavesOutWhatWasNotMeasured) {
  const pugi::xml_document empty = parsed(to_html({}, {}));
  EXPECT_TRUE(titles(empty).empty());
  EXPECT_STREQ(empty.select_node("//h1").node().text().get(), "Cardume performance report");
  SuiteResult one;
  one.cases.push_back(made_up().cases[0]);
  one.cases[0].roofline.reset();
  one.cases[0].stages.clear();
  one.cases[0].memory = {};
  EXPECT_EQ(titles(parsed(to_html(one, {}))), (std::vector<std::string>{"Summary", "Distribution of step times"}));
}

TEST(HtmlReport, DrawsBarsAsLongAsTheirValues) {
  const pugi::xml_document page = parsed(to_html(made_up(), {}));
  for (const std::string workload : {"<&\">", "flock", "horde"}) {
    const std::string name = name_of({workload, 10'000, 1, "avx2"});
    const double rules = length(page, name + ": rules ");
    EXPECT_GT(rules, 40);
    EXPECT_NEAR(length(page, name + ": sort "), rules / 2, 0.01);
    EXPECT_NEAR(length(page, name + ": integrate "), rules * 0.23, 0.01);
    EXPECT_NEAR(length(page, name + ": other "), rules * 0.02, 0.01);
    EXPECT_NEAR(length(page, name + ": agents "), 2 * length(page, name + ": index 32"), 0.01);
  }
  EXPECT_NEAR(length(page, name_of({"horde", 10'000, 1, "avx2"}) + ": rules ") * 62,
              length(page, name_of({"flock", 10'000, 1, "avx2"}) + ": rules ") * 140, 1);
}

TEST(HtmlReport, DrawsRatiosAsLongAsTheirLogarithms) {
  const pugi::xml_document page = parsed(to_html(made_up(), {}));
  const double half = length(page, "quick, 10,000, avx2");
  EXPECT_GT(half, 40);
  EXPECT_NEAR(length(page, "Boids & sons, 10,000, avx2"), 2 * half, 0.01);
  EXPECT_NEAR(length(page, "Boids & sons, 100,000, avx2"), std::log2(15.0) * half, 0.01);
}

TEST(HtmlReport, WritesHowWellThreadsServe) {
  const std::string html = to_html(made_up(), {});
  EXPECT_TRUE(has(html, ">90 %</text>"));
  EXPECT_TRUE(has(html, "flock/10000/threads:2/avx2: 1.80 times as fast, 90 % of ideal"));
  EXPECT_EQ(parsed(html).select_nodes("//polyline[@class='guide']").size(), 3);
}

TEST(HtmlReport, FollowsCasesThroughHistory) {
  const pugi::xml_document page = parsed(to_html(made_up(), made_up_history()));
  const pugi::xpath_node_set lines = page.select_nodes("//section[h2='History']//polyline");
  ASSERT_EQ(lines.size(), 12);
  const std::string points = lines[0].node().attribute("points").value();
  EXPECT_EQ(std::count(points.begin(), points.end(), ','), 4);
  const std::string last = page.select_node("//section[h2='History']//text[.='2026-02-14']").node().text().get();
  EXPECT_EQ(last, "2026-02-14");
}

/// What no run should hold.
SuiteResult hostile() {
  SuiteResult suite = made_up();
  suite.cases[0].all_ns.clear();
  suite.cases[1].items = 0;
  suite.cases[2].all_ns.assign(3, 0);
  suite.cases[3].all_ns = {1, std::numeric_limits<std::uint64_t>::max()};
  suite.cases[4].stages = {{"a", kNan}, {"b", kInfinity}, {"c", -1}, {"d", 1e300}, {"e", 1}};
  suite.cases[5].roofline = Roofline{kNan, kInfinity, 1e-310, 1};
  suite.cases[6].key.threads = 0;
  suite.cases[7].key.size = 0;
  suite.cases[8].instructions = kNan;
  suite.cases[9].tick_rate = kInfinity;
  for (const double bad : {kNan, kInfinity, -kInfinity, -1.0, 0.0, 1e300, 1e-300})
    suite.peers.push_back({"peer", 1, "", 1, bad, bad, 1, bad, bad});
  return suite;
}

TEST(HtmlReport, DrawsNothingThatIsNoNumber) {
  for (const SuiteResult& before : {hostile(), SuiteResult{}}) {
    const std::string html = to_html(hostile(), {before});
    const pugi::xml_document page = parsed(html);
    for (const pugi::xpath_node& node : page.select_nodes("//svg//@* | //i/@style")) {
      const std::string value = node.attribute().value();
      EXPECT_FALSE(has(value, "nan") || has(value, "inf")) << node.attribute().name() << '=' << value;
    }
    for (const pugi::xpath_node& node : page.select_nodes("//rect")) {
      EXPECT_GT(node.node().attribute("width").as_double(), 0);
      EXPECT_LE(node.node().attribute("x").as_double() + node.node().attribute("width").as_double(), 1036.01);
    }
  }
}

// ---- as a browser shows it

constexpr std::uint32_t kWidth = 1200, kHeight = 3000;

std::string browser() {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path program = std::filesystem::path(folder) / "chromium";
    std::error_code error;
    if (!folder.empty() && std::filesystem::is_regular_file(program, error)) return program.string();
  }
  return {};
}

using Pixel = std::array<int, 3>;

Pixel pixel(const Image& image, std::uint32_t x, std::uint32_t y) {
  const std::size_t at = (static_cast<std::size_t>(y) * image.width + x) * 3;
  return {image.pixels[at], image.pixels[at + 1], image.pixels[at + 2]};
}

template <typename Test>
double share_of_pixels(const Image& image, std::uint32_t top, std::uint32_t bottom, const Test& test) {
  std::size_t met = 0;
  for (std::uint32_t y = top; y < bottom; ++y)
    for (std::uint32_t x = 0; x < image.width; ++x) met += test(pixel(image, x, y)) ? 1 : 0;
  return static_cast<double>(met) / ((bottom - top) * static_cast<double>(image.width));
}

class HtmlScreenshot : public ScratchFolder {
 protected:
  std::optional<Image> shot(const std::string& program, const std::string& html) const {
    const std::string page = put("report.html", html), picture = path("report.png");
    const std::string line = fmt::format(
        "timeout 120 '{}' --headless --no-sandbox --disable-gpu --disable-dev-shm-usage "
        "--disable-background-networking "
        "--no-first-run --user-data-dir='{}' --window-size={},{} --force-device-scale-factor=1 --hide-scrollbars "
        "--screenshot='{}' 'file://{}' > '{}' 2>&1",
        program, path("profile"), kWidth, kHeight, picture, page, path("log.txt"));
    const int status = std::system(line.c_str());
    const Result<std::string> log = read_file(path("log.txt"));
    EXPECT_EQ(status, 0) << (log ? *log : "");
    const Result<std::string> bytes = read_file(picture);
    if (!bytes) return {};
    Result<Image> image = decode_png(*bytes, picture);
    if (!image) return {};
    return std::move(*image);
  }
};

TEST_F(HtmlScreenshot, ShowsPlotsAndTextOnWhite) {
  const std::string program = browser();
  if (program.empty()) GTEST_SKIP() << "no program called chromium is on the PATH";
  const std::optional<Image> image = shot(program, to_html(made_up(), made_up_history()));
  ASSERT_TRUE(image);
  ASSERT_EQ(image->width, kWidth);
  ASSERT_EQ(image->height, kHeight);
  ASSERT_EQ(image->channels, 3);
  const auto is = [](const Pixel& colour) { return [colour](const Pixel& p) { return p == colour; }; };
  const auto is_dark = [](const Pixel& p) { return p[0] + p[1] + p[2] < 240; };
  EXPECT_GT(share_of_pixels(*image, 0, kHeight, is({255, 255, 255})), 0.7);
  for (const std::uint32_t x : {2u, kWidth - 3}) EXPECT_EQ(pixel(*image, x, kHeight / 2), (Pixel{255, 255, 255}));
  // The header's edge is 6 pixels of blue, the text below it dark.
  EXPECT_EQ(share_of_pixels(*image, 0, 6, is({0x00, 0x72, 0xb2})), 1);
  const double ink = share_of_pixels(*image, 10, 150, is_dark);
  EXPECT_GT(ink, 0.005);
  EXPECT_LT(ink, 0.2);
  for (const Pixel& colour : {Pixel{0x00, 0x72, 0xb2}, Pixel{0xe6, 0x9f, 0x00}, Pixel{0x00, 0x9e, 0x73}}) {
    const double share = share_of_pixels(*image, 200, kHeight, is(colour));
    EXPECT_GT(share, 0.001) << colour[0];
    EXPECT_LT(share, 0.1) << colour[0];
  }
}

}  // namespace
}  // namespace cardume::perf
