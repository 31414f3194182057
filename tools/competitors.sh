#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# competitors.sh JOBS: installs and builds what perf_test is compared with, as far as it can be had, into
# build/competitors/lib, where perf_test of every preset looks. What cannot be had is a line; the exit
# status is 1 only when there is nothing at all. `PERF_COMPETITORS="iceoryx zenoh"` limits it.
set -uo pipefail

jobs=${1:-1}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/competitors
wanted=${PERF_COMPETITORS:-CycloneDDS iceoryx iceoryx2 zenoh}
# What iceoryx2 asks for.
oldest_rust=89
declare -A result

wants() { [[ " $wanted " == *" $1 "* ]]; }
say() { printf '\n== %s\n' "$1"; }

rust_is_new_enough() {
  local version
  version=$(cargo --version 2>/dev/null) || return 1
  [[ $version =~ ^cargo\ 1\.([0-9]+) ]] && ((BASH_REMATCH[1] >= oldest_rust))
}

# show_last LOG: writes what it reads to LOG, and on a terminal the last line of it.
show_last() {
  while IFS= read -r line; do
    printf '%s\n' "$line" >&3
    [ ! -t 1 ] || printf '\r   %.70s\033[K' "$line"
  done 3>"$1"
  [ ! -t 1 ] || printf '\r\033[K'
}

# build_cpp NAME TARGET
build_cpp() {
  wants "$1" || return
  local log=$build/$2.log
  if cmake --build "$build" --target "$2" -j "$jobs" 2>&1 | show_last "$log"; then
    result[$1]=built
  else
    result[$1]="left out: $(grep -m 1 -E 'error|unknown target' "$log" || echo "see $log")"
  fi
}

# build_rust NAME
build_rust() {
  wants "$1" || return
  local log=$build/$1.log
  say "building $1 with cargo"
  if (cd "$root/perf/competitors/$1" &&
    CARGO_TARGET_DIR=$build/cargo cargo build --release --locked -j "$jobs") 2>&1 | show_last "$log"; then
    cp "$build/cargo/release/libperf_$1.so" "$build/lib/.$1.partial" &&
      mv "$build/lib/.$1.partial" "$build/lib/libperf_$1.so" && result[$1]=built
  else
    result[$1]="left out: $(grep -m 1 '^error' "$log" || echo "see $log")"
  fi
}

mkdir -p "$build/lib"
if wants CycloneDDS || wants iceoryx; then
  "$root/tools/install_packages.sh" competitors || echo "their Debian packages could not be installed"
  say "building those in C++"
  cmake -G Ninja -S "$root/perf/competitors" -B "$build" --log-level=WARNING
  build_cpp iceoryx perf_iceoryx
  build_cpp CycloneDDS perf_cyclone_dds
fi
if wants iceoryx2 || wants zenoh; then
  rust_is_new_enough || "$root/tools/install_packages.sh" competitors-rust
  if rust_is_new_enough; then
    build_rust iceoryx2
    build_rust zenoh
  else
    for name in iceoryx2 zenoh; do
      wants "$name" && result[$name]="left out: no cargo of 1.$oldest_rust or newer"
    done
  fi
fi

say "perf_test -c"
for name in $wanted; do
  printf '  %-11s %s\n' "$name" "${result[$name]:-no such competitor}"
done
[[ " ${result[*]} " == *" built "* ]]
