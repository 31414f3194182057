#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Both ends of each synchronisation carry its label, `[side/side]`, and the label has a row in the
table of docs/concurrency.md.

In src/shm and src/transport every access that orders others (acquire, release, acq_rel, seq_cst,
full_fence) has a label on its line or in the lines just above. A label's ends are in two places of
src/ at least, tests not counted.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lint_support import Finding, code_only, cpp_files, is_test, run, table_below, text_of

DOCUMENT = "docs/concurrency.md"
LABEL = re.compile(r"\[([a-z][a-z_]*/[a-z][a-z_]*)\]")
ORDERED = re.compile(r"memory_order_(acquire|release|acq_rel|seq_cst)|\bfull_fence\(\)")
LINES_ABOVE = 5


def rows(root):
    """label -> line of its row"""
    text = text_of(root / DOCUMENT)
    found = {}
    for row in table_below(text, "label") or []:
        match = LABEL.search(row[0]) or LABEL.search(f"[{row[0].strip('`* ')}]")
        if match:
            lines = text.splitlines()
            found[match[1]] = next(
                n for n, l in enumerate(lines, 1) if l.startswith("|") and match[1] in l
            )
    return found


def check(root):
    documented = rows(root)
    if not documented:
        yield Finding(root / DOCUMENT, 1, "no table that begins with the column `label`")
    ends = {}
    for path in cpp_files(root, "src"):
        if is_test(path):
            continue
        lines = text_of(path).splitlines()
        for number, line in enumerate(lines, 1):
            comment = line[len(code_only(line)) :] if "//" in line else ""
            for label in LABEL.findall(comment):
                ends.setdefault(label, []).append((path, number))
                if documented and label not in documented:
                    yield Finding(path, number, f"[{label}] has no row in {DOCUMENT}")
        if path.relative_to(root).parts[1] not in ("shm", "transport"):
            continue
        for number, line in enumerate(lines, 1):
            near = lines[max(0, number - 1 - LINES_ABOVE) : number]
            if ORDERED.search(code_only(line)) and not any(map(LABEL.search, near)):
                message = f"label this ordered access // [side/side] as in {DOCUMENT}"
                yield Finding(path, number, message)
    for label, line in documented.items():
        count = len(ends.get(label, []))
        if count < 2:
            message = f"[{label}] is in {count} places of src/, a pair has two ends"
            yield Finding(root / DOCUMENT, line, message)


run(
    check,
    [
        {
            DOCUMENT: "| label | writer | reader |\n|---|---|---|\n"
            "| `[ring/head]` | publish | take |\n| `[lost/end]` | CANARY | |\n"
            "| `[never/used]` | CANARY | |\n",
            "src/shm/a.cpp": "head.store(1, std::memory_order_release);  // [ring/head] writer\n"
            "// [ring/head] reader\nhead.load(std::memory_order_acquire);\n"
            "// [lost/end] writer\n"
            "// no such row: [un/known] CANARY\n"
            "std::memory_order_relaxed\n\n\n\n\n"
            "base::full_fence();  // CANARY\n",
            "src/shm/a_test.cpp": "base::full_fence(); // [lost/end]\n",
            "src/client/b.cpp": "word.load(std::memory_order_acquire);\n",
        },
        {DOCUMENT: "CANARY: no table\n"},
    ],
)
