#include "tools/perf/callgrind.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "tools/scenario/file_io.hpp"

namespace cardume::perf {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStagePrefix = "cardume::tick::";

/// A line at a time.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  bool next(std::string_view& line) {
    if (text_.empty()) return false;
    const std::size_t end = std::min(text_.find('\n'), text_.size());
    line = text_.substr(0, end);
    text_.remove_prefix(std::min(end + 1, text_.size()));
    return true;
  }

 private:
  std::string_view text_;
};

/// Names are written out once, as "(7) name", and then as "(7)".
class Names {
 public:
  std::string_view of(std::string_view text) {
    const std::size_t end = text.find(')');
    if (!text.starts_with('(') || end == std::string_view::npos) return text;
    const std::string_view number = text.substr(1, end - 1);
    if (text.size() > end + 2) known_[std::string(number)] = text.substr(end + 2);
    return known_[std::string(number)];
  }

 private:
  std::map<std::string, std::string> known_;
};

/// The last number of a line such as "+3 1234".
std::uint64_t last_number(std::string_view line) {
  const std::string_view digits = line.substr(line.rfind(' ') + 1);
  std::uint64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

/// "rules" of "cardume::tick::rules(cardume::Setup const&, ...)"; empty for other functions, such as its lambdas.
std::string_view stage_of(std::string_view function) {
  if (!function.starts_with(kStagePrefix) || !function.ends_with(')')) return {};
  const std::string_view rest = function.substr(kStagePrefix.size());
  const std::string_view stage = rest.substr(0, rest.find('('));
  return stage.find(':') == std::string_view::npos && rest.find("::{") == std::string_view::npos ? stage
                                                                                                 : std::string_view{};
}

/// A folder of one's own, gone when it is done with.
class Scratch {
 public:
  Scratch() {
    std::string pattern = (fs::temp_directory_path() / "cardume-count-XXXXXX").string();
    if (::mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~Scratch() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  bool made() const { return !path_.empty(); }
  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

/// Runs a command with both outputs in a file; its exit code, or -1.
int run(const std::vector<std::string>& command, const std::string& log) {
  std::vector<char*> words;
  words.reserve(command.size() + 1);
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    const int out = ::open(log.c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(out, STDERR_FILENO);
    ::execvp(words[0], words.data());
    ::_exit(127);
  }
  int status = -1;
  if (child < 0 || ::waitpid(child, &status, 0) != child) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

Result<CountReport> parse_callgrind(std::string_view text, const std::string& name) {
  CountReport report;
  Names names;
  std::map<std::string, std::uint64_t> stages;
  std::string_view line, called;
  bool call = false, counted = false;
  for (Lines lines(text); lines.next(line);) {
    if (call) stages[std::string(stage_of(called))] += last_number(line);
    call = line.starts_with("calls=");
    if (line.starts_with("fn=")) (void)names.of(line.substr(3));
    if (line.starts_with("cfn=")) called = names.of(line.substr(4));
    if (!line.starts_with("totals:") && !line.starts_with("summary:")) continue;
    report.instructions = last_number(line);
    counted = true;
  }
  if (!counted) return Error{Status::kParse, name + ": no totals; expected what callgrind writes"};
  for (const auto& [stage, instructions] : stages)
    if (!stage.empty()) report.stages.push_back({stage, instructions});
  std::stable_sort(report.stages.begin(), report.stages.end(),
                   [](const auto& a, const auto& b) { return a.instructions > b.instructions; });
  return report;
}

Result<CountReport> run_callgrind(const std::vector<std::string>& command, const std::string& inside) {
  const Scratch scratch;
  if (!scratch.made()) return Error{Status::kInvalidArgument, "no folder can be made for callgrind's output"};
  const std::string out = scratch.file("callgrind.out"), log = scratch.file("log");
  std::vector<std::string> words{"valgrind", "--tool=callgrind", "--callgrind-out-file=" + out, "--collect-atstart=no",
                                 "--toggle-collect=" + inside};
  words.insert(words.end(), command.begin(), command.end());
  const int code = run(words, log);
  if (code == 127) return Error{Status::kInvalidArgument, "valgrind is not there; expected Debian's package valgrind"};
  if (code != 0) {
    const auto said = read_file(log);
    return Error{Status::kInvalidArgument,
                 "valgrind ended with " + std::to_string(code) + ": " + (said ? *said : std::string())};
  }
  const auto text = read_file(out);
  if (!text) return text.error();
  auto report = parse_callgrind(*text, out);
  if (report && report->instructions == 0)
    return Error{Status::kInvalidArgument, "nothing was counted inside " + inside + "; is the program stripped?"};
  return report;
}

}  // namespace cardume::perf
