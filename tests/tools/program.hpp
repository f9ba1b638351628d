#pragma once
#include <sys/wait.h>

#include <cstdio>
#include <string>

namespace cardume::testing {

/// How the program ended.
struct Outcome {
  int code = -1;
  std::string text;  ///< stdout and stderr together.
};

inline Outcome run(const std::string& arguments) {
  Outcome outcome;
  FILE* const pipe = ::popen(("{ " CARDUME_PROGRAM " " + arguments + "; } 2>&1").c_str(), "r");
  if (!pipe) return outcome;
  char piece[4096];
  for (std::size_t n; (n = std::fread(piece, 1, sizeof piece, pipe)) > 0;) outcome.text.append(piece, n);
  const int status = ::pclose(pipe);
  if (WIFEXITED(status)) outcome.code = WEXITSTATUS(status);
  return outcome;
}

}  // namespace cardume::testing
