#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run_talker_and_listener.sh TALKER LISTENER: a listener gets three frames, then both end cleanly.
set -eu

BATON_REGISTRY_DIR=$(mktemp -d)
export BATON_REGISTRY_DIR
"$1" >/dev/null &
talker=$!
trap 'kill -KILL "$talker" 2>/dev/null || true; rm -rf "$BATON_REGISTRY_DIR"' EXIT

output=$(timeout 30 "$2" 3)
echo "$output"
echo "$output" | grep -q 'shared_memory, zero copy'

kill -TERM "$talker"
wait "$talker"
left=$(find "$BATON_REGISTRY_DIR" -mindepth 1)
if [ -n "$left" ]; then
  echo "left behind: $left"
  exit 1
fi
