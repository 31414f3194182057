#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Nothing is left for later in the source: what is not there is said in the documents, and two versions of a
line are one again after a merge."""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lint_support import Finding, files, run, text_of

WORDS = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b|^(<{7}|>{7}) ")


def check(root):
    this = pathlib.Path(__file__).resolve()
    for path in files(root):
        if path.resolve() == this:
            continue
        for number, line in enumerate(text_of(path).splitlines(), 1):
            match = WORDS.search(line)
            if match:
                yield Finding(path, number, f"{match[0]}: finish it or say it in docs/")


run(check, [{"src/a.cpp": "// TODO CANARY\nint hackney;\n", "b.md": "FIXME: CANARY\n", "c.py": "a = 1\n" + "<" * 7 + " CANARY\n"}])
