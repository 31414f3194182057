#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes .venv from Debian's Python with the packages of python/requirements.lock and the package
# `baton` as it lies in python/. Does nothing, and needs no network, when .venv already is what it should be.
#
# `venv.sh command`: all that is needed is the command `baton`. Where PyPI cannot be reached, .venv then uses
# Debian's packages (section [command] of tools/packages.txt).
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
python=/usr/bin/python3
venv=$root/.venv
stamp=$venv/baton.stamp

if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
  echo "tools/venv.sh: $python cannot make virtual environments; cure: apt-get install python3-venv" >&2
  exit 1
fi

# What .venv depends on: a moved checkout, another Python or another lock file make a new one.
# The command's own version comes from CMakeLists.txt and is read when it runs.
wanted=$(
  echo "$root"
  "$python" --version
  cat "$root/python/requirements.lock" "${BASH_SOURCE[0]}"
)
wanted=$(printf '%s' "$wanted" | sha256sum | cut -d ' ' -f 1)

purpose=${1:-everything}
of_debian="$wanted of Debian"
is_current() {
  [[ -f $stamp && -x $venv/bin/baton ]] || return 1
  [[ $(<"$stamp") == "$wanted" || ($purpose == command && $(<"$stamp") == "$of_debian") ]]
}

if is_current; then
  exit 0
fi

# Two makes at once: the second waits and finds the work done.
exec 9<"$root"
flock 9
if is_current; then
  exit 0
fi

echo "making .venv ($("$python" --version), python/requirements.lock)"
# The former one is kept until the packages are there: without a network it is still of use.
former=$root/build/former_venv
rm -rf "$former"
if [[ -e $venv ]]; then
  mkdir -p "$root/build"
  mv "$venv" "$former"
fi
"$python" -m venv "$venv"

# A user's PYTHONPATH or pip settings for another place must not leak into this one.
pip() {
  env -u PYTHONPATH -u PYTHONHOME -u PIP_TARGET -u PIP_USER -u PIP_PREFIX \
    "$venv/bin/python" -m pip --disable-pip-version-check --quiet --no-input "$@"
}
if ! pip install --requirement "$root/python/requirements.lock"; then
  echo "tools/venv.sh: the packages of python/requirements.lock could not be installed;" \
    "cure: check the network and pip's settings (pip config list), then run it again" >&2
  if [[ $purpose != command ]] || ! "$root/tools/install_packages.sh" command; then
    rm -rf "$venv"
    [[ ! -e $former ]] || mv "$former" "$venv"
    exit 1
  fi
  echo "tools/venv.sh: using Debian's packages, which are enough for the command \`baton\`" >&2
  rm -rf "$venv"
  "$python" -m venv --system-site-packages --without-pip "$venv"
  wanted=$of_debian
fi
# The package itself stays in python/: its extension is built by CMake into build/<preset>/python, and
# the command line works without it.
echo "$root/python" >"$("$venv/bin/python" -c 'import site; print(site.getsitepackages()[0])')/baton.pth"
make_program() { # name module
  cat >"$venv/bin/$1" <<END
#!$venv/bin/python
import sys

# Where an installed Baton is sourced PYTHONPATH has its package, too; this command is the checkout's.
sys.path.insert(0, "$root/python")
from baton.cli.$2 import main

sys.exit(main())
END
  chmod +x "$venv/bin/$1"
}
make_program baton main
make_program launch_test launch_test
printf '%s\n' "$wanted" >"$stamp"
rm -rf "$former"
