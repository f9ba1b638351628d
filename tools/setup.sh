#!/usr/bin/env bash
# Installs the Debian packages that Cardume is built from. This is the one list of them.
#   tools/setup.sh         what the library, tools, benchmarks and core tests need
#   tools/setup.sh --all   also what the whole gate needs: clang, checks, the ARM cross build
set -euo pipefail

core=(
  g++ cmake ninja-build pkg-config git
  libtbb-dev libxsimd-dev libeigen3-dev
  libtomlplusplus-dev nlohmann-json3-dev libcli11-dev libfmt-dev libpng-dev zlib1g-dev libzstd-dev libpugixml-dev
  libgtest-dev libbenchmark-dev
  libnoise-dev libbox2d-dev librecast-dev libnanoflann-dev
)
gate=(
  clang-14 clang-format-14 clang-tidy-14 universal-ctags python3
  g++-aarch64-linux-gnu qemu-user ccache valgrind chromium python3-jsonschema
)

case ${1:-} in
  '') wanted=("${core[@]}") ;;
  --all) wanted=("${core[@]}" "${gate[@]}") ;;
  *) echo "usage: tools/setup.sh [--all]" >&2; exit 1 ;;
esac

fail() {
  echo "setup.sh: $1" >&2
  exit 1
}

missing=()
for package in "${wanted[@]}"; do
  state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || fail "run as root, or install sudo; missing: ${missing[*]}"
  as_root=(sudo)
fi
command -v apt-get >/dev/null || fail "no apt-get here: the packages are Debian 12's; missing: ${missing[*]}"

echo "setup.sh: installing ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y "$@" >"$log" 2>&1 ||
    { tail -n 20 "$log" >&2; fail "apt-get $1 failed, see above"; }
}
apt update
apt install --no-install-recommends "${missing[@]}"
