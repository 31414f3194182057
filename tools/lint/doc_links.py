#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Links in Markdown resolve, to files and to headings; so do the documents that code names.

A link whose text is a name in code, [`Class::member`](file), leads to a file that has that name. In pages about this
source, a code span that begins with one of its folders, `src/...`, is a path that there is; `*` is any name.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lint_support import Finding, files, run, text_of

SOURCE_FOLDERS = ("src", "include", "tests", "tools", "docs", "perf", "msggen", "compat", "cmake")
OF_THE_SOURCE = {"docs/start_here.md", "docs/architecture.md", "docs/concurrency.md"}
PATH = re.compile(rf"`((?:{'|'.join(SOURCE_FOLDERS)})/[\w./*-]*)`")
LINK = re.compile(r"!?\[[^\]]*\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)")
CODE_LINK = re.compile(r"\[`([\w:]+)`\]\(([^)\s#]+)\)")
NAMED = re.compile(r"\bdocs/[\w/-]+\.md\b")
NAMING = {".hpp", ".cpp", ".py", ".cmake", ".txt", ".sh", ".pml"}


def without_code(text):
    """The text with fenced blocks and code spans blanked, line for line."""
    blank = lambda match: re.sub(r"[^\n]", " ", match[0])
    text = re.sub(r"^```.*?^```", blank, text, flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`", blank, text)


def anchors(text):
    """The headings' anchors as code hosts make them."""
    found = set()
    text = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    for title in re.findall(r"^#+\s+(.*?)\s*#*$", text, flags=re.M):
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
        slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        copy, number = slug, 0
        while copy in found:
            number += 1
            copy = f"{slug}-{number}"
        found.add(copy)
    return found | set(re.findall(r'<a (?:id|name)="([^"]+)"', text))


def names_in_code(path):
    for number, line in enumerate(text_of(path).splitlines(), 1):
        for name, target in CODE_LINK.findall(line):
            file = path.parent / target
            last = name.rsplit("::", 1)[-1]
            if file.suffix in NAMING and not re.search(rf"\b{last}\b", text_of(file)):
                yield Finding(path, number, f"{target} does not have {name}")


def paths_in_code(root, path):
    blank = lambda match: "\n" * match[0].count("\n")
    text = re.sub(r"^```.*?^```", blank, text_of(path), flags=re.M | re.S)
    for number, line in enumerate(text.splitlines(), 1):
        for name in PATH.findall(line):
            if not any(root.glob(name)):
                yield Finding(path, number, f"no such path: {name}")


def check(root):
    for path in files(root):
        if path.suffix == ".md":
            for number, line in enumerate(without_code(text_of(path)).splitlines(), 1):
                for target in LINK.findall(line):
                    if re.match(r"[a-z]+:", target):
                        continue
                    name, _, anchor = target.partition("#")
                    file = (path.parent / name) if name else path
                    if not file.exists():
                        yield Finding(path, number, f"no such file: {target}")
                    elif anchor and file.suffix == ".md" and anchor not in anchors(text_of(file)):
                        yield Finding(path, number, f"no such heading: {target}")
            yield from names_in_code(path)
            if path.relative_to(root).as_posix() in OF_THE_SOURCE:
                yield from paths_in_code(root, path)
        elif path.suffix in NAMING and path.resolve() != pathlib.Path(__file__).resolve():
            for number, line in enumerate(text_of(path).splitlines(), 1):
                for name in NAMED.findall(line):
                    if not (root / name).exists():
                        yield Finding(path, number, f"no such document: {name}")


run(
    check,
    [
        {
            "README.md": "# Hand over\n[a](docs/a.md) [b](docs/b.md) CANARY\n"
            "[c](docs/a.md#the-ring-and-pins)\n[d](docs/a.md#nowhere) CANARY\n"
            "[e](https://example.org) [f](#hand-over)\n`[g](h)`\n```\n[i](j)\n```\n",
            "docs/a.md": "## The ring, and `pins`\n[`A::ring`](../src/a.hpp)\n"
            "[`A::gone_too`](../src/a.hpp) CANARY\n",
            "docs/start_here.md": "`src/a.hpp` `src/` `src/*.hpp` `docs/gone`: CANARY\n`tests/of/a` CANARY\n"
            "```\n`src/gone`\n```\n`src/a()`\n",
            "src/a.hpp": "// see docs/a.md\nvoid ring();\n// see docs/gone.md CANARY\n",
        }
    ],
)
