#!/usr/bin/env bash
# Tries the verdict of `cardume ab` on this machine, under load: how often is a slowdown of 5 % in one kernel called a
# regression, and how often a build that is the same?
#   bench/verdict/trial.sh [RUNS] [AB OPTION...]     after cmake --build --preset release
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
runs=${1:-20}
shift || true
build=${CARDUME_BUILD:-build/release}
cardume=$build/tools/cardume
base=$build/bench/workloads/libcardume_subject.so
slow=$build/bench/verdict/libcardume_subject_slow.so

copies=$(mktemp -d)
cp "$base" "$copies/libcardume_subject_same.so"

# One busy process for each core, that walks over memory as well.
for _ in $(seq "$(nproc)"); do
  (while :; do head -c 50000000 /dev/zero | sha256sum >/dev/null; done) &
done
trap 'rm -rf "$copies"; kill $(jobs -p) 2>/dev/null' EXIT

tally() {  # NAME HEAD [AB OPTION...]
  local name=$1 head=$2 code
  shift 2
  declare -A seen=([regression]=0 [improvement]=0 [unchanged]=0 [inconclusive]=0)
  for _ in $(seq "$runs"); do
    code=0
    "$cardume" ab --base "$base" --head "$head" --workload flock --agents 10000 --json - "$@" \
      >"$copies/verdict.json" 2>"$copies/log" || code=$?
    [ "$code" = 0 ] || [ "$code" = 3 ] || { cat "$copies/log" >&2; exit 1; }
    verdict=$(sed -n 's/.*"verdict": "\(.*\)".*/\1/p' "$copies/verdict.json")
    seen[$verdict]=$((seen[$verdict] + 1))
  done
  echo "$name: $runs runs: ${seen[regression]} regression, ${seen[improvement]} improvement," \
    "${seen[unchanged]} unchanged, ${seen[inconclusive]} inconclusive"
}

start=$SECONDS
tally "one kernel 5 % slower" "$slow" "$@"
tally "the same build" "$copies/libcardume_subject_same.so" "$@"
echo "$(((SECONDS - start) / (2 * runs))) s a run"
