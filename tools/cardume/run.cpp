#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cardume/limits.hpp>
#include <memory>

#include "tools/cardume/camera.hpp"
#include "tools/cardume/progress.hpp"
#include "tools/cardume/run_report.hpp"
#include "tools/cardume/shared_options.hpp"
#include "tools/cardume/verbs.hpp"
#include "tools/perf/peak_memory.hpp"
#include "tools/scenario/cpu_name.hpp"
#include "tools/scenario/file_io.hpp"

namespace cardume {
namespace {

constexpr std::uint64_t kReservedTicks = 1'000'000;  // Room for the times of more is only taken when they have passed.

/// What a run leaves behind: paths of files, empty for none.
struct RunOutputs {
  std::string json, hash_log;
  CameraPlan picture;
};

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
  RunOutputs outputs;
};

Result<Scenario> scenario_for(const RunOptions& options) {
  Result<Scenario> scenario = load_scenario(options.scenario, options.overrides);
  if (!scenario) return scenario;
  if (options.agents) scenario->run.agents = *options.agents;
  if (options.seed) scenario->run.seed = *options.seed;
  if (options.seconds) {
    scenario->run.seconds = *options.seconds;
    const Error error = check_length(*options.seconds, scenario->run.tick_rate);
    if (error) return Error{error.status, "--seconds: " + error.message};
  }
  if (options.map.empty()) return scenario;
  if (scenario->world.dimensions != 2) {
    return Error{Status::kInvalidArgument, fmt::format("scenario {} has 3 dimensions; --map needs 2", scenario->name)};
  }
  scenario->terrain.kind = TerrainPlan::Kind::kFile;
  scenario->terrain.file = options.map;
  scenario->terrain.origin = "--map";
  return scenario;
}

std::uint64_t ticks_for(const RunOptions& options, const Scenario& scenario) {
  if (options.ticks) return *options.ticks;
  return static_cast<std::uint64_t>(scenario.run.seconds * static_cast<double>(scenario.run.tick_rate) + 0.5);
}

void count_events(const World& world, RunReport& report) {
  for (const Event& event : world.events()) ++report.events[static_cast<std::size_t>(event.kind)];
}

/// Lets all ticks pass. `hashes` gets a line a tick where a log is wanted.
RunReport run_ticks(Session& session, std::uint64_t ticks, Camera& camera, std::string* hashes) {
  RunReport report;
  camera.see(session, 0);
  report.times.ns.reserve(std::min(ticks, kReservedTicks));
  Progress progress(ticks);
  for (std::uint64_t i = 0; i < ticks && !session.error(); ++i) {
    report.last = session.tick();
    report.times.add(report.last, session.last_tick_ns());
    report.flags |= report.last.flags;
    report.fields_published += report.last.fields_published;
    count_events(session.world(), report);
    camera.see(session, i + 1);
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
  report.process_bytes = perf::peak_memory_bytes();
  report.crowd = measure_crowd(session.world());
  report.minds = count_minds(session);
  if (!session.world().radii().empty()) report.overlaps = session.world().overlaps();
}

Error write_texts(const RunOutputs& outputs, const RunReport& report, const std::string& hashes) {
  if (!outputs.hash_log.empty())
    if (Error error = write_file(outputs.hash_log, hashes)) return error;
  return write_report(outputs.json, to_text(report), to_json(report));
}

ExitCode run_scenario(const RunOptions& options) {
  const RunOutputs& outputs = options.outputs;
  if (Error error = check_outputs(outputs.json, {outputs.hash_log, outputs.picture.path})) return fail(error.message);
  if (Error error = check_instruction_set(options.instruction_set)) return fail(error.message);
  const Result<Scenario> scenario = scenario_for(options);
  if (!scenario) return fail(scenario.error().message);
  const std::unique_ptr<Scheduler> scheduler = scheduler_for(options.threads);
  Result<Session> session = Session::create(*scenario, *scheduler, {options.instruction_set});
  if (!session) return fail(session.error().message);
  const std::uint64_t ticks = ticks_for(options, *scenario);
  Result<Camera> camera = Camera::create(outputs.picture, *session, ticks);
  if (!camera) return fail(camera.error().message);
  std::string hashes;
  RunReport report = run_ticks(*session, ticks, *camera, outputs.hash_log.empty() ? nullptr : &hashes);
  if (session->error()) return fail(session->error().message);
  complete(report, *session, *scheduler);
  if (Error error = write_texts(outputs, report, hashes)) return fail(error.message);
  if (Error error = camera->write(*scheduler)) return fail(error.message);
  return ExitCode::kOk;
}

void add_outputs(CLI::App& verb, RunOutputs& outputs) {
  verb.add_option("--json", outputs.json, "Write the report as JSON there; - for stdout")->type_name("FILE");
  verb.add_option("--hash-log", outputs.hash_log, "Write the state hash of each tick there")->type_name("FILE");
  CLI::Option* png = verb.add_option("--png", outputs.picture.path, "Draw the crowd there")->type_name("FILE");
  const char* const at = "When to draw it, in seconds: several, parted by commas, in one picture; the end by default";
  verb.add_option("--png-at", outputs.picture.seconds, at)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(0.0, 1e6))
      ->check(finite)
      ->needs(png)
      ->type_name("S[,S...]");
  verb.add_option("--view", outputs.picture.window, "Draw that part of the world alone")
      ->delimiter(',')
      ->expected(4)
      ->check(finite)
      ->needs(png)
      ->type_name("X,Y,X,Y");
  add_picture_width(verb, outputs.picture.width);
}

}  // namespace

void add_run(CLI::App& app, ExitCode& code) {
  const auto options = std::make_shared<RunOptions>();
  CLI::App* verb = app.add_subcommand("run", "Runs a scenario and reports how it went");
  verb->add_option("scenario", options->scenario, "A name (see cardume scenarios) or a .toml file")->required();
  CLI::Option* ticks = verb->add_option("--ticks", options->ticks, "Ticks to run")->type_name("N");
  ticks->check(CLI::Range(std::uint64_t{0}, kMaxTicks));
  CLI::Option* seconds = verb->add_option("--seconds", options->seconds, "Simulated seconds to run")->type_name("S");
  // Neither end of a range refuses what is no number.
  seconds->check(CLI::Range(0.0, 1e6))->check(finite)->excludes(ticks);
  add_threads(*verb, options->threads);
  add_instruction_set(*verb, options->instruction_set);
  verb->add_option("--agents", options->agents, "Agents instead of the scenario's")
      ->check(CLI::Range(0u, limits::kMaxAgents))
      ->type_name("N");
  const auto set_seed = [options](const std::string& text) { options->seed = parse_seed(text); };
  verb->add_option_function<std::string>("--seed", set_seed, "Seed instead of the scenario's")
      ->check(is_seed)
      ->type_name("S");
  verb->add_option("--map", options->map, "Terrain from a Moving AI map or a grey PNG")->type_name("FILE");
  verb->add_option("--set", options->overrides, "Change a value of the scenario, such as species.0.motion.max_speed=6")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  add_outputs(*verb, options->outputs);
  verb->callback([options, &code] { code = run_scenario(*options); });
}

}  // namespace cardume
