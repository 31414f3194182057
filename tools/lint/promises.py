#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What the pages promise is tested: each paragraph, item and row of docs/recovery.md and of "What you can
rely on" in README.md has a mark, `[^name]`, and what the mark leads to names tests that there are.

A test is `Suite.Name` of a TEST, TEST_F or TEST_P, the name of an add_test(), or a WEAKEN_... of
tests/models/variants.py.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lint_support import Finding, cpp_files, files, run, text_of

# page -> its section; None: all of it
PAGES = {"README.md": "What you can rely on", "docs/recovery.md": None}
OWN_SECTION = "Tests"  # explains the marks, and promises nothing
MODELS = "tests/models/variants.py"
MARK = re.compile(r"\[\^(\w+)\](?!:)")
DEFINITION = re.compile(r"\[\^(\w+)\]: (.*)")
TEST = re.compile(r"^TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)", re.M)


def known_tests(root):
    names = set(re.findall(r'"(WEAKEN_\w+)"', text_of(root / MODELS)))
    for path in cpp_files(root, "src", "tests"):
        names |= {f"{suite}.{test}" for suite, test in TEST.findall(text_of(path))}
    for path in files(root, "src", "tests"):
        if path.name == "CMakeLists.txt":
            names |= set(re.findall(r"add_test\(\s*NAME ([\w.]+)", text_of(path)))
    return names


def blocks(lines):
    """Paragraphs, list items and rows, behind the head of their table: (section, first line, text)."""
    section, block, in_table, fenced = "", None, False, False
    for number, line in enumerate([*lines, ""], 1):
        fence = line.startswith("```")
        starts = not line.strip() or re.match(r"[#|]|\s*[-*] |\[\^\w+\]:", line) or fence or fenced
        if starts and block:
            yield block
            block = None
        fenced ^= fence
        if fence or fenced or not line.strip() or DEFINITION.match(line):
            in_table = False
        elif line.startswith("#"):
            section, in_table = line.strip("# "), False
        elif line.startswith("|"):
            if in_table and not set(line) <= set("|-: "):
                yield section, number, line
            in_table = True
        else:
            in_table = False
            block = (section, block[1], f"{block[2]}\n{line}") if block else (section, number, line)


def check(root):
    known = known_tests(root)
    for page, wanted in PAGES.items():
        lines = text_of(root / page).splitlines()
        defined, used = {}, set()
        for number, line in enumerate(lines, 1):
            if found := DEFINITION.match(line):
                defined[found[1]] = number
                tests = re.findall(r"`([^`]+)`", found[2])
                if not tests:
                    yield Finding(root / page, number, f"[^{found[1]}] names no test")
                for test in tests:
                    if test not in known:
                        yield Finding(root / page, number, f"there is no test {test}")
        for section, number, text in blocks(lines):
            marks = MARK.findall(text)
            used.update(marks)
            if not marks and wanted in (None, section) and section != OWN_SECTION:
                yield Finding(root / page, number, "which test shows this? mark it with [^name]")
            for mark in marks:
                if mark not in defined:
                    yield Finding(root / page, number, f"[^{mark}] leads nowhere")
        for name in defined.keys() - used:
            yield Finding(root / page, defined[name], f"nothing is marked with [^{name}]")


run(
    check,
    [
        {
            "README.md": "Not looked at.\n## What you can rely on\n- Kept.[^kept]\n- Not tested. CANARY\n"
            "  More of it.\n- Later\n  marked.[^kept]\n\nNowhere.[^nowhere] CANARY\n\n[^kept]: `Ring.IsRound`\n"
            "## Next\nNot looked at.\n",
            "docs/recovery.md": "# Recovery\nTwo\nlines.[^model] [^soak]\n\n| dies | left |\n|---|---|\n| one[^all] | - |\n"
            "| two | CANARY |\n\n```\nnot looked at\n```\n## Tests\nNot looked at.\n\n"
            "[^model]: `WEAKEN_HEAD`\n[^soak]: `Soak.short`, `All.Two`\n[^all]: `Ring.IsSquare` CANARY\n"
            "[^spare]: `Ring.IsRound` CANARY\n",
            MODELS: 'weakened("m", "head", "WEAKEN_HEAD")\n',
            "src/shm/ring_test.cpp": "TEST_F(Ring, IsRound) {\n}\n// TEST(Ring, IsSquare)\n",
            "tests/all/all.cpp": "TEST_P(All,\n       Two) {\n",
            "tests/all/CMakeLists.txt": "add_test(NAME Soak.short COMMAND soak)\n",
        }
    ],
)
