#!/usr/bin/env bash
# Builds and runs the consumer of this folder in every way that a game may take Cardume in: run.sh BUILD
# Installed, found by CMake and by pkg-config, and as a subdirectory; static and shared.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source=$(cd "$here/../.." && pwd)
mkdir -p "${1:?usage: run.sh BUILD}"
build=$(cd "$1" && pwd)

consume() {  # NAME [CMAKE ARGUMENT...]
  local folder=$build/$1
  shift
  cmake -G Ninja -S "$here" -B "$folder" -DCMAKE_BUILD_TYPE=Release "$@"
  cmake --build "$folder"
  ctest --test-dir "$folder" --output-on-failure
}

consume_pkg_config() {  # PREFIX [--static]
  local flags
  flags=$(PKG_CONFIG_PATH=$1/lib/pkgconfig pkg-config "${@:2}" --cflags --libs cardume)
  # shellcheck disable=SC2086
  "${CXX:-g++}" -std=c++20 "$here/main.cpp" -o "$build/consumer_pkg_config" $flags
  LD_LIBRARY_PATH=$1/lib "$build/consumer_pkg_config"
}

# A shared library shows what is marked for export and inline code of public types, but nothing of its inside.
check_symbols() {  # LIBRARY
  if nm -DC --defined-only "$1" | grep -E ' (cardume::simd::|cardume::.*Kernel)'; then
    echo "run.sh: $1 shows internals" >&2
    return 1
  fi
}

for kind in static shared; do
  shared=$([ "$kind" = shared ] && echo ON || echo OFF)
  prefix=$build/$kind-prefix
  rm -rf "$prefix"
  cmake -G Ninja -S "$source" -B "$build/$kind" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS="$shared" \
    -DCARDUME_TESTS=OFF -DCARDUME_TOOLS=OFF -DCARDUME_BENCH=OFF -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib
  cmake --build "$build/$kind" --target install
  consume "$kind-consumer" -DCMAKE_PREFIX_PATH="$prefix"
  if [ "$kind" = static ]; then
    consume_pkg_config "$prefix" --static
  else
    consume_pkg_config "$prefix"
    check_symbols "$prefix/lib/libcardume.so"
  fi
done
# The third copy of the same code: with the flags of the others, ccache has it already; otherwise unoptimised.
in_tree=(-DCARDUME_SOURCE="$source" -DCMAKE_BUILD_TYPE=Debug)
if command -v ccache >/dev/null; then
  in_tree=(-DCARDUME_SOURCE="$source" -DCARDUME_WERROR=ON -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi
consume subdirectory "${in_tree[@]}"
echo "run.sh: installed and in-tree consumers work"
