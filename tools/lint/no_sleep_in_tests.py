#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests never sleep to wait: they wait for a condition with a deadline."""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lint_support import CPP, Finding, code_only, files, is_test, run, text_of

CPP_SLEEP = re.compile(r"\b(sleep_for|sleep_until|usleep|nanosleep|clock_nanosleep|sleep)\s*\(")
PYTHON_SLEEP = re.compile(r"\b(?:time|asyncio)\.sleep\s*\(|\bfrom time import .*\bsleep\b")
SHELL_SLEEP = re.compile(r"^\s*sleep\s|[;&|]\s*sleep\s")


def check(root):
    for path in files(root, "src", "perf", "python", "tests", "examples"):
        if not is_test(path.relative_to(root)):
            continue
        for number, line in enumerate(text_of(path).splitlines(), 1):
            if path.suffix in CPP:
                found = CPP_SLEEP.search(code_only(line))
            elif path.suffix == ".py":
                found = PYTHON_SLEEP.search(line)
            elif path.suffix == ".sh":
                found = SHELL_SLEEP.search(line)
            else:
                found = None
            if found:
                yield Finding(
                    path, number, "a test waits for a condition with a deadline, it does not sleep"
                )


run(
    check,
    [
        {
            "src/shm/a_test.cpp": "std::this_thread::sleep_for(1ms);  // CANARY\n"
            "usleep(1);  // CANARY\n"
            "// sleep(1)\nexpect_asleep();\n"
            "// lint-ok: no_sleep_in_tests: the one poll that others call\nusleep(1);\n",
            "src/shm/a.cpp": "usleep(1);\n",
            "python/tests/test_a.py": "time.sleep(1)  # CANARY\n",
            "tests/crash/run.sh": "sleep 1  # CANARY\n",
        }
    ],
)
