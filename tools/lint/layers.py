#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A layer includes only what the table in docs/architecture.md allows.

The table's columns: folder | owns | may include. Names of layers in the last column are folders of
src/; `anything` allows all; `<baton/...>` allows the headers of include/baton, `<baton/msg/...>` those
of that folder. `public value headers` allows those that the paragraph of that name lists; they include
each other and headers of messages alone. compat, examples, perf and python include public headers only,
and layers whose row says "`perf/` includes it".
"""

import dataclasses
import fnmatch

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lint_support import Finding, cpp_files, is_test, run, table_below, text_of

DOCUMENT = "docs/architecture.md"
PUBLIC_ONLY = ("compat", "examples", "perf", "python")
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^">]+)[">]')
# Macros and figures that know nothing of the layers above.
FREE_PUBLIC = ("baton/language.hpp", "baton/namespaces.hpp", "baton/visibility.hpp", "baton/version.hpp")
OF_MESSAGES = "baton/msg/*"
VALUE_HEADERS = "Public value headers"


@dataclasses.dataclass(frozen=True)
class Layer:
    folders: set
    public: tuple  # patterns of public headers
    anything: bool
    outside: tuple = ()  # folders outside of src/ that may include it

    def may_include_public(self, name):
        return self.anything or matches(name, self.public)


def matches(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def value_headers(text):
    """(line, patterns) of the paragraph that lists them; line 0 without one."""
    begin = text.find(f"*{VALUE_HEADERS}*")
    if begin < 0:
        return 0, ()
    paragraph = text[begin:].partition("\n\n")[0]
    names = re.findall(r"`([\w*/]+\.h(?:pp)?)`", paragraph)
    return text.count("\n", 0, begin) + 1, tuple(f"baton/{name}" for name in names)


def read_table(root):
    """folder -> Layer"""
    layers = {}
    _, values = value_headers(text_of(root / DOCUMENT))
    for row in table_below(text_of(root / DOCUMENT), "folder") or []:
        folder = re.search(r"src/(\w+)", row[0])
        if folder and len(row) >= 3:
            cell = row[2].lower()
            # What stands in parentheses or after a semicolon explains.
            names = set(re.findall(r"\w+", re.sub(r"\(.*?\)|;.*", "", cell)))
            public = FREE_PUBLIC
            if VALUE_HEADERS.lower() in cell:
                public += values
                cell = cell.replace("<baton/...>", "")
            public += tuple(f"{each}*" for each in re.findall(r"<(baton/(?:\w+/)*)\.\.\.>", cell))
            outside = tuple(re.findall(r"`(\w+)/` includes it", row[1]))
            layers[folder[1]] = Layer(names, public, "anything" in cell, outside)
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
        rules = layers[layer]
        tests = is_test(path) or path.stem.endswith(("_bench", "_fuzz"))
        for number, quoted, name in includes(path):
            target = name.split("/")[0]
            if not quoted:
                if target == "baton" and not tests and not rules.may_include_public(name):
                    message = f"{layer} may not include this public header, see {DOCUMENT}"
                    yield Finding(path, number, message)
            elif "/" not in name or not (root / "src" / target).is_dir():
                yield Finding(path, number, f'write the layer: #include "{layer}/..."')
            elif target == "testing" and not (tests or layer == "testing"):
                yield Finding(path, number, "only tests include testing")
            elif not (rules.anything or tests or target == layer or target in rules.folders):
                may = ", ".join(sorted(rules.folders & set(layers))) or "nothing"
                yield Finding(path, number, f"{layer} may include {may}, not {target}")
    yield from check_public(root, layers)


def check_public(root, layers):
    line, values = value_headers(text_of(root / DOCUMENT))
    present = [path.relative_to(root / "include").as_posix() for path in cpp_files(root, "include")]
    for pattern in values:
        if not fnmatch.filter(present, pattern):
            yield Finding(root / DOCUMENT, line, f"there is no {pattern}")
    of_values = (*values, *FREE_PUBLIC, OF_MESSAGES)
    for path in cpp_files(root, "include"):
        is_value = matches(path.relative_to(root / "include").as_posix(), values)
        for number, quoted, name in includes(path):
            if quoted:
                yield Finding(path, number, "a public header includes only <baton/...>")
            elif is_value and name.startswith("baton/") and not matches(name, of_values):
                yield Finding(path, number, "a public value header includes value headers only")
    for path in cpp_files(root, *PUBLIC_ONLY):
        folder = path.relative_to(root).parts[0]
        for number, _, name in includes(path):
            layer = layers.get(name.split("/")[0])
            if layer and folder not in layer.outside and (root / "src" / name).exists():
                yield Finding(path, number, "only public headers <baton/...> may be included here")


TABLE = """| folder | owns | may include |
|---|---|---|
| `src/base/` | the system | - |
| `src/msg/` | messages | base, public headers `<baton/msg/...>` |
| `src/shm/` | bytes | base |
| `src/names/` | names of others. `perf/` includes it | - |
| `src/transport/` | transports | base, shm, public value headers `<baton/...>`, `<baton/msg/...>` |
| `src/client/` | the rest | base, transport, public headers `<baton/...>` |
| `src/testing/` | fixtures | anything; only tests include it |

