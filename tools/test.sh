#!/usr/bin/env bash
# Installs what is missing, builds, and runs the tests.
#   tools/test.sh         the core suite: g++, release
#   tools/test.sh --all   also clang++, the debug build, sanitizers, AArch64 under QEMU and installed consumers
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
jobs=$(nproc)

step() {
  printf '\n== %s (%d min %02d s so far)\n' "$1" $((SECONDS / 60)) $((SECONDS % 60))
}

build() {  # PRESET [TARGET...]
  local preset=$1
  shift
  cmake --preset "$preset"
  cmake --build --preset "$preset" ${1:+--target "$@"}
}

run_tests() {  # PRESET [CTEST ARGUMENT...]
  local preset=$1
  shift
  ctest --preset "$preset" -j "$jobs" "$@"
}

# What any build runs without being told runs with the best instruction set of the machine. Of the others, forced, each
# compiler takes half; the tests of equal results and those of the kernels go through every set with both.
check_clang() {
  step "clang++, release: the same results; each public header on its own"
  build clang-release all all_verify_interface_header_sets
  CARDUME_MAPS=none run_tests clang-release -R 'EverySet|Determinism|simd_(sse2|avx512)'
}

check_debug() {
  step "g++, debug: the same results, and nothing leaks out of the objects of one instruction set"
  build debug cardume_tests
  .ci/check_arch_objects.sh build/debug
  run_tests debug -R 'Determinism.*EveryInstructionSet|[.]Golden'
}

# The real maps repeat, thousands of times, code that smaller tests have covered: they run once, in the core suite.
# Elsewhere their tests report themselves as skipped.
check_sanitizers() {
  step "address and undefined behaviour sanitizers"
  build asan cardume_tests
  CARDUME_MAPS=none run_tests asan -E '^simd_'
}

check_threads() {
  step "thread sanitizer, on the schedulers without oneTBB"
  build tsan cardume_tests
  run_tests tsan -E '^simd_'
}

check_aarch64() {
  step "AArch64 under QEMU"
  .ci/get_sysroot.sh build/sysroot-arm64
  build aarch64 cardume_tests
  # Whether a tick allocates is not for the architecture to say, and takes minutes to count under QEMU.
  CARDUME_MAPS=none run_tests aarch64 -E '^(simd_|allocation$)'
}

check_package() {
  step "installed consumers"
  tests/package/run.sh build/package
}

check_core() {  # [CTEST ARGUMENT...]
  step "g++, release"
  build release
  run_tests release "$@"
}

case ${1:-} in
  '')
    tools/setup.sh
    check_core
    ;;
  --all)
    tools/setup.sh --all
    check_clang
    check_debug
    check_sanitizers
    check_threads
    check_aarch64
    check_package
    check_core -E 'simd_(sse2|avx512)'
    ;;
  *)
    echo "usage: tools/test.sh [--all]" >&2
    exit 1
    ;;
esac
