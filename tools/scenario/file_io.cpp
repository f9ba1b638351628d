#include "tools/scenario/file_io.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

namespace cardume {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  explicit operator bool() const { return value_ >= 0; }
  int get() const { return value_; }
  bool close() { return value_ < 0 || ::close(std::exchange(value_, -1)) == 0; }

 private:
  int value_;
};

Error refusal(const std::string& path, std::string_view what) {
  return {Status::kInvalidArgument, fmt::format("{}: {}", path, what)};
}

Error system_refusal(const std::string& path) { return refusal(path, std::strerror(errno)); }

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
  if (S_ISSOCK(mode)) return "a socket";
  return "not a file";
}

Error too_long(const std::string& path, std::uint64_t max_bytes) {
  return {Status::kLimit, fmt::format("{}: longer than {} bytes; expected a smaller file", path, max_bytes)};
}

Error write_all(int file, std::string_view contents, const std::string& path) {
  while (!contents.empty()) {
    const ssize_t written = ::write(file, contents.data(), contents.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return system_refusal(path);
    contents.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Error write_directly(const std::string& path, std::string_view contents) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file) return system_refusal(path);
  return write_all(file.get(), contents, path);
}

Error write_temporary(const std::string& temporary, std::string_view contents, const std::string& path) {
  Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (!file) return system_refusal(path);
  if (Error error = write_all(file.get(), contents, path)) return error;
  if (::fsync(file.get()) != 0 || !file.close()) return system_refusal(path);
  return {};
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::uint64_t max_bytes) {
  // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct stat info {};
  if (!file || ::fstat(file.get(), &info) != 0) return system_refusal(path);
  if (!S_ISREG(info.st_mode))
    return refusal(path, fmt::format("is {}; expected a regular file", kind_of(info.st_mode)));
  if (static_cast<std::uint64_t>(info.st_size) > max_bytes) return too_long(path, max_bytes);
  std::string text;
  std::array<char, 1 << 16> piece;
  for (;;) {
    const ssize_t read = ::read(file.get(), piece.data(), piece.size());
    if (read < 0 && errno == EINTR) continue;
    if (read < 0) return system_refusal(path);
    if (read == 0) return text;
    text.append(piece.data(), static_cast<std::size_t>(read));
    if (text.size() > max_bytes) return too_long(path, max_bytes);
  }
}

Error check_output(const std::string& path) {
  struct stat info {};
  const bool exists = ::stat(path.c_str(), &info) == 0;
  if (exists && (S_ISCHR(info.st_mode) || (S_ISFIFO(info.st_mode) && path.starts_with("/dev/")))) return {};
  if (exists && !S_ISREG(info.st_mode)) {
    return refusal(path, fmt::format("is {}; expected the name of a file", kind_of(info.st_mode)));
  }
  std::error_code code;
  const std::filesystem::path target = exists ? std::filesystem::canonical(path, code) : std::filesystem::path(path);
  if (code) return refusal(path, code.message());
  if (!target.has_filename()) return refusal(path, "is no file name; expected one");
  const std::string folder = target.has_parent_path() ? target.parent_path().string() : ".";
  if (::access(folder.c_str(), W_OK | X_OK) != 0) return system_refusal(path);
  return {};
}

Error write_file(const std::string& path, std::string_view contents) {
  if (Error error = check_output(path)) return error;
  struct stat info {};
  const bool exists = ::stat(path.c_str(), &info) == 0;
  if (exists && !S_ISREG(info.st_mode)) return write_directly(path, contents);
  std::error_code code;
  const std::string target = exists ? std::filesystem::canonical(path, code).string() : path;
  if (code) return refusal(path, code.message());
  const std::string temporary = fmt::format("{}.{}.tmp", target, ::getpid());
  Error error = write_temporary(temporary, contents, path);
  if (!error && std::rename(temporary.c_str(), target.c_str()) != 0) error = system_refusal(path);
  if (error) std::remove(temporary.c_str());
  return error;
}

}  // namespace cardume