| folder | else |

*Public value headers* hold figures: `qos.hpp`,
`ros_c/rmw_*.h`.

Not `node.hpp`.
"""
run(
    check,
    [
        {
            DOCUMENT: TABLE,
            "src/base/a.hpp": '#include "shm/b.hpp"  // CANARY\n#include "base/c.hpp"\n',
            "src/shm/b.hpp": '#include "base/a.hpp"\n#include <baton/qos.hpp>  // CANARY\n',
            "src/shm/c.cpp": '#include <baton/visibility.hpp>\n#include "b.hpp"  // CANARY\n',
            "src/msg/d.cpp": "#include <baton/msg/cdr.hpp>\n#include <baton/qos.hpp>  // CANARY\n",
            "src/transport/d.cpp": '#include "shm/b.hpp"\n#include <baton/qos.hpp>\n'
            "#include <baton/ros_c/rmw_qos.h>\n#include <baton/msg/cdr.hpp>\n"
            "#include <baton/node.hpp>  // CANARY\n",
            "src/transport/d_test.cpp": "#include <baton/node.hpp>\n",
            "src/client/e.cpp": '#include "shm/b.hpp"  // CANARY\n#include <baton/node.hpp>\n',
            "src/client/e_test.cpp": '#include "shm/b.hpp"\n#include "testing/f.hpp"\n',
            "src/client/g.cpp": '#include "testing/f.hpp"  // CANARY\n',
            "src/testing/f.hpp": '#include "client/e.hpp"\n#include <baton/node.hpp>\n',
            "src/other/h.cpp": "// CANARY\n",
            "include/baton/node.hpp": '#include "client/e.hpp"  // CANARY\n'
            "#include <baton/qos.hpp>\n",
            "include/baton/qos.hpp": "#include <baton/ros_c/rmw_qos.h>\n#include <baton/msg/cdr.hpp>\n"
            "#include <baton/visibility.hpp>\n#include <string>\n"
            "#include <baton/node.hpp>  // CANARY\n",
            "include/baton/ros_c/rmw_qos.h": "",
            "src/names/n.hpp": '#include "base/c.hpp"  // CANARY\n',
            "perf/i.cpp": '#include "shm/b.hpp"  // CANARY\n#include "options.hpp"\n'
            '#include "names/n.hpp"\n',
            "compat/j.cpp": '#include "names/n.hpp"  // CANARY\n',
        },
        {
            DOCUMENT: "| folder | owns | may include |\n|---|---|---|\n| `src/a/` | a | - |\n"
            "\n*Public value headers* CANARY: `gone.hpp`\n",
        },
        {DOCUMENT: "CANARY: no table\n"},
    ],
)
