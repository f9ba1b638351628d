#include <CLI/CLI.hpp>
#include <cstdio>

#include "bench/workloads/subject.hpp"
#include "tools/cardume/verbs.hpp"

namespace cardume {

void add_worker(CLI::App& app, ExitCode& code) {
  CLI::App* verb = app.add_subcommand("worker", "Takes the steps of a workload as stdin asks for them; for cardume ab");
  verb->group("");  // Not for people.
  verb->callback([&code] { code = bench::serve(stdin, stdout) == 0 ? ExitCode::kOk : ExitCode::kBadInput; });
}

}  // namespace cardume
