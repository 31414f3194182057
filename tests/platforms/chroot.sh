#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# chroot.sh SUITE ROOT JOBS: builds Baton in a Debian or Ubuntu of its own, made by mmdebstrap from the
# distribution's mirror at ROOT unless that is there, and runs what was built: perf_test, and the tests of
# the layers.
#
# Needs root, and a network the first time. Where no such system can be made it is skipped, with the
# reason and status 77. Nothing stays mounted: the mounts belong to a namespace of this script.
set -eu

suite=$1
root=$2
jobs=$3
source=$(cd "$(dirname "$0")/../.." && pwd)

skip() {
  echo "skipped: $*" >&2
  exit 77
}

[ "$(id -u)" = 0 ] || skip "only root can make and enter a chroot"
if [ -z "${BATON_IN_NAMESPACE:-}" ]; then
  exec env BATON_IN_NAMESPACE=1 unshare --mount --propagation private "$0" "$@"
fi
if [ ! -d "$root/usr" ]; then
  command -v mmdebstrap >/dev/null || skip "mmdebstrap is not installed: apt-get install mmdebstrap"
  case $suite in
    jammy | noble)
      # Debian 12 has no keys of Ubuntu.
      keys=/usr/share/keyrings/ubuntu-archive-keyring.gpg
      option=signed-by=$keys
      [ -r "$keys" ] || option=trusted=yes
      mirror="[$option] http://archive.ubuntu.com/ubuntu"
      set -- "deb $mirror $suite main universe" "deb $mirror $suite-updates main universe"
      ;;
    *) set -- ;;
  esac
  mmdebstrap --mode=root --variant=apt --skip=cleanup/apt/lists --include=ca-certificates \
    "$suite" "$root" "$@" || skip "mmdebstrap made no $suite (no network?)"
fi
cp /etc/resolv.conf "$root/etc/resolv.conf"
[ -e "$root/etc/hosts" ] || echo 127.0.0.1 localhost >"$root/etc/hosts"
mkdir -p "$root/src" "$root/build"
mount --bind "$source" "$root/src"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"

inside() { chroot "$root" env -i PATH=/usr/bin:/usr/sbin:/bin:/sbin HOME=/tmp LC_ALL=C.UTF-8 "$@"; }
tests="base_test shm_test transport_test conformance_test client_test"

inside /src/tools/install_packages.sh build test
compiler=g++
if [ "$suite" = jammy ]; then
  compiler=g++-12 # its g++ is GCC 11, which knows too little of C++20
  inside env DEBIAN_FRONTEND=noninteractive apt-get -q install -y g++-12
fi
inside env CXX=$compiler cmake -G Ninja -S /src -B /build --log-level=WARNING -D CMAKE_BUILD_TYPE=RelWithDebInfo \
  -D CMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -D_GLIBCXX_ASSERTIONS" -D BATON_WARNINGS_AS_ERRORS=ON \
  -D BATON_KILL_POINTS=ON
network=""
if inside cmake --build /build --target help | grep -q '^baton_fastdds:'; then
  network=yes
  tests="$tests dds_test fastdds_test dds_conformance_test network_test both_know_test ros_services_test"
fi
inside cmake --build /build -j "$jobs" --target baton perf_test baton_test_peer $tests
inside $compiler -dumpfullversion
inside dpkg-query -W -f '${Package} ${Version}\n' cmake libfastrtps-dev libfastdds-dev 2>/dev/null || true
inside /build/bin/perf_test --zero-copy --msg Array64k --rate 100 --max-runtime 1
[ -z "$network" ] ||
  inside /build/bin/perf_test --communicator FastDDS --reliable --msg Array64k --rate 100 --max-runtime 1
for test in $tests; do
  inside env PATH=/build/bin:/usr/bin:/bin "/build/bin/$test" --gtest_brief=1
done
