#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the packages of the given sections of tools/packages.txt that are missing, all sections
# when none is given. Does nothing, and needs neither network nor root, when all are there.
set -eu

list=$(dirname "$0")/packages.txt
sections=" $* "
[ $# -gt 0 ] || sections=all

wanted=$(awk -v sections="$sections" '
  { sub(/#.*/, "") }
  /^\[.*\]/ { section = substr($1, 2, length($1) - 2); known = known " " section; next }
  NF && (sections == "all" || index(sections, " " section " ")) { print $1 }
  END {
    count = split(sections == "all" ? "" : sections, names, " ")
    for (i = 1; i <= count; i++)
      if (!index(known " ", " " names[i] " ")) {
        print "no section [" names[i] "] in packages.txt; it has" known > "/dev/stderr"
        exit 2
      }
  }' "$list")

if ! command -v dpkg-query >/dev/null; then
  echo "This is not a Debian system: make sure that the equivalents of these are installed:" $wanted
  exit 0
fi

missing=""
for package in $wanted; do
  case " $(dpkg-query -W -f '${db:Status-Status} ' "$package" 2>/dev/null || true)" in
    *" installed "*) ;;
    *) missing="$missing $package" ;;
  esac
done
[ -n "$missing" ] || exit 0

echo "== installing Debian packages:$missing"
if [ "$(id -u)" = 0 ]; then
  as_root=""
elif command -v sudo >/dev/null; then
  as_root="sudo"
else
  echo "Not root and no sudo here. Run as root:  apt-get install --no-install-recommends$missing" >&2
  exit 1
fi
run() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@" </dev/null; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { run update && run install -y --no-install-recommends $missing; } >"$log" 2>&1; then
  tail -n 25 "$log" >&2
  echo "apt-get could not install:$missing (its last words are above)" >&2
  exit 1
fi
