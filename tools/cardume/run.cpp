#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cardume/limits.hpp>
#include <memory>

#include "tools/cardume/crowd_picture.hpp"
#include "tools/cardume/machine.hpp"
#include "tools/cardume/picture_width.hpp"
#include "tools/cardume/progress.hpp"
#include "tools/cardume/run_report.hpp"
#include "tools/cardume/verbs.hpp"
#include "tools/scenario/file_io.hpp"

namespace cardume {
namespace {

constexpr std::uint64_t kMaxTicks = 1'000'000'000;

/// What `cardume run` is asked for.
struct RunOptions {
  std::string scenario;
  std::optional<std::uint64_t> ticks;
  std::optional<double> seconds;
  std::uint32_t threads = 0;
  std::string instruction_set;
  std::optional<std::uint32_t> agents;
  std::optional<std::uint64_t> seed;
  std::string map;
  std::vector<std::string> overrides;
  std::string json, hash_log, png;
  std::uint32_t width = kPictureWidth;
};

Result<Scenario> scenario_for(const RunOptions& options) {
  Result<Scenario> scenario = load_scenario(options.scenario, options.overrides);
  if (!scenario) return scenario;
  if (options.agents) scenario->run.agents = *options.agents;
  if (options.seed) scenario->run.seed = *options.seed;
  if (options.map.empty()) return scenario;
  if (scenario->dimensions != 2) {
    return Error{Status::kInvalidArgument, fmt::format("scenario {} has 3 dimensions; --map needs 2", scenario->name)};
  }
  scenario->terrain.kind = TerrainPlan::Kind::kFile;
  scenario->terrain.file = options.map;
  return scenario;
}

std::uint64_t ticks_for(const RunOptions& options, const Scenario& scenario) {
  if (options.ticks) return *options.ticks;
  const double seconds = options.seconds.value_or(scenario.run.seconds);
  return static_cast<std::uint64_t>(seconds * static_cast<double>(scenario.run.tick_rate) + 0.5);
}

std::unique_ptr<Scheduler> scheduler_for(const RunOptions& options) {
  return options.threads == 1 ? make_serial_scheduler() : make_tbb_scheduler(options.threads);
}

/// Lets all ticks pass. `hashes` gets a line a tick where a log is wanted.
RunReport run_ticks(Session& session, std::uint64_t ticks, std::string* hashes) {
  RunReport report;
  report.times.ns.reserve(ticks);
  Progress progress(ticks);
  for (std::uint64_t i = 0; i < ticks && !session.error(); ++i) {
    report.last = session.tick();
    report.times.add(report.last, session.last_tick_ns());
    report.flags |= report.last.flags;
    report.fields_published += report.last.fields_published;
    if (hashes) *hashes += fmt::format("{} {}\n", report.last.tick, hash_text(report.last.state_hash));
    progress.show(i + 1);
  }
  return report;
}

void complete(RunReport& report, const Session& session, const Scheduler& scheduler) {
  const Scenario& scenario = session.scenario();
  report.setup = {scenario.name,
                  scenario.run.seed,
                  scenario.run.tick_rate,
                  session.world().instruction_set(),
                  scheduler.worker_count(),
                  cpu_name()};
  report.world_bytes = session.world().memory_bytes();
  report.process_bytes = peak_memory_bytes();
  report.crowd = measure_crowd(session.world());
}

Error write_picture(const RunOptions& options, const Session& session, Scheduler& scheduler) {
  if (options.png.empty()) return {};
  const Result<std::string> png = encode_png(draw_crowd(session, scheduler, options.width));
  return png ? write_file(options.png, *png) : png.error();
}

Error write_texts(const RunOptions& options, const RunReport& report, const std::string& hashes) {
  if (!options.hash_log.empty())
    if (Error error = write_file(options.hash_log, hashes)) return error;
  const bool to_stdout = options.json == "-";
  fmt::print(to_stdout ? stderr : stdout, "{}", to_text(report));
  if (to_stdout) fmt::print("{}", to_json(report));
  if (options.json.empty() || to_stdout) return {};
  return write_file(options.json, to_json(report));
}

Error check_instruction_set(const std::string& wanted) {
  const std::span<const char* const> known = instruction_sets();
  if (wanted.empty() || std::ranges::find(known, std::string_view(wanted)) != known.end()) return {};
  return {Status::kInvalidArgument,
          fmt::format("--simd {}: not on this machine; expected one of {}", wanted, fmt::join(known, ", "))};
}

ExitCode run_scenario(const RunOptions& options) {
  if (Error error = check_instruction_set(options.instruction_set)) return fail(error.message);
  const Result<Scenario> scenario = scenario_for(options);
  if (!scenario) return fail(scenario.error().message);
  const std::unique_ptr<Scheduler> scheduler = scheduler_for(options);
  Result<Session> session = Session::create(*scenario, *scheduler, {options.instruction_set});
  if (!session) return fail(session.error().message);
  std::string hashes;
  RunReport report = run_ticks(*session, ticks_for(options, *scenario), options.hash_log.empty() ? nullptr : &hashes);
  if (session->error()) return fail(session->error().message);
  complete(report, *session, *scheduler);
  if (Error error = write_texts(options, report, hashes)) return fail(error.message);
  if (Error error = write_picture(options, *session, *scheduler)) return fail(error.message);
  return ExitCode::kOk;
}

void add_output_options(CLI::App& verb, RunOptions& options) {
  verb.add_option("--json", options.json, "Write the report as JSON there; - for stdout")->type_name("FILE");
  verb.add_option("--hash-log", options.hash_log, "Write the state hash of each tick there")->type_name("FILE");
  verb.add_option("--png", options.png, "Draw the crowd as it is after the last tick")->type_name("FILE");
  add_picture_width(verb, options.width);
}

}  // namespace

void add_run(CLI::App& app, ExitCode& code) {
  const auto options = std::make_shared<RunOptions>();
  CLI::App* verb = app.add_subcommand("run", "Runs a scenario and reports how it went");
  verb->add_option("scenario", options->scenario, "A name (see cardume scenarios) or a .toml file")->required();
  CLI::Option* ticks = verb->add_option("--ticks", options->ticks, "Ticks to run")->type_name("N");
  ticks->check(CLI::Range(std::uint64_t{0}, kMaxTicks));
  CLI::Option* seconds = verb->add_option("--seconds", options->seconds, "Simulated seconds to run")->type_name("S");
  seconds->check(CLI::Range(0.0, 1e6))->excludes(ticks);
  verb->add_option("--threads", options->threads, "Threads; 1 works without a pool, 0 takes one for each core")
      ->check(CLI::Range(0u, 4096u))
      ->type_name("N");
  verb->add_option("--simd", options->instruction_set, "Instruction set; the best there is by default")
      ->type_name("ISA");
  verb->add_option("--agents", options->agents, "Agents instead of the scenario's")
      ->check(CLI::Range(0u, limits::kMaxAgents))
      ->type_name("N");
  verb->add_option("--seed", options->seed, "Seed instead of the scenario's")->type_name("S");
  verb->add_option("--map", options->map, "Terrain from a Moving AI map or a grey PNG")->type_name("FILE");
  verb->add_option("--set", options->overrides, "Change a value of the scenario, such as species.0.motion.max_speed=6")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  add_output_options(*verb, *options);
  verb->callback([options, &code] { code = run_scenario(*options); });
}

}  // namespace cardume
