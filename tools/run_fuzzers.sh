#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run_fuzzers.sh BUILD_DIRECTORY SECONDS
# Runs every fuzzer of the fuzz preset for SECONDS. What it finds that is new stays in
# BUILD_DIRECTORY/corpus/<fuzzer>; an input that fails, in BUILD_DIRECTORY/artifacts/<fuzzer>.
set -eu

build=$1
seconds=$2
failed=""
for file in "$build"/fuzzers/*; do
  if [ ! -e "$file" ]; then
    echo "no fuzzers in $build: cmake --preset fuzz && cmake --build --preset fuzz" >&2
    exit 1
  fi
  name=$(basename "$file")
  corpus=$(cat "$file")
  echo "== $name"
  mkdir -p "$build/corpus/$name" "$build/artifacts/$name"
  # shellcheck disable=SC2086
  "$build/bin/$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
    -print_final_stats=1 -verbosity=0 -artifact_prefix="$build/artifacts/$name/" \
    "$build/corpus/$name" "$corpus" || failed="$failed $name"
done
if [ -n "$failed" ]; then
  echo "fuzzers failed:$failed; the inputs are in $build/artifacts" >&2
  exit 1
fi
