#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh PRESET JOBS [TARGET]: configures and builds build/PRESET, in which one build runs at a time: two
# would write the same files. The lock is held by all that is started here, so that after a kill it lasts as
# long as a compiler that still writes.
set -euo pipefail

preset=$1 jobs=$2 target=${3:-}
cd "$(dirname "$0")/.."
mkdir -p build
exec 9>"build/.$preset.lock"
if ! flock -n 9; then
  echo "another make is building build/$preset; waiting for it"
  flock 9
fi
cmake --preset "$preset" --log-level=WARNING
cmake --build --preset "$preset" -j "$jobs" ${target:+--target "$target"}
