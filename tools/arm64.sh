#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds for ARM64 on a Debian machine with another processor, and runs the tests in an emulator (`make arm64`).
#
#   tools/arm64.sh root           a Debian of ARM64 and the emulator, in build/arm64-root
#   tools/arm64.sh build          everything, in build/arm64, JOBS at a time
#   tools/arm64.sh test [...]     its tests; further arguments are ctest's
#   tools/arm64.sh boards         shared memory as boards have it: processors without atomic instructions (LSE),
#                                 addresses of 39 bits
#
# The root holds Debian's libraries of the other processor, unpacked and not installed: nothing of it runs but
# under the emulator. The emulator is that of bookworm-backports: 7.2, which Debian 12 has, ignores
# MAP_FIXED_NOREPLACE. Outside of build/ only the packages of [arm64] in tools/packages.txt are installed.
set -Eeuo pipefail
cd "$(dirname "$0")/.."

root=$PWD/build/arm64-root
sysroot=$root/debian
emulator=$root/emulator/usr/bin/qemu-aarch64-static
mirror=$(awk '$1 == "URIs:" || $1 == "deb" { for (i = 2; i <= NF; i++) if ($i ~ /\/debian\/?$/) { print $i; exit } }' \
  /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null || true)
# Both programs that make a root want to read their log only when something fails.
log=$root/log

fail() {
  tail -n 15 "$log" >&2
  echo "tools/arm64.sh: $1; the whole log: $log" >&2
  exit 1
}

trap 'echo "tools/arm64.sh: line $LINENO failed" >&2' ERR

# The libraries of tools/packages.txt. Its programs (compiler, CMake, Python) are the building machine's.
libraries() {
  tools/install_packages.sh --names build test | tr ' ' '\n' | grep -E '^(lib|nlohmann)' | sort -u | paste -sd, -
}

# Debian's links and CMake files name places from the root of the machine that they are meant for.
relocate() {
  find "$sysroot" -type l -lname '/*' | while read -r link; do
    ln -snf "$(realpath -ms --relative-to="$(dirname "$link")" "$sysroot$(readlink "$link")")" "$link"
  done
  find "$sysroot"/usr/lib "$sysroot"/usr/share -name '*.cmake' -print0 |
    xargs -0 sed -i -E "s#(^|[\"; =(])/(usr(/|\"|\)|;| |\$))#\\1$sysroot/\\2#g"
}

make_root() {
  [[ -e $root/done && ! tools/packages.txt -nt $root/done && ! tools/arm64.sh -nt $root/done ]] && return
  rm -rf "$root"
  mkdir -p "$root"
  : >"$log"
  [[ -n $mirror ]] || fail "no Debian archive is named in /etc/apt/sources.list or sources.list.d/debian.sources; add one"
  echo "== unpacking a Debian of ARM64 into build/arm64-root (1 minute)"
  mmdebstrap --variant=extract --architectures=arm64 --aptopt='APT::Install-Recommends "false"' \
    --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr \
    --include="libc6-dev,libstdc++-12-dev,linux-libc-dev,$(libraries)" \
    bookworm "$sysroot" "$mirror" >"$log" 2>&1 || fail "the root could not be made"
  # A program in the emulator finds what is here before what is on the machine: only libraries may be.
  rm -rf "$sysroot"/{dev,tmp,var}
  relocate
  echo "== unpacking the emulator (1 minute)"
  mmdebstrap --variant=extract --include=qemu-user-static/bookworm-backports bookworm "$root/emulator" \
    "deb $mirror bookworm main" "deb $mirror bookworm-backports main" >>"$log" 2>&1 ||
    fail "the emulator could not be had"
  touch "$root/done"
}

# Tests start programs of their own. The kernel gives those to the emulator while these tests run.
register_emulator() {
  local formats=/proc/sys/fs/binfmt_misc
  [[ -x $emulator && -x build/arm64/bin/shm_test ]] || {
    echo "tools/arm64.sh: nothing is built for ARM64: run \`tools/arm64.sh build\` first, or \`make arm64\`" >&2
    exit 1
  }
  [[ -e $formats/register ]] || mount -t binfmt_misc binfmt_misc "$formats" ||
    fail "tests need binfmt_misc of the kernel, and root to register the emulator there"
  printf '%s' ":baton-arm64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:\
\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:$emulator:F" >"$formats/register" ||
    fail "the emulator could not be registered with the kernel (root?)"
  trap 'echo -1 >/proc/sys/fs/binfmt_misc/baton-arm64' EXIT
}

run_tests() {
  local lacks=tests/platforms/arm64_emulator_lacks.txt
  register_emulator
  echo "== without $(grep -c '^[^#]' $lacks) tests of what the emulator does not do: $lacks"
  QEMU_LD_PREFIX=$sysroot ctest --preset arm64 -j "${JOBS:-$(nproc)}" \
    -E "^($(sed -n 's/^\([^#:]*\):.*/\1/p' $lacks | paste -sd '|'))" "$@"
}

# Of the shared-memory layer all tests, and of the whole 4 MB from process to process, each byte verified.
run_as() {
  local name=$1 variable=$2 lacks counts
  lacks=$(sed -n 's/^\([^#:]*\):.*/\1/p' tests/platforms/arm64_emulator_lacks.txt | paste -sd ':')
  echo "== $name"
  env "$variable" build/arm64/bin/shm_test --gtest_brief=1 --gtest_filter="-$lacks" | tail -n 2
  counts=$(env "$variable" build/arm64/bin/perf_test --zero-copy --fill full --msg Array4m --rate 20 --max-runtime 3 |
    grep -E -A 2 '^\| (recv|corrupt) ' | tail -n 7 | cut -c 1-60)
  echo "$counts"
  [[ $(tail -n 1 <<<"$counts") == "| 0 "* ]] || {
    echo "tools/arm64.sh: messages came damaged" >&2
    return 1
  }
}

run_as_boards() {
  register_emulator
  export QEMU_LD_PREFIX=$sysroot
  run_as "Cortex-A53" QEMU_CPU=cortex-a53
  run_as "Cortex-A72" QEMU_CPU=cortex-a72
  run_as "addresses of 39 bits" QEMU_RESERVED_VA=$((1 << 39))
}

build() {
  make_root
  cmake --preset arm64 --log-level=WARNING -DBATON_SYSROOT="$sysroot" -DBATON_EMULATOR="$emulator"
  cmake --build --preset arm64 -j "${JOBS:-$(nproc)}"
}

case ${1:-} in
root) make_root ;;
build) build ;;
test) run_tests "${@:2}" ;;
boards) run_as_boards ;;
*)
  sed -n 's/^# \{0,1\}//; 3,9p' "$0" >&2
  exit 2
  ;;
esac
