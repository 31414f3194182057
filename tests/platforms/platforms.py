#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tries Baton on the platforms that this machine can show, and prints the table of docs/platforms.md.

platforms.py JOBS [--only WORD]

runs: built and tested there. built: compiled and linked. read: compilers read the headers and a user's
program. A platform that this machine cannot show is skipped with the reason, and fails nothing.
"""

import argparse
import dataclasses
import pathlib
import platform
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build/platforms"
SKIPPED = 77
OLDEST_CMAKE = "3.22"


@dataclasses.dataclass
class Row:
    where: str
    evidence: str
    how: str


def run(*command, log, **options):
    """The exit status; what the command says goes to a file."""
    print(f"  {' '.join(str(part) for part in command)}  > {log}", file=sys.stderr, flush=True)
    with open(log, "w") as file:
        return subprocess.run(
            [str(part) for part in command], stdout=file, stderr=subprocess.STDOUT, **options
        ).returncode


def result(where, status, evidence, how, log):
    if status == SKIPPED:
        reason = re.findall(r"skipped: (.*)", log.read_text())
        return Row(where, "skipped", reason[-1] if reason else "")
    return Row(where, evidence if status == 0 else "**fails**", how if status == 0 else f"see {log}")


def system_name():
    facts = platform.freedesktop_os_release()
    return f"{facts.get('NAME', 'Linux')} {facts.get('VERSION_ID', '')}, {platform.machine()}"


def this_system(jobs):
    log = BUILD / "this_system.log"
    status = run("ctest", "--preset", "dev", "-L", "^unit$", "-j", jobs, log=log, cwd=ROOT)
    how = "`make test`; here the tests of the layers"
    return result(f"{system_name()}, this machine", status, "runs", how, log)


def without_fast_dds(jobs):
    log = BUILD / "without_fast_dds.log"
    folder = BUILD / "without_fast_dds"
    script = (
        f"cmake -G Ninja -S {ROOT} -B {folder} --log-level=WARNING -D BATON_WITH_FASTDDS=OFF "
        f"-D CMAKE_BUILD_TYPE=Debug && cmake --build {folder} -j {jobs} "
        "--target perf_test no_network_test conformance_test && "
        f"{folder}/bin/no_network_test && {folder}/bin/conformance_test && "
        f"{folder}/bin/perf_test --zero-copy --msg Array64k --rate 100 --max-runtime 1"
    )
    status = run("sh", "-c", script, log=log)
    how = "perf_test, the tests of transports, and what opening the network says"
    return result("without Fast DDS", status, "runs", how, log)


def oldest_cmake(jobs):
    log = BUILD / "cmake.log"
    venv = BUILD / "cmake"
    script = (
        f"[ -x {venv}/bin/cmake ] || {{ /usr/bin/python3 -m venv {venv} && "
        f"{venv}/bin/pip -q install 'cmake=={OLDEST_CMAKE}.*'; }} || "
        f"{{ echo 'skipped: no cmake {OLDEST_CMAKE} from PyPI'; exit {SKIPPED}; }}; "
        f"{venv}/bin/cmake --preset dev -B {BUILD}/configured"
    )
    status = run("sh", "-c", script, log=log, cwd=ROOT)
    return result(f"CMake {OLDEST_CMAKE}", status, "read", "configures the preset `dev`", log)


def chroot(suite, name):
    def step(jobs):
        log = BUILD / f"{suite}.log"
        script = ROOT / "tests/platforms/chroot.sh"
        status = run(script, suite, BUILD / suite, jobs, log=log)
        how = "in a chroot: perf_test with Fast DDS, and the tests of layers and network"
        return result(name, status, "runs", how, log)

    return step


def arm64(jobs):
    log = BUILD / "arm64.log"
    script = (
        f"[ $(id -u) = 0 ] || {{ echo 'skipped: only root can register an emulator'; exit {SKIPPED}; }}; "
        "{ command -v mmdebstrap && command -v aarch64-linux-gnu-g++; } >/dev/null || "
        f"{{ echo 'skipped: no cross compiler: tools/install_packages.sh arm64'; exit {SKIPPED}; }}; "
        f"JOBS={jobs} tools/arm64.sh build && JOBS={jobs} tools/arm64.sh test && "
        "tools/arm64.sh boards"
    )
    status = run("sh", "-c", script, log=log, cwd=ROOT)
    passed = re.findall(r"tests passed, (\d+) tests failed out of (\d+)", log.read_text())
    how = "cross compiler, and all tests in an emulator but those that it cannot run"
    how += f" ({passed[-1][1]} tests)" if passed else ""
    how += "; shared memory also as a Cortex-A53, as a Cortex-A72 and with 39 bits of addresses"
    return result(f"{system_name().split(',')[0]}, ARM64, qemu", status, "runs", how, log)


def compilers(jobs):
    log = BUILD / "compilers.log"
    status = run(
        ROOT / "tests/platforms/compilers.py", "--generated", ROOT / "build/dev", log=log
    )
    read = re.findall(r"^ok  (.*)", log.read_text(), re.M)
    names = ", ".join(read) or "compilers"
    return result(names, status, "read", "each public header alone, a program; C++17 and 20", log)


STEPS = {
    "this": this_system,
    "jammy": chroot("jammy", "Ubuntu 22.04, GCC 12, Fast DDS 2.5"),
    "noble": chroot("noble", "Ubuntu 24.04, GCC 13, Fast DDS 2.11"),
    "trixie": chroot("trixie", "Debian GNU/Linux 13, GCC 14, Fast DDS 3.1"),
    "arm64": arm64,
    "without": without_fast_dds,
    "cmake": oldest_cmake,
    "compilers": compilers,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("jobs")
    parser.add_argument("--only", choices=STEPS)
    options = parser.parse_args()
    BUILD.mkdir(parents=True, exist_ok=True)
    rows = [
        step(options.jobs) for name, step in STEPS.items() if options.only in (None, name)
    ]
    print("\n| where | evidence | how |\n|---|---|---|")
    for row in rows:
        print(f"| {row.where} | {row.evidence} | {row.how} |")
    sys.exit(any(row.evidence == "**fails**" for row in rows))


if __name__ == "__main__":
    main()
