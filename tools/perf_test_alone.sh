#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Measures with perf_test alone, for machines without the command `baton`: its tables compare, these lines
# do not.
set -eu

perf_test=$(dirname "$0")/../build/release/bin/perf_test
echo "The command \`baton\` is not there, which compares and draws: perf_test measures alone." >&2
for way in "--shared-memory" "--zero-copy" "--communicator floor"; do
  printf '\n== 4 MB at 25 Hz: perf_test %s\n' "$way"
  # shellcheck disable=SC2086
  "$perf_test" $way --msg Array4m --rate 25 --reliable --max-runtime 4 \
    --process-configuration INTER_PROCESS
done
