#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# clang-tidy 14 with the checks of .clang-tidy over the sources that differ from the revision BASE
# (origin/main), or over all with TIDY=all. A file takes about 15 s of one core, 3 s of them for all but the
# static analyzer, so this is no part of `make lint`.
set -eu

build=${1:-build/dev}
base=${BASE:-origin/main}
if ! command -v clang-tidy-14 >/dev/null; then
  echo "clang-tidy-14 is missing: run tools/install_packages.sh tidy" >&2
  exit 1
fi
if [ ! -f "$build/compile_commands.json" ]; then
  echo "$build has no compile_commands.json: run make build, generated headers are needed" >&2
  exit 1
fi

# What must be found: else a run without findings says nothing.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/canary.cpp" <<'END'
#include <string>
#include <utility>
std::size_t size_of(std::string text) {
  const std::string moved = std::move(text);
  return text.size() + moved.size();
}
END
if clang-tidy-14 --config-file=.clang-tidy --quiet "$folder/canary.cpp" -- -std=c++20 >"$folder/found" 2>&1 ||
  ! grep -q "bugprone-use-after-move" "$folder/found"; then
  echo "clang-tidy does not notice its canary, a string that is used after it was moved; it says:" >&2
  cat "$folder/found" >&2
  exit 1
fi

if [ "${TIDY:-}" = all ]; then
  sources=$(git ls-files -- 'src/*.cpp' 'perf/*.cpp')
elif start=$(git merge-base HEAD "$base" 2>/dev/null); then
  sources=$(git diff --name-only --diff-filter=d "$start" -- 'src/*.cpp' 'perf/*.cpp')
  [ -n "$sources" ] || echo "no source differs from $base"
else
  echo "there is no revision '$base' that this one comes from: name one, make tidy BASE=<revision>, or check all," \
    "make tidy TIDY=all" >&2
  exit 1
fi
printf '%s\n' "$sources" | xargs -r -P "$(nproc)" -n 1 clang-tidy-14 -p "$build" --quiet
