#pragma once
#include <span>
#include <string>

namespace cardume::perf {

/// One test as continuous integration counts it.
struct JunitCase {
  std::string name;
  double seconds = 0;
  std::string failure;  ///< Empty for a test that passed.
  std::string note;     ///< What it printed.
};

/// The XML that test reporters read (the format of Apache Ant's JUnit task).
std::string junit_xml(const std::string& suite, std::span<const JunitCase>);

/// Text as XML holds it; what XML cannot hold is left out.
std::string xml_text(const std::string&);

}  // namespace cardume::perf
