#!/usr/bin/env bash
# The main job from nothing: installs what is missing, builds the command line tool, and sends 100,000 agents through
# generated caves after a moving player. Further arguments go to `cardume run`, for example --agents 20000.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/setup.sh
cmake --preset release
cmake --build --preset release --target tools/all

mkdir -p out
build/release/tools/cardume run horde --png out/horde.png --json out/horde.json "$@"
echo
echo "picture: $PWD/out/horde.png"
echo "report:  $PWD/out/horde.json"
