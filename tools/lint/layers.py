#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A layer includes only what the table in docs/architecture.md allows.

The table's columns: folder | owns | may include. Names of layers in the last column are folders of
src/; `anything` allows all; `public ...` or `<baton/...>` allows the headers of include/baton.
compat, examples, perf and python include public headers only.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lint_support import Finding, cpp_files, is_test, run, table_below, text_of

DOCUMENT = "docs/architecture.md"
PUBLIC_ONLY = ("compat", "examples", "perf", "python")
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^">]+)[">]')
# Macros and figures that know nothing of the layers above.
FREE_PUBLIC = {"baton/visibility.hpp", "baton/version.hpp"}


def read_table(root):
    """folder -> (allowed folders, whether public headers are allowed, whether anything is)"""
    layers = {}
    for row in table_below(text_of(root / DOCUMENT), "folder") or []:
        folder = re.search(r"src/(\w+)", row[0])
        if folder and len(row) >= 3:
            cell = row[2].lower()
            # What stands in parentheses or after a semicolon explains.
            names = set(re.findall(r"\w+", re.sub(r"\(.*?\)|;.*", "", cell)))
            layers[folder[1]] = (names, "public" in cell or "baton/" in cell, "anything" in cell)
    return layers


def includes(path):
    for number, line in enumerate(text_of(path).splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match[1] == '"', match[2]


def check(root):
    layers = read_table(root)
    if not layers:
        yield Finding(root / DOCUMENT, 1, "no table that begins with the column `folder`")
        return
    for path in cpp_files(root, "src"):
        layer = path.relative_to(root).parts[1]
        if layer not in layers:
            yield Finding(path, 1, f"src/{layer} has no row in the layer table of {DOCUMENT}")
            continue
        allowed, public, anything = layers[layer]
        tests = is_test(path) or path.stem.endswith(("_bench", "_fuzz"))
        for number, quoted, name in includes(path):
            target = name.split("/")[0]
            if not quoted:
                if target == "baton" and not (public or anything) and name not in FREE_PUBLIC:
                    yield Finding(path, number, f"{layer} may not include public headers")
            elif "/" not in name or not (root / "src" / target).is_dir():
                yield Finding(path, number, f'write the layer: #include "{layer}/..."')
            elif target == "testing" and not (tests or layer == "testing"):
                yield Finding(path, number, "only tests include testing")
            elif not (anything or tests or target == layer or target in allowed):
                may = ", ".join(sorted(allowed & set(layers))) or "nothing"
                yield Finding(path, number, f"{layer} may include {may}, not {target}")
    for path in cpp_files(root, "include"):
        for number, quoted, name in includes(path):
            if quoted:
                yield Finding(path, number, "a public header includes only <baton/...>")
    for path in cpp_files(root, *PUBLIC_ONLY):
        for number, _, name in includes(path):
            if name.split("/")[0] in layers and (root / "src" / name).exists():
                yield Finding(path, number, "only public headers <baton/...> may be included here")


TABLE = """| folder | owns | may include |
|---|---|---|
| `src/base/` | the system | - |
| `src/shm/` | bytes | base |
| `src/transport/` | transports | base, shm, public value headers |
| `src/client/` | the rest | base, transport, public headers |
| `src/testing/` | fixtures | anything; only tests include it |

| folder | else |
"""
run(
    check,
    [
        {
            DOCUMENT: TABLE,
            "src/base/a.hpp": '#include "shm/b.hpp"  // CANARY\n#include "base/c.hpp"\n',
            "src/shm/b.hpp": '#include "base/a.hpp"\n#include <baton/qos.hpp>  // CANARY\n',
            "src/shm/c.cpp": '#include <baton/visibility.hpp>\n#include "b.hpp"  // CANARY\n',
            "src/transport/d.cpp": '#include "shm/b.hpp"\n#include <baton/qos.hpp>\n',
            "src/client/e.cpp": '#include "shm/b.hpp"  // CANARY\n#include <baton/node.hpp>\n',
            "src/client/e_test.cpp": '#include "shm/b.hpp"\n#include "testing/f.hpp"\n',
            "src/client/g.cpp": '#include "testing/f.hpp"  // CANARY\n',
            "src/testing/f.hpp": '#include "client/e.hpp"\n#include <baton/node.hpp>\n',
            "src/other/h.cpp": "// CANARY\n",
            "include/baton/node.hpp": '#include "client/e.hpp"  // CANARY\n',
            "perf/i.cpp": '#include "shm/b.hpp"  // CANARY\n#include "options.hpp"\n',
        },
        {DOCUMENT: "CANARY: no table\n"},
    ],
)
