#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What docs/troubleshooting.md quotes of Baton is what Baton says.

A quotation is a code span of three words or more in the first column of a table; `...` stands for
what varies. Each piece of it must be in one text of the source: a string of C++ or Python (adjacent
ones are one) between the places that are filled in, or a line of a shell script.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lint_support import Finding, files, is_test, run, text_of

PAGE = "docs/troubleshooting.md"
SOURCES = ("src", "include", "python", "tools")
STRING = r'f?"(?:\\.|[^"\\\n])*"'
STRINGS = re.compile(rf"{STRING}(?:\s*{STRING})*")
FILLED_IN = re.compile(r"\{[^{}]*\}|%[-\d.]*[a-z]+")
SPAN = re.compile(r"`([^`]+)`")


def pieces(span):
    return [piece.strip(" '") for piece in span.split("...") if piece.strip(" '().,:;")]


def said(path):
    """The constant parts of what a file can say."""
    if path.suffix == ".sh":
        return text_of(path).splitlines()
    texts = []
    for found in STRINGS.findall(text_of(path)):
        joined = "".join(part.removeprefix("f")[1:-1] for part in re.findall(STRING, found))
        texts += FILLED_IN.split(joined.replace('\\"', '"'))
    return texts


def speaks(path):
    in_product = not is_test(path) and "lint" not in path.parts
    return in_product and path.suffix in {".cpp", ".hpp", ".py", ".sh"}


def check(root):
    page = root / PAGE
    sources = filter(speaks, files(root, *SOURCES))
    texts = "\n".join(text for path in sources for text in said(path))
    for number, line in enumerate(text_of(page).splitlines(), 1):
        if not line.startswith("|"):
            continue
        for span in SPAN.findall(line.split("|")[1]):
            if len(span.split()) < 3:
                continue
            for piece in pieces(span):
                if piece not in texts:
                    yield Finding(page, number, f"nothing in the source says '{piece}'")


run(
    check,
    [
        {
            PAGE: "# Not `in a table`\n\n| seen | cause |\n|---|---|\n"
            "| `topic '...': no memory to publish from` | `what is not said here` |\n"
            "| `topic '...': no memory to CANARY from` | |\n"
            "| `ulimit -n` | too short to be a text |\n"
            "| `give a number from 0 to ...; or unset it` | |\n"
            "| `cannot make virtual environments` | |\n| `said in a test` | CANARY |\n",
            "src/shm/pool.cpp": 'error("topic \'{}\': no memory "\n      "to publish from: {}");\n'
            'x = "give a number from 0 to %d; or unset it";\n',
            "src/shm/pool_test.cpp": 'EXPECT("said in a test");\n',
            "tools/venv.sh": 'echo "$python cannot make virtual environments"\n',
        }
    ],
)
