#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Files are snake_case (launch files x.launch.py), and a test, benchmark or fuzzer lies beside what it is about.

x_test.cpp, x_bench.cpp and x_fuzz.cpp need x.hpp or x.cpp in the same folder; tests/ is free.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lint_support import CPP, Finding, files, run

ABOUT = re.compile(r"(.+)_(test|bench|fuzz)\.cpp$")
TREES = ("src", "include", "perf", "python", "examples", "tests", "tools")


def check(root):
    for path in files(root, *TREES):
        if path.suffix not in CPP | {".py", ".sh"}:
            continue
        if not re.fullmatch(r"[a-z0-9_]+(\.launch)?(\.[a-z0-9_]+)?", path.name):
            yield Finding(path, 1, "file names are snake_case")
        about = ABOUT.match(path.name)
        if about and "tests" not in path.relative_to(root).parts:
            beside = [path.with_name(about[1] + suffix) for suffix in (".hpp", ".cpp")]
            if not any(other.exists() for other in beside):
                yield Finding(path, 1, f"no {about[1]}.hpp or .cpp beside it")


run(
    check,
    [
        {
            "src/shm/ring.hpp": "",
            "src/shm/ring_test.cpp": "",
            "src/shm/lost_test.cpp": "CANARY",
            "src/shm/lost_bench.cpp": "CANARY",
            "src/shm/RingWriter.cpp": "CANARY",
            "examples/comm/launch/ways.launch.py": "",
            "examples/comm/launch/other.ways.py": "CANARY",
            "tests/crash/kill_test.cpp": "",
        }
    ],
)
