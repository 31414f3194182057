#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Every lock has a row in the tables of docs/concurrency.md, and the rows are the order of the locks.

The tables begin with the column `lock`; then come what it covers, which locks are taken while it is
held, and whether anything may block under it. A lock is a mutex, a LightLock or a once_flag of src/ or
include/, tests not counted: a member, a static, or a local of a function. A row names it by as much
of its qualified name as is needed: `Class::mutex_`, `function()::mutex`.

All rows together are one list: what the third column names stands further down, so no cycle is possible.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lint_support import Finding, cpp_files, is_test, run, text_of

DOCUMENT = "docs/concurrency.md"
COLUMNS = 4
TYPE = (
    r"(?:std::(?:recursive_|shared_|timed_|recursive_timed_|shared_timed_)?mutex|std::once_flag|"
    r"std::atomic_flag|(?:base::)?LightLock|pthread_(?:mutex|rwlock|spinlock)_t)"
)
DECLARED = re.compile(rf"(?:^|[\s:]){TYPE}\s+(\w+)\s*(?:=.*)?$", re.S)
ALLOCATED = re.compile(rf"(\w+)\s*=\s*\*?\s*new\s+{TYPE}\s*$", re.S)
TEXT = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"\(.*?\)"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\'|^\s*#[^\n]*',
    re.S | re.M,
)
NAMED_SCOPE = re.compile(
    r"\b(?:class|struct|union|namespace)\s+(?:\[\[.*?\]\]\s*|BATON_\w+\s+|alignas\(.*?\)\s*)*"
    r"(\w+(?:::\w+)*)(?:\s+final)?\s*(?::(?!:).*)?$",
    re.S,
)
FUNCTION = re.compile(r"(~?\w+(?:::~?\w+)*)\s*\(")
NO_FUNCTION = {"if", "for", "while", "switch", "catch"}
SPAN = re.compile(r"`([^`]+)`")


def without_text(text):
    """C++ without comments, strings and preprocessor lines, on the same lines."""
    return TEXT.sub(lambda match: "\n" * match[0].count("\n") + " ", text)


def scope_name(head):
    """What a brace behind these words opens; empty for what has no name."""
    if match := NAMED_SCOPE.search(head):
        return match[1]
    match = FUNCTION.search(head)
    return f"{match[1]}()" if match and match[1] not in NO_FUNCTION else ""


def locks_of(path):
    """(qualified name, line) of each lock that the file declares."""
    text = without_text(text_of(path))
    scopes, begin = [], 0
    for brace in re.finditer(r"[;{}]", text):
        # `Type name{};` is a declaration.
        statement = text[begin : brace.start()].rstrip()
        match = DECLARED.search(statement) or ALLOCATED.search(statement)
        if match and brace[0] != "}":
            line = text.count("\n", 0, begin + match.start(1)) + 1
            yield "::".join([*filter(None, scopes), match[1]]), line
        if brace[0] == "{":
            scopes.append(scope_name(statement))
        elif brace[0] == "}" and scopes:
            scopes.pop()
        begin = brace.end()


def rows(text):
    """(line, cells) of all tables whose head begins with the column `lock`."""
    in_table = False
    for number, line in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            in_table = False
        elif cells[0] == "lock":
            in_table = True
        elif in_table and not set(line) <= set("|-: "):
            yield number, cells


def fits(name, qualified):
    return ("::" + qualified).endswith("::" + name)


def check(root):
    document = root / DOCUMENT
    listed = list(rows(text_of(document)))
    if not listed:
        yield Finding(document, 1, "no table that begins with the column `lock`")
        return
    locks = {}
    for path in cpp_files(root, "src", "include"):
        if not is_test(path.relative_to(root)) and not path.stem.endswith(("_bench", "_fuzz")):
            locks.update({name: (path, line) for name, line in locks_of(path)})
    place = {}  # of each lock that has a row, the line of that
    for line, cells in listed:
        if len(cells) != COLUMNS or not all(cells):
            yield Finding(document, line, f"a row has {COLUMNS} cells, none of them empty")
        for name in SPAN.findall(cells[0]) or [""]:
            found = [each for each in locks if fits(name, each)]
            if len(found) != 1:
                message = f"`{name}` is {len(found)} locks of src/ and include/, not one"
                yield Finding(document, line, message)
            elif place.setdefault(found[0], line) != line:
                yield Finding(document, line, f"`{name}` has a row already")
    for line, cells in listed:
        for name in SPAN.findall(cells[2]) if len(cells) == COLUMNS else []:
            below = [at for each, at in place.items() if fits(name, each)]
            if len(below) != 1:
                message = f"`{name}` is {len(below)} locks of the tables, not one"
                yield Finding(document, line, message)
            elif below[0] <= line:
                message = f"`{name}` is taken under this lock, so its row is further down"
                yield Finding(document, line, message)
    for name, (path, line) in locks.items():
        if name not in place:
            message = f"give {name} a row in {DOCUMENT}: what it covers, what is taken under it, "
            yield Finding(path, line, message + "whether anything blocks there")


HEAD = "| lock | covers | then | blocks |\n|---|---|---|---|\n"
run(
    check,
    [
        {
            DOCUMENT: HEAD + "| `Outer::mutex_` | a list | `Inner::lock` | no |\n"
            "| `Inner::lock`, `Kept::gate_` | figures | - | no |\n"
            "\n" + HEAD + "| `one_log()::mutex` | a line | - | the terminal |\n"
            "| `spin()::mutex` | | - | no CANARY |\n"
            "| `left_` | the end | `Outer::mutex_` | CANARY |\n"
            "| `Gone::mutex_` | nothing | - | CANARY |\n"
            "| `State::mutex` | nothing | - | CANARY: two |\n"
            "| `signals::State::mutex` | signals | `nothing_` | CANARY |\n"
            "| `Outer::mutex_` | again | - | CANARY |\n",
            "src/base/a.hpp": "namespace baton {\nclass BATON_PUBLIC Outer final : public Base {\n"
            " public:\n  explicit Outer(std::mutex& mutex) : mutex_(mutex) {}\n"
            "  std::mutex& mutex() { return mutex_; }\n private:\n"
            "  struct Inner {\n    base::LightLock lock{};\n  };\n"
            "  mutable std::mutex mutex_;  // covers all\n"
            "  std::lock_guard<std::mutex> held_;\n  LightLock& other_;\n};\n"
            "template <class... Args>\nstruct Kept : Base<Kept<Args...>> {\n"
            "  std::shared_mutex gate_;\n  std::recursive_mutex more_;  // CANARY\n};\n}\n",
            "src/base/a.cpp": "void one_log(int fd) {\n  static auto& mutex = *new std::mutex;\n}\n"
            "void Executor::spin() {\n  if (true) {\n    std::mutex mutex;\n  }\n}\n"
            "namespace baton::signals {\nstruct State {\n  std::mutex mutex;\n};\n}\n"
            "struct Loop::State {\n  std::mutex mutex;  // CANARY\n};\n"
            "std::once_flag left_;\n// std::mutex in_a_comment;\n",
            "src/base/a_test.cpp": "std::mutex mutex;\n",
        },
        {DOCUMENT: "CANARY: no table\n"},
    ],
)
