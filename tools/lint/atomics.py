#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""In src/msg, src/shm, src/transport, src/dds, src/client and include/baton every access to an atomic names its memory order.

Tests of src/shm and src/transport do, too: there they stand in for another process.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lint_support import Finding, code_only, cpp_files, is_test, run, text_of

WITH_TESTS = ("src/shm", "src/transport")
WITHOUT_TESTS = ("src/msg", "src/dds", "src/client", "include/baton")
CALL = re.compile(
    r"(?:\.|->)(load|store|exchange|compare_exchange_weak|compare_exchange_strong|"
    r"fetch_(?:add|sub|and|or|xor)|test_and_set|wait)\s*\("
)
DECLARED = re.compile(r"std::atomic(?:_ref)?<[^;(){}]*>\s*&?\s*(\w+)")
# The words that can only be an atomic's, so that `thread_pool.wait()` is no finding.
ALWAYS_ATOMIC = re.compile(r"load|exchange|compare|fetch|test_and_set")


def arguments(text, start):
    """What stands between the parenthesis that opens before `start` and its partner."""
    depth = 1
    for end in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if depth == 0:
            return text[start:end]
    return text[start:]


def receiver(text, end):
    """The name before `.load(`, without indices and calls."""
    before = re.sub(r"(\[[^][]*\]|\([^()]*\))+$", "", text[:end])
    name = re.search(r"(\w+)$", before)
    return name[1] if name else ""


def check(root):
    paths = list(cpp_files(root, *WITH_TESTS))
    paths += [p for p in cpp_files(root, *WITHOUT_TESTS) if not is_test(p.relative_to(root))]
    code = {p: "\n".join(map(code_only, text_of(p).splitlines())) for p in paths}
    names = {name for text in code.values() for name in DECLARED.findall(text)}
    for path, text in code.items():
        line_of = lambda at: text.count("\n", 0, at) + 1
        partner = path.with_suffix(".hpp" if path.suffix == ".cpp" else ".cpp")
        own = set(DECLARED.findall(text)) | set(DECLARED.findall(code.get(partner, "")))
        for call in CALL.finditer(text):
            # Much else has a wait().
            known = receiver(text, call.start()) in (own if call[1] == "wait" else names)
            if not known and not ALWAYS_ATOMIC.match(call[1]):
                continue
            if "order" not in arguments(text, call.end()):
                yield Finding(path, line_of(call.start()), f"{call[1]}() names no memory order")
        # Operators: only for names that are atomics of this file or of its header.
        for name in own:
            indexed = rf"\b{name}(?:\[[^][]*\])*"
            operators = rf"(?:\+\+|--)\s*{indexed}|{indexed}\s*(?:\+\+|--|[-+|&^]=|=(?!=))"
            for use in re.finditer(operators, text):
                start = text.rfind("\n", 0, use.start()) + 1
                before = text[start : use.start()].rstrip()
                # `std::uint64_t old = ...` declares another thing of that name, `{.old = ...` begins one.
                declares = re.search(r"atomic|(?<!\breturn)[\w&*]$|(?<!-)>$", before)
                declares = declares or re.search(r"[{,]\s*\.$", text[: use.start()])
                if not (declares and use[0].rstrip("=") != use[0]):
                    yield Finding(
                        path, line_of(use.start()), f"`{use[0]}` is an access of implicit order"
                    )


run(
    check,
    [
        {
            "src/shm/a.hpp": "std::atomic<std::uint64_t> head;\nstd::atomic<int> words[4];\n"
            "std::atomic<bool> seen_{false};\nint plain;\n",
            "src/shm/a.cpp": "head.load();  // CANARY\n"
            "head.load(std::memory_order_acquire);\n"
            "head.store(f(1),\n    std::memory_order_release);\n"
            "words[g(2)].store(1);  // CANARY\n"
            "head.fetch_add(1);  // CANARY\n"
            "++head;  // CANARY\n"
            "head += 2;  // CANARY\n"
            "words[1] = 3;  // CANARY\n"
            "if (head == 1) plain = 2;\n"
            "config.store(path);\n"
            "// head.load() in a comment\n"
            "seen_.compare_exchange_strong(expected, true);  // CANARY\n"
            "auto head = pub.head.load(std::memory_order_relaxed);\n"
            "const std::uint64_t head = 1;\nint* words = nullptr;\n"
            "pub->head = 3;  // CANARY\nreturn ++head;  // CANARY\n",
            "src/client/b.cpp": "head.load();  // CANARY\nFlags{.head = 1,\n .seen_ = true};\n",
            "src/client/b_test.cpp": "head.load();\n",
            "src/dds/b.cpp": "std::atomic<int> gone;\ngone.wait(1);  // CANARY\nhead.wait();\n",
            "src/msg/b.cpp": "head.load();  // CANARY\n",
            "src/msg/b_test.cpp": "head.load();\n",
            "include/baton/b.hpp": "head.load();  // CANARY\n",
            "src/base/b.cpp": "head.load();\n",
        }
    ],
)
