#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs every tools/lint/*.py: nothing is listed, a file put there is a lint.
set -u

folder=$(dirname "$0")/lint
failed=""
for lint in "$folder"/*.py; do
  /usr/bin/python3 -B "$lint" || failed="$failed $(basename "$lint" .py)"
done
if [ -n "$failed" ]; then
  echo "lints failed:$failed" >&2
  exit 1
fi
