#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# clang-tidy 14 with the checks of .clang-tidy over the sources that differ from origin/main, or over all
# with TIDY=all. A file takes about 15 s of one core, 3 s of them for all but the static analyzer, so this
# is no part of `make lint`.
set -eu

build=${1:-build/dev}
if ! command -v clang-tidy-14 >/dev/null; then
  echo "clang-tidy-14 is missing: run tools/install_packages.sh tidy" >&2
  exit 1
fi
if [ ! -f "$build/compile_commands.json" ]; then
  echo "$build has no compile_commands.json: run make build, generated headers are needed" >&2
  exit 1
fi
sources() {
  if [ "${TIDY:-}" = all ]; then
    git ls-files -- 'src/*.cpp' 'perf/*.cpp'
  else
    git diff --name-only --diff-filter=d "$(git merge-base HEAD origin/main)" -- 'src/*.cpp' 'perf/*.cpp'
  fi
}
sources | xargs -r -P "$(nproc)" -n 1 clang-tidy-14 -p "$build" --quiet
