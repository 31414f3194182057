# SPDX-License-Identifier: Apache-2.0
"""header_examples.py HEADERS OUT: the examples in comments of public headers, each as a function; a
specialisation of a template stands for itself.

OUT is a source file that includes surroundings.hpp, which has the names that the examples do not
declare. The classes at which users begin must have an example.
"""

import pathlib
import re
import sys

EXAMPLE = re.compile(r"^/// ```cpp\n((?:///.*\n)*?)/// ```\n", re.M)
BEGINNINGS = {"context", "executor", "lifecycle_node", "loaned_message", "node", "publisher"}
BEGINNINGS |= {"subscription", "wait_set"}


def function(path, text, found, number):
    body = "".join(line[3:].removeprefix(" ") for line in found[1].splitlines(keepends=True))
    line = text.count("\n", 0, found.start(1)) + 1
    if body.startswith("template"):
        return f'#line {line} "{path}"\n{body}'
    name = re.sub(r"\W", "_", path.stem)
    return f'void {name}_{number}() {{\n#line {line} "{path}"\n{body}}}\n'


def main(headers, out):
    functions, with_examples = [], set()
    for path in sorted(pathlib.Path(headers).rglob("*.hpp")):
        text = path.read_text(encoding="utf-8")
        for number, found in enumerate(EXAMPLE.finditer(text), 1):
            functions.append(function(path, text, found, number))
            with_examples.add(path.stem)
    if missing := BEGINNINGS - with_examples:
        sys.exit(f"no example is left in {', '.join(sorted(missing))}")
    source = '#include "surroundings.hpp"\n\n' + "\n".join(functions)
    pathlib.Path(out).write_text(source, encoding="utf-8")


main(*sys.argv[1:])
