#!/usr/bin/env bash
# Fails on a C or C++ file that clang-format 14 would change. To mend: .ci/check_format.sh --fix
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
mode=(--dry-run -Werror)
[ "${1:-}" != --fix ] || mode=(-i)
git ls-files -z --cached --others --exclude-standard '*.hpp' '*.cpp' '*.h' '*.c' |
  xargs -0 -r clang-format-14 "${mode[@]}"
