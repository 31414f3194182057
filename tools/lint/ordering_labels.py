#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Both ends of each synchronisation carry its label, `[side/side]`, and the label has a row in the
table of docs/concurrency.md.

In src/msg, src/shm, src/transport, src/dds, src/client and include/baton every access that orders others
(acquire, release, acq_rel, seq_cst, full_fence) has a label on its line or in the lines just above. A label's ends
are in two places of src/ and include/ at least, tests not counted. The last column of a row names what fails when one end is weakened:
a WEAKEN_... of tests/models/variants.py, or one of src/shm/weaken.hpp.
"""

import fnmatch
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lint_support import Finding, code_only, cpp_files, is_test, run, table_below, text_of

DOCUMENT = "docs/concurrency.md"
LABEL = re.compile(r"\[([a-z][a-z_]*/[a-z][a-z_]*)\]")
ORDERED = re.compile(r"memory_order_(acquire|release|acq_rel|seq_cst)|\bfull_fence\(\)")
LINES_ABOVE = 5
LABELLED = ("msg", "shm", "transport", "dds", "client", "baton")
MODELS = "tests/models/variants.py"
NEGATIVE_BUILDS = "src/shm/weaken.hpp"
VARIANT = re.compile(r"`(\w+\*?)`")


def rows(root):
    """label -> line of its row, and its last cell"""
    text = text_of(root / DOCUMENT)
    found = {}
    for row in table_below(text, "label") or []:
        match = LABEL.search(row[0]) or LABEL.search(f"[{row[0].strip('`* ')}]")
        if match:
            lines = text.splitlines()
            line = next(n for n, l in enumerate(lines, 1) if l.startswith("|") and match[1] in l)
            found[match[1]] = (line, row[-1])
    return found


def weakened(root, documented):
    """Rows whose last cell names no variant, or one that there is not."""
    known = set(re.findall(r'"(WEAKEN_\w+)"', text_of(root / MODELS)))
    known |= set(re.findall(r"^  (\w+),", text_of(root / NEGATIVE_BUILDS), re.M)) - {"none"}
    for label, (line, cell) in documented.items():
        named = VARIANT.findall(cell)
        if not named:
            yield Finding(root / DOCUMENT, line, f"[{label}] names no variant that fails when weakened")
        for name in named:
            if not any(fnmatch.fnmatchcase(each, name) for each in known):
                message = f"neither {MODELS} nor {NEGATIVE_BUILDS} has {name}"
                yield Finding(root / DOCUMENT, line, message)


def check(root):
    documented = rows(root)
    if not documented:
        yield Finding(root / DOCUMENT, 1, "no table that begins with the column `label`")
    ends = {}
    for path in cpp_files(root, "src", "include"):
        if is_test(path):
            continue
        lines = text_of(path).splitlines()
        for number, line in enumerate(lines, 1):
            comment = line[len(code_only(line)) :] if "//" in line else ""
            for label in LABEL.findall(comment):
                ends.setdefault(label, []).append((path, number))
                if documented and label not in documented:
                    yield Finding(path, number, f"[{label}] has no row in {DOCUMENT}")
        if path.relative_to(root).parts[1] not in LABELLED:
            continue
        for number, line in enumerate(lines, 1):
            near = lines[max(0, number - 1 - LINES_ABOVE) : number]
            if ORDERED.search(code_only(line)) and not any(map(LABEL.search, near)):
                message = f"label this ordered access // [side/side] as in {DOCUMENT}"
                yield Finding(path, number, message)
    yield from weakened(root, documented)
    for label, (line, _) in documented.items():
        count = len(ends.get(label, []))
        if count < 2:
            message = f"[{label}] is in {count} places of src/ and include/, a pair has two ends"
            yield Finding(root / DOCUMENT, line, message)


run(
    check,
    [
        {
            DOCUMENT: "| label | writer | weakened |\n|---|---|---|\n"
            "| `[ring/head]` | publish | old: `WEAKEN_HEAD_*`, `look_again` |\n"
            "| `[lost/end]` | CANARY | `WEAKEN_HEAD_RELEASE` |\n"
            "| `[never/used]` | CANARY | `WEAKEN_HEAD_RELEASE` |\n"
            "| `[no/variant]` | CANARY | `[ring/head]` |\n"
            "| `[false/variant]` | CANARY | `WEAKEN_HEAD_RELEASE`, `WEAKEN_TAIL` |\n",
            MODELS: 'weakened("m", "head", "WEAKEN_HEAD_RELEASE")\n',
            NEGATIVE_BUILDS: "  none,\n  look_again,  // after\n",
            "src/shm/b.cpp": "// [no/variant] [false/variant]\n// [no/variant] [false/variant]\n",
            "src/shm/a.cpp": "head.store(1, std::memory_order_release);  // [ring/head] writer\n"
            "// [ring/head] reader\nhead.load(std::memory_order_acquire);\n"
            "// [lost/end] writer\n"
            "// no such row: [un/known] CANARY\n"
            "std::memory_order_relaxed\n\n\n\n\n"
            "base::full_fence();  // CANARY\n",
            "src/shm/a_test.cpp": "base::full_fence(); // [lost/end]\n",
            "src/client/b.cpp": "word.load(std::memory_order_acquire);  // CANARY\n",
            "src/base/b.cpp": "word.load(std::memory_order_acquire);\n",
            "src/msg/b.cpp": "word.load(std::memory_order_acquire);  // CANARY\n",
            "include/baton/b.hpp": "word.load(std::memory_order_acquire);  // CANARY\n"
            "// no such row: [un/known] CANARY\n",
        },
        {DOCUMENT: "CANARY: no table\n"},
    ],
)
