#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages of a folder in a clean Debian 12, made by mmdebstrap from Debian's
# mirror, and has the tests of an installed Baton pass in it. Usage: clean_root_test.sh <folder>
#
# First only what runs is installed, and a container of components started; then what builds. The root
# is thrown away. Without mmdebstrap, or where it cannot make a root, the test is skipped, with the
# reason and status 77.
set -euo pipefail

skip() {
  echo "skipped: $*" >&2
  exit 77
}

packages=$(realpath "${1:?usage: clean_root_test.sh <folder of .deb files>}")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
version=$(dpkg-deb -f "$packages"/baton_*.deb Version)
command -v mmdebstrap >/dev/null || skip "mmdebstrap is not installed: apt-get install mmdebstrap"
if [[ $(id -u) != 0 ]] && ! unshare --user --map-root-user true 2>/dev/null; then
  skip "neither root nor user namespaces: no clean root can be made"
fi

# What runs in the clean root.
inside=$(mktemp -d)
trap 'rm -rf "$inside"' EXIT
cp "$packages"/baton*.deb "$inside"
mkdir "$inside/tests"
cp -r "$root/tests/install" "$inside/tests"
cat >"$inside/check.sh" <<CHECK
set -eux
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
cd /baton
apt-get install -y --no-install-recommends ./baton_*.deb
! command -v g++
. /usr/share/baton/setup.bash
component_container & container=\$!
until baton-component list | grep /ComponentManager; do kill -0 \$container; done
kill -INT \$container
wait \$container
apt-get install -y --no-install-recommends ./baton-dev_*.deb ./baton-tools_*.deb ament-cmake ament-cmake-googletest \
  ninja-build python3-dev libbenchmark-dev
/usr/lib/baton/examples/bin/perf_test --version
cmake -D PREFIX=/usr -D SCRATCH_DIRECTORY=/baton/scratch -D VERSION=$version \
  -P tests/install/check_install.cmake
apt-get purge -y baton baton-dev baton-tools
! find /usr -path '*baton*' | grep .
echo the packages pass
CHECK

log=$packages/clean_root.log
status=0
mmdebstrap --variant=apt --format=null \
  --customize-hook="copy-in $inside /" \
  --customize-hook="mv \"\$1/$(basename "$inside")\" \"\$1/baton\"" \
  --customize-hook='chroot "$1" bash /baton/check.sh' \
  bookworm >"$log" 2>&1 || status=$?
if [[ $status != 0 ]] && ! grep -q 'set -eux\|apt-get install' "$log"; then
  tail -n 5 "$log" >&2
  skip "mmdebstrap made no root (no network?): $log"
fi
if [[ $status != 0 ]]; then
  tail -n 40 "$log" >&2
  exit 1
fi
grep 'the packages pass' "$log" | tail -n 1
