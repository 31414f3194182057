#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the packages of the given sections of tools/packages.txt that are missing, all sections
# when none is given. Does nothing, and needs neither network nor root, when all are there. Fails when
# some are missing that cannot be installed, and says what an administrator has to run.
#
# --names [section ...]: only prints what these packages are called in the archive of this system.
# BATON_PACKAGES=installed: does nothing, for systems where they were installed under other names.
set -eu

say() { printf 'tools/install_packages.sh: %s\n' "$*" >&2; }

names_only=""
if [ "${1:-}" = --names ]; then
  names_only=yes
  shift
fi
[ -n "$names_only" ] || [ "${BATON_PACKAGES:-}" != installed ] || exit 0
list=$(dirname "$0")/packages.txt
sections=" $* "
[ $# -gt 0 ] || sections=all

# One word for each package: name, name|other, or name? for what some archives lack.
wanted=$(awk -v sections="$sections" '
  { sub(/#.*/, ""); gsub(/ *\| */, "|") }
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

names_of() { printf '%s' "${1%\?}" | tr '|' ' '; }

is_installed() {
  for name in $(names_of "$1"); do
    case " $(dpkg-query -W -f '${db:Status-Status} ' "$name" 2>/dev/null || true)" in
      *" installed "*) return 0 ;;
    esac
  done
  return 1
}

# The name that this archive has; the first one where it has none, and nothing for what it may lack.
name_here() {
  for name in $(names_of "$1"); do
    if apt-cache show "$name" >/dev/null 2>&1; then
      printf '%s' "$name"
      return
    fi
  done
  case $1 in
    *\?) ;;
    *) names_of "$1" | cut -d ' ' -f 1 ;;
  esac
}

names_here() {
  # shellcheck disable=SC2046
  set -- $(for package in "$@"; do name_here "$package" && printf ' '; done)
  echo "$*"
}

if [ -n "$names_only" ]; then
  names_here $wanted
  exit 0
fi

os_release=${BATON_OS_RELEASE:-/etc/os-release} # another one in tests
system="this system"
[ ! -r "$os_release" ] || system=$(. "$os_release" && printf '%s %s' "${NAME:-Linux}" "${VERSION_ID:-}")

if ! command -v dpkg-query >/dev/null; then
  say "$system has no Debian packages, and Baton is not tested there."
  say "Install what corresponds to these, then set BATON_PACKAGES=installed and run this again:"
  for package in $wanted; do names_of "$package" | cut -d ' ' -f 1 | sed 's/^/  /' >&2; done
  exit 1
fi

missing=""
for package in $wanted; do
  is_installed "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

case $system in
  "Debian GNU/Linux 12" | "Debian GNU/Linux 13" | "Ubuntu 24.04") ;;
  *) say "$system is not tested (Debian 12 and 13 and Ubuntu 24.04 are); packages may have other names" ;;
esac

as_root=""
if [ "$(id -u)" != 0 ]; then
  as_root=sudo
  if ! command -v sudo >/dev/null; then
    packages=$(names_here $missing)
    [ -n "$packages" ] || exit 0
    say "missing: $packages"
    say "This user is not root, and there is no sudo. Ask an administrator to run:"
    echo "  apt-get install --no-install-recommends $packages" >&2
    exit 1
  fi
fi
run() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@" </dev/null; }
# Reads what apt-get tells by APT::Status-Fd, kind:package:percent:text, and shows it on a terminal. All other
# lines go to the log. False when one is "failed".
show_progress() {
  while read -r line; do
    case $line in
      failed) return 1 ;;
      dlstatus:*) doing=downloading ;;
      pmstatus:*) doing=installing ;;
      *) echo "$line" >>"$log" && continue ;;
    esac
    [ -t 1 ] || continue
    line=${line#*:*:}
    printf '\r   %s: %3d %%  ' "$doing" "${line%%[.:]*}"
  done
  [ ! -t 1 ] || echo
}
install_with_progress() {
  { run install -o APT::Status-Fd=2 -y --no-install-recommends $packages 2>&1 >>"$log" || echo failed; } | show_progress
}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
packages=$(names_here $missing)
# What the archive does not have is looked for in a newer list, as the list may be empty.
if [ -n "$packages" ] || [ -z "$(apt-cache policy make | grep '://')" ]; then
  updated=yes
  run update >"$log" 2>&1 || updated=no
  packages=$(names_here $missing)
fi
[ -n "$packages" ] || exit 0
echo "== installing Debian packages: $packages"
if [ "$updated" = no ] || ! install_with_progress; then
  tail -n 25 "$log" >&2
  say "apt-get could not install: $packages (its last words are above)"
  say "An administrator with a network can run:"
  echo "  apt-get install --no-install-recommends $packages" >&2
  exit 1
fi
