#!/usr/bin/env bash
# clang-tidy 14 over what changed since the base: check_tidy.sh [BASE | --all]
# The base is where this branch left origin/main, or the last commit. A changed header is read through one source file
# that includes it.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=build/tidy

default_base() {
  local base
  base=$(git merge-base HEAD origin/main 2>/dev/null || true)
  if [ -z "$base" ] || [ "$base" = "$(git rev-parse HEAD)" ]; then
    base=$(git rev-parse -q --verify HEAD~1 || true)
  fi
  echo "$base"
}

changed_files() {  # BASE, nothing for every file
  git ls-files --others --exclude-standard
  if [ -n "$1" ]; then
    git diff --name-only --diff-filter=d "$1"
  else
    git ls-files
  fi
}

# As it is written in an include: private headers from the root, public ones from their include folder.
include_name() {
  case $1 in
    */include/*) echo "<${1##*/include/}>" ;;
    *) echo "\"$1\"" ;;
  esac
}

sources_to_read() {
  while read -r file; do
    case $file in
      tests/package/*) ;;
      *.cpp) echo "$file" ;;
      *.hpp | *.h) git grep -lF --untracked "#include $(include_name "$file")" -- '*.cpp' | grep -v '^tests/package/' | head -n 1 || true ;;
    esac
  done | sort -u
}

base=${1:-$(default_base)}
[ "$base" != --all ] || base=
# Headers that are precompiled would have to be built first.
cmake --preset clang-release -B "$build" -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null
changed_files "$base" | sources_to_read |
  xargs -r -P "$(nproc)" -n 1 clang-tidy-14 -p "$build" --quiet 2> >(grep -v " generated\.$" >&2)
