#!/usr/bin/env bash
# Fails where code compiled for one instruction set could be linked into code for all of them: check_arch_objects.sh BUILD
# An arch_*.o may define its kernel table and weak symbols that carry an xsimd type, nothing else: any other weak symbol
# (std::max, say) may be the copy that the linker keeps, and then crashes machines without that instruction set. Only an
# unoptimised build shows them all; optimised ones inline most, until the day that one does not.
set -euo pipefail

build=${1:?usage: check_arch_objects.sh BUILD (a debug build)}
mapfile -t objects < <(find "$build" -name 'arch_*.cpp.o')
if [ ${#objects[@]} -eq 0 ]; then
  echo "check_arch_objects.sh: no arch_*.cpp.o under $build" >&2
  exit 1
fi

status=0
for object in "${objects[@]}"; do
  leaks=$(nm -C --defined-only "$object" | grep -E ' [TWVuBDR] ' | grep -vE 'kernels_[a-z0-9]+$|xsimd::' || true)
  if [ -n "$leaks" ]; then
    printf '%s\n%s\n' "$object" "$leaks"
    status=1
  fi
done
exit $status
