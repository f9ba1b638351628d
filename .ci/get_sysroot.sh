#!/usr/bin/env bash
# Unpacks Debian's arm64 libraries into a folder to cross-build against: get_sysroot.sh FOLDER
# dpkg's multiarch would upgrade half of the host to matching versions; a private folder leaves the host as it is.
set -euo pipefail

sysroot=${1:?usage: get_sysroot.sh FOLDER}
packages=(
  libtbb12 libtbb-dev libtbbmalloc2 libtbbbind-2-5 libhwloc15
  libxsimd-dev libeigen3-dev libgtest-dev libbenchmark-dev libbenchmark1debian
  libtomlplusplus-dev libtomlplusplus3 nlohmann-json3-dev libcli11-dev libfmt-dev libfmt9
  libpng-dev libpng16-16 zlib1g-dev zlib1g libzstd-dev libzstd1 libpugixml-dev libpugixml1v5
)
stamp=$sysroot/made_by
version=$(cksum <"${BASH_SOURCE[0]}")

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$version" ]; then
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
apt_arm64() {
  apt-get -q -oAPT::Architecture=arm64 -oAPT::Architectures=arm64 -oAPT::Sandbox::User=root \
    -oDir::State::Lists="$work/lists" -oDir::State::status=/dev/null -oDir::Cache="$work/cache" "$@" >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; echo "get_sysroot.sh: apt-get $1 failed for arm64" >&2; return 1; }
}

apt_arm64 update
(cd "$work" && apt_arm64 download "${packages[@]}")
rm -rf "$sysroot"
mkdir -p "$sysroot"
for package in "$work"/*.deb; do
  dpkg -x "$package" "$sysroot"
done
# As on an installed system, /lib is /usr/lib: one folder to link and load from.
cp -a "$sysroot/lib/." "$sysroot/usr/lib/"
rm -rf "$sysroot/lib"
ln -s usr/lib "$sysroot/lib"
echo "$version" >"$stamp"
