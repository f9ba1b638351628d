#include "tools/perf/junit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace cardume::perf {

namespace {

/// Without the bytes that are no UTF-8.
std::string valid_utf8(const std::string& text) {
  using Json = nlohmann::json;
  return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::ignore)).get<std::string>();
}

}  // namespace

std::string xml_text(const std::string& text) {
  std::string out;
  for (const char c : valid_utf8(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') out += c;
    }
  }
  return out;
}

std::string junit_xml(const std::string& suite, std::span<const JunitCase> cases) {
  const auto failed = std::count_if(cases.begin(), cases.end(), [](const auto& one) { return !one.failure.empty(); });
  double seconds = 0;
  for (const JunitCase& one : cases) seconds += one.seconds;
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" time=\"{:.6f}\">\n",
      xml_text(suite), cases.size(), failed, seconds);
  for (const JunitCase& one : cases) {
    xml += fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.6f}\">\n", xml_text(suite),
                       xml_text(one.name), one.seconds);
    if (!one.failure.empty()) xml += fmt::format("      <failure message=\"{}\"/>\n", xml_text(one.failure));
    if (!one.note.empty()) xml += fmt::format("      <system-out>{}</system-out>\n", xml_text(one.note));
    xml += "    </testcase>\n";
  }
  return xml + "  </testsuite>\n</testsuites>\n";
}

}  // namespace cardume::perf
