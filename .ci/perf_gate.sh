#!/usr/bin/env bash
# Is this tree slower than an earlier revision? Builds both and asks cardume: perf_gate.sh [BASE]
# Leaves its findings in build/perf. BASE is HEAD~1 by default; COUNT_TOLERANCE is what counts may grow by, in percent;
# AB_OPTIONS go to cardume ab, such as --allow-different-results for a change that is meant to change them.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
base=${1:-HEAD~1}
out=build/perf
worst=0
mkdir -p "$out"
rm -f "$out"/*.{json,md,html,xml,pftrace}

trap 'cat "$out"/*.md >"$out/summary.txt" 2>/dev/null || true; mv -f "$out/summary.txt" "$out/summary.md"' EXIT

note() {  # NAME COMMAND...: runs it, and keeps the worst exit code
  local name=$1 code=0
  shift
  "$@" || code=$?
  echo "perf_gate.sh: $name: exit code $code"
  [ "$code" -le "$worst" ] || worst=$code
}

build() {  # SOURCE BUILD
  cmake -G Ninja -S "$1" -B "$2" -DCMAKE_BUILD_TYPE=Release -DCARDUME_TESTS=OFF >/dev/null
  cmake --build "$2" --target cardume_cli cardume_subject >/dev/null
}

compare_with_base() {
  local before=$out/base/tools/cardume after=$out/head/tools/cardume
  note "instructions of the base" "$before" count --workload flock,horde --agents 10000 --json "$out/counts_base.json"
  note "instructions" "$after" count --workload flock,horde --agents 10000 --json "$out/counts.json" \
    --base "$out/counts_base.json" --tolerance "${COUNT_TOLERANCE:-0.5}"
  note "verdict" "$after" ab --base "$out/base/bench/workloads/libcardume_subject.so" \
    --head "$out/head/bench/workloads/libcardume_subject.so" --workload flock,horde,jam \
    ${AB_OPTIONS:-} --json "$out/ab.json" --markdown "$out/ab.md" --junit "$out/ab.xml"
}

tools/setup.sh --all
git worktree prune
[ -d "$out/base_source" ] || git worktree add --detach "$out/base_source" "$base" >/dev/null
git -C "$out/base_source" checkout -q --detach "$(git rev-parse "$base")"
build . "$out/head"
if [ -d "$out/base_source/bench/workloads" ]; then
  build "$out/base_source" "$out/base"
  compare_with_base
else
  echo "perf_gate.sh: $base cannot be measured: it has no bench/workloads"
fi
note "budget" "$out/head/tools/cardume" bench --workload flock,horde,jam --agents 10000 --budget bench/budget.toml \
  --simd avx2 --json "$out/bench.json" --markdown "$out/bench.md" --html "$out/bench.html" --junit "$out/bench.xml" \
  --trace "$out/bench.pftrace"
exit "$worst"
