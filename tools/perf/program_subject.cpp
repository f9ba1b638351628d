#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <sstream>

#include "tools/perf/subject.hpp"

// A program in a process of its own, that is asked for each step by a line and answers by one:
//   open flock 10000 1 avx2    ->  ok 10000 spawn terrain fields ...
//   step                       ->  WALL CPU HASH STAGE...
namespace cardume::perf {
namespace {

/// Both ends of two pipes.
struct Pipes {
  int to_child[2] = {-1, -1}, from_child[2] = {-1, -1};

  bool open() { return ::pipe2(to_child, O_CLOEXEC) == 0 && ::pipe2(from_child, O_CLOEXEC) == 0; }
};

/// As dup2(), but that it stays open where it is that descriptor already.
void become_descriptor(int from, int to) {
  if (from == to)
    ::fcntl(to, F_SETFD, 0);
  else
    ::dup2(from, to);
}

/// Whether there is something to read before a build has had time enough for any step.
bool answers(int descriptor) {
  constexpr int kMilliseconds = 10 * 60 * 1000;
  pollfd wanted{descriptor, POLLIN, 0};
  int ready = ::poll(&wanted, 1, kMilliseconds);
  while (ready < 0 && errno == EINTR) ready = ::poll(&wanted, 1, kMilliseconds);
  return ready > 0;
}

/// Waits for a process that ought to end, and ends it where it does not.
void end(pid_t process) {
  constexpr int kTries = 500, kMicroseconds = 10'000;
  for (int i = 0; i < kTries; ++i, ::usleep(kMicroseconds))
    if (::waitpid(process, nullptr, WNOHANG) != 0) return;
  ::kill(process, SIGKILL);
  while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
  }
}

[[noreturn]] void become(const SubjectDesc& desc, const Pipes& pipes) {
  if (desc.cpu) run_on({*desc.cpu});
  become_descriptor(pipes.to_child[0], STDIN_FILENO);
  become_descriptor(pipes.from_child[1], STDOUT_FILENO);
  ::execl(desc.path.c_str(), desc.path.c_str(), "worker", static_cast<char*>(nullptr));
  ::_exit(127);
}

class Program final : public Subject {
 public:
  explicit Program(std::string path) : path_(std::move(path)) {}
  ~Program() override {
    if (to_ != nullptr) std::fclose(to_);  // The program ends with its input.
    if (from_ != nullptr) std::fclose(from_);
    if (process_ > 0) end(process_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  Error start(const SubjectDesc& desc) {
    Pipes pipes;
    if (!pipes.open()) return {Status::kInvalidArgument, path_ + ": no pipe to it"};
    process_ = ::fork();
    if (process_ == 0) become(desc, pipes);
    ::close(pipes.to_child[0]);
    ::close(pipes.from_child[1]);
    to_ = ::fdopen(pipes.to_child[1], "w");
    from_ = ::fdopen(pipes.from_child[0], "r");
    if (process_ < 0 || to_ == nullptr || from_ == nullptr)
      return {Status::kInvalidArgument, path_ + ": cannot be started"};
    return open_case(desc.key);
  }

  Result<SubjectStep> step() override {
    const Result<std::string> line = ask("step");
    if (!line) return line.error();
    std::istringstream text(*line);
    SubjectStep step;
    text >> step.wall_ns >> step.cpu_ns >> std::hex >> step.hash >> std::dec;
    if (!text) return Error{Status::kInvalidArgument, path_ + ": answered a step by \"" + *line + "\""};
    for (std::uint64_t ns = 0; text >> ns;) step.stage_ns.push_back(ns);
    step.stage_ns.resize(stages_.size());
    return step;
  }
  std::uint64_t items() const override { return items_; }
  const std::vector<std::string>& stages() const override { return stages_; }

 private:
  Result<std::string> ask(const std::string& line) {
    if (std::fprintf(to_, "%s\n", line.c_str()) < 0 || std::fflush(to_) != 0) return died();
    std::string answer;
    if (!answers(::fileno(from_))) return Error{Status::kInvalidArgument, path_ + ": has not answered for 10 minutes"};
    for (int byte = std::fgetc(from_); byte != '\n'; byte = std::fgetc(from_)) {
      if (byte == EOF) return died();
      answer += static_cast<char>(byte);
    }
    return answer;
  }

  Error died() const {
    return {Status::kInvalidArgument,
            path_ + ": ended before it answered; expected a cardume that knows the verb worker"};
  }

  Error open_case(const CaseKey& key) {
    const std::string set = key.instruction_set.empty() ? "best" : key.instruction_set;
    const Result<std::string> line =
        ask("open " + key.workload + " " + std::to_string(key.size) + " " + std::to_string(key.threads) + " " + set);
    if (!line) return line.error();
    std::istringstream text(*line);
    std::string word;
    if (!(text >> word >> items_) || word != "ok") return {Status::kInvalidArgument, path_ + ": " + *line};
    while (text >> word) stages_.push_back(word);
    return {};
  }

  std::string path_;
  pid_t process_ = -1;
  std::FILE* to_ = nullptr;
  std::FILE* from_ = nullptr;
  std::uint64_t items_ = 0;
  std::vector<std::string> stages_;
};

}  // namespace

Result<std::unique_ptr<Subject>> open_program(const SubjectDesc& desc) {
  std::signal(SIGPIPE, SIG_IGN);  // A program that has died is an error, not the end of this one.
  auto program = std::make_unique<Program>(desc.path);
  if (Error error = program->start(desc)) return error;
  return std::unique_ptr<Subject>(std::move(program));
}

}  // namespace cardume::perf
