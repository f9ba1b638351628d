#pragma once
#include <string>
#include <vector>

#include "tools/cardume/perf_options.hpp"

namespace cardume {

/// Paths of files that `cardume bench` writes, empty for none.
struct BenchOutputs {
  std::string json, google_json, action_json, markdown, junit, html;
  std::string trace, chrome_trace;
};

/// Files that it reads.
struct BenchInputs {
  std::string budget, base;
  std::vector<std::string> history;  ///< Oldest first.
};

struct BenchOptions {
  CaseOptions cases;
  std::string filter;
  std::uint32_t repeats = 3, steps = 0;
  bool peers = false, count = false, list = false;
  BenchInputs inputs;
  BenchOutputs outputs;
};

void add_bench_options(CLI::App& verb, BenchOptions&);

}  // namespace cardume
