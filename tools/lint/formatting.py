#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""C++ files are formatted as .clang-format says, by clang-format 14: another version breaks lines
elsewhere. Looked at are files that git tracks; without git, all. `make format` mends what differs.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lint_support import CPP, Finding, cpp_files, run

PROGRAM = "clang-format-14"
SKIPPED = 77
FILES_PER_CALL = 16
DIFFERS = re.compile(r"^(.+?):(\d+):\d+: (?:error|warning): code should be clang-formatted", re.M)


def tracked_files(root):
    listed = subprocess.run(
        ["git", "-C", root, "ls-files", "-z"], capture_output=True, text=True, check=False
    )
    if listed.returncode != 0:
        return list(cpp_files(root))
    paths = [root / name for name in listed.stdout.split("\0") if pathlib.Path(name).suffix in CPP]
    return [path for path in paths if path.is_file()]


def first_differences(paths):
    """path -> its first line that differs"""
    done = subprocess.run(
        [PROGRAM, "--dry-run", "--ferror-limit=0", *paths], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(f"{PROGRAM} failed: {done.stderr}")
    found = {}
    for name, line in DIFFERS.findall(done.stderr):
        found.setdefault(name, int(line))
    return found


def check(root):
    if shutil.which(PROGRAM) is None:
        # Releases after Debian 12 do not have it.
        print(f"skipped: {PROGRAM} is missing: run tools/install_packages.sh lint", file=sys.stderr)
        sys.exit(SKIPPED)
    paths = tracked_files(root)
    calls = [paths[i : i + FILES_PER_CALL] for i in range(0, len(paths), FILES_PER_CALL)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        for found in threads.map(first_differences, calls):
            for name, line in found.items():
                yield Finding(pathlib.Path(name), line, "differs from .clang-format: make format")


if sys.argv[1:] == ["--fix"]:
    ROOT = pathlib.Path(__file__).resolve().parents[2]
    sys.exit(subprocess.run([PROGRAM, "-i", *tracked_files(ROOT)], check=False).returncode)

run(
    check,
    [
        {
            ".clang-format": "BasedOnStyle: Google\nColumnLimit: 40\n",
            "src/a.cpp": "int a = 1;\nint  b;  // CANARY\nint  c;\n",
            "src/b.hpp": "int b = 1;\n\nclass C {};\n",
            "src/c.txt": "int  d;\n",
        }
    ],
)
