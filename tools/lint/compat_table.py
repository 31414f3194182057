#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""In docs/compat.md every `yes` names a test, and every test that is named exists.

Looked at are the tables whose head has the columns `status` and `test`. A status begins with yes,
differs or no. Tests stand in code spans: Suite.Name, or Suite.* for all of a suite.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lint_support import Finding, files, run, text_of

DOCUMENT = "docs/compat.md"
STATUS = re.compile(r"(yes|differs|no)\b")
NAMED = re.compile(r"`([A-Za-z]\w*\.(?:[A-Za-z_]\w*|\*))`")
GTEST = re.compile(r"\b(?:TYPED_)?TEST(?:_F|_P)?\s*\(\s*(\w+)\s*,\s*(\w+)\s*\)")
CTEST = re.compile(r"\badd_test\(\s*NAME\s+\"?([\w.]+)")
LOG_TEST = re.compile(r"\bbaton_add_log_compile_test\(\s*(\w+)\s+[\"c]")


def existing_tests(root):
    found = set()
    for path in files(root, "src", "tests", "msggen", "interfaces", "examples"):
        if path.suffix == ".cpp":
            found |= {f"{suite}.{name}" for suite, name in GTEST.findall(text_of(path))}
        elif path.name == "CMakeLists.txt":
            found |= set(CTEST.findall(text_of(path)))
            found |= {f"LogCompiles.{name}" for name in LOG_TEST.findall(text_of(path))}
    return found | {re.sub(r"\..*", ".*", name) for name in found}


def cells(line):
    inner = line.strip().removeprefix("|").removesuffix("|")
    return [cell.strip() for cell in inner.split("|")]


def rows(text):
    """(line number, status, test) of each row of the tables that have both."""
    columns, in_table = None, False
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("|"):
            columns, in_table = None, False
        elif not in_table:
            in_table = True
            head = [cell.lower() for cell in cells(line)]
            columns = {name: head.index(name) for name in head}
        elif {"status", "test"} <= columns.keys() and not re.fullmatch(r"[|\s:-]+", line):
            row = cells(line)
            if len(row) != len(columns):
                yield number, None, None
            else:
                yield number, row[columns["status"]], row[columns["test"]]


def check(root):
    tests = existing_tests(root)
    path = root / DOCUMENT
    for number, status, named in rows(text_of(path)):
        if status is None:
            yield Finding(path, number, "the row has not as many cells as the head")
            continue
        kind = STATUS.match(status)
        names = NAMED.findall(named)
        missing = [name for name in names if name not in tests]
        if not kind:
            yield Finding(path, number, f"the status `{status}` is none of yes, differs, no")
        elif missing:
            yield Finding(path, number, f"no such test: {', '.join(missing)}")
        elif kind[1] == "yes" and not names:
            yield Finding(path, number, "a yes needs a test that proves it")


run(
    check,
    [
        {
            DOCUMENT: "| API | status | test |\n|---|---|---|\n| `a` | yes | `A.Works` |\n"
            "| `b` | yes | `A.*`, `Log.Compiles` |\n| `CANARY` | yes | |\n"
            "| `CANARY` | yes | `A.Fails` |\n| `CANARY` | differs | `B.*` |\n| `c` | no | |\n"
            "| `CANARY` | perhaps | `A.Works` |\n| `CANARY` | yes |\n"
            "\n| API | status |\n|---|---|\n| `d` | yes |\n",
            "src/a_test.cpp": "TEST_F(A,\n       Works) {}\n",
            "tests/CMakeLists.txt": "add_test(\n  NAME Log.Compiles\n",
        },
    ],
)
