#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs every tools/lint/*.py: nothing is listed, a file put there is a lint. One that lacks a program says so
# and ends with 77.
set -u

folder=$(dirname "$0")/lint
failed=""
for lint in "$folder"/*.py; do
  /usr/bin/python3 -B "$lint"
  case $? in
    0 | 77) ;;
    *) failed="$failed $(basename "$lint" .py)" ;;
  esac
done
if [ -n "$failed" ]; then
  echo "lints failed:$failed" >&2
  exit 1
fi
