# SPDX-License-Identifier: Apache-2.0
"""`python -m baton.perf.compile_cost --build DIR HEADER ...`: what including headers costs.

Compiles (-fsyntax-only) a file that includes them with the compiler of a build, and prints the
compiler's processor time and the lines that it read, as JSON. Without a header: an empty file.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

STANDARD = "-std=c++20"


def cached(build: Path, name: str) -> str:
    """A value of the build's CMakeCache.txt."""
    cache = build / "CMakeCache.txt"
    if not cache.exists():
        raise SystemExit(f"{build} is not a build folder; cure: make release")
    found = re.search(rf"^{name}:\w+=(.*)$", cache.read_text(), re.MULTILINE)
    if not found:
        raise SystemExit(f"{cache} has no {name}; cure: make release")
    return found[1]


def include_flags(build: Path) -> list[str]:
    source = Path(cached(build, "CMAKE_HOME_DIRECTORY"))
    folders = (
        *(source / "include", build / "generated" / "include"),
        build / "interfaces" / "rosidl_generator_cpp",
    )
    return [f"-I{folder}" for folder in folders]


def run_timed(command: list[str]) -> float:
    """Seconds of processor time, in the program and in the kernel for it."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            errors.seek(0)
            sys.stderr.write(errors.read().decode(errors="replace"))
            raise SystemExit(f"{command[0]} refused the headers; cure: make release")
    return usage.ru_utime + usage.ru_stime


def lines_of(command: list[str]) -> int:
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return sum(1 for line in text.splitlines() if line.strip() and not line.startswith("#"))


def measure(build: Path, headers: list[str]) -> dict[str, float]:
    compiler = cached(build, "CMAKE_CXX_COMPILER")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "includes.cpp"
        source.write_text("".join(f"#include <{header}>\n" for header in headers))
        command = [compiler, STANDARD, *include_flags(build), str(source)]
        seconds = run_timed([*command, "-fsyntax-only"])
        return {"cpu_ns": seconds * 1e9, "lines": lines_of([*command, "-E"])}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m baton.perf.compile_cost", description=__doc__)
    parser.add_argument("--build", type=Path, required=True, help="the folder with CMakeCache.txt")
    parser.add_argument("headers", nargs="*", metavar="HEADER")
    options = parser.parse_args()
    print(json.dumps({"compile": measure(options.build, options.headers)}))


if __name__ == "__main__":
    main()
