#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# write_reference.sh FOLDER: what `make docs` writes, below FOLDER; fails with each warning of Doxygen.
set -eu
if ! command -v doxygen >/dev/null; then
  echo "skipped=doxygen is missing; make docs installs it"
  exit 0
fi
cd "$(dirname "$0")/../.."
rm -rf "$1/html" # a page of an earlier run must not stand for a missing one
mkdir -p "$1"
{ cat tools/Doxyfile && echo "OUTPUT_DIRECTORY = \"$1\""; } | doxygen -
test -s "$1/html/classrclcpp_1_1Node.html"
test -s "$1/html/classrclcpp_1_1Publisher.html"
