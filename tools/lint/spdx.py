#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Every source file begins with its licence identifier, below a #! line if it has one."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lint_support import Finding, files, run, text_of

IDENTIFIER = "SPDX-License-Identifier: Apache-2.0"
SLASHES = {".hpp", ".cpp", ".h", ".c"}
PROMELA = {".pml", ".pmh"}
HASH = {".py", ".cmake", ".sh", ".yaml", ".yml", ".toml"}
HASH_NAMES = {"CMakeLists.txt", "Makefile"}


def wanted_line(path, text):
    name = path.name.removesuffix(".in")
    suffix = pathlib.PurePath(name).suffix
    if suffix in SLASHES:
        return f"// {IDENTIFIER}"
    if suffix in PROMELA:
        return f"/* {IDENTIFIER} */"
    if suffix in HASH or name in HASH_NAMES or text.startswith("#!"):
        return f"# {IDENTIFIER}"
    return None


def check(root):
    for path in files(root):
        text = text_of(path)
        wanted = wanted_line(path, text)
        if wanted is None or (path.name == "__init__.py" and not text):
            continue
        lines = text.splitlines()
        at = 1 if lines and lines[0].startswith("#!") else 0
        if len(lines) <= at or lines[at] != wanted:
            yield Finding(path, at + 1, f"the first line must be `{wanted}`")


run(
    check,
    [
        {"src/a.cpp": "int CANARY;\n", "src/b.hpp": f"// {IDENTIFIER}\n#pragma once\n"},
        {
            "tests/a.pml": f"/* {IDENTIFIER} */\n",
            "tools/a.sh": f"#!/bin/sh\n# {IDENTIFIER}\n",
            ".ci/run": "#!/bin/sh\necho CANARY\n",
        },
        {"CMakeLists.txt": "project(CANARY)\n", "a.json": "{}\n", "b.hpp.in": "CANARY\n"},
        {"a.cpp": f"// {IDENTIFIER} CANARY\n"},
    ],
)
