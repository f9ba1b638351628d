#!/usr/bin/env bash
# What `cardume bench --json` writes is what its schema says: schema_test.sh CARDUME
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
results=$(mktemp)
trap 'rm -f "$results"' EXIT
"${1:?usage: schema_test.sh CARDUME}" bench --workload flock,fields --agents 64 --repeat 1 --steps 5 --peers \
  --filter 'flock|fields|naive' --json "$results" >/dev/null 2>&1
"$here/check_schema.py" "$here/../../tools/perf/bench.schema.json" "$results"
