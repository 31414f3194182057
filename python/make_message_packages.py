#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes packages such as sensor_msgs.msg: `make_message_packages.py INTERFACES OUTPUT PACKAGE...`.

They hold no code: each module has its classes made by baton.interfaces when they are asked for. The
type stubs beside them are made of the definitions, for editors and mypy.
"""

import re
import sys
from pathlib import Path

MODULE = """# SPDX-License-Identifier: Apache-2.0
import sys

from baton.interfaces import fill_module

fill_module(sys.modules[__name__])
"""
STUB_HEAD = """# SPDX-License-Identifier: Apache-2.0
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy
from baton.message import Message
from numpy.typing import NDArray
"""

NUMBERS = {
    "int8": ("int", "int8"),
    "uint8": ("int", "uint8"),
    "int16": ("int", "int16"),
    "uint16": ("int", "uint16"),
    "int32": ("int", "int32"),
    "uint32": ("int", "uint32"),
    "int64": ("int", "int64"),
    "uint64": ("int", "uint64"),
    "char": ("int", "uint8"),
    "float32": ("float", "float32"),
    "float64": ("float", "float64"),
}
OTHERS = {"bool": "bool", "byte": "bytes", "string": "str", "wstring": "str"}
KEYWORDS = {"in", "is", "from", "import", "class", "def", "pass", "lambda", "global", "None"}

# A field or a constant: "string<=10[<=3] name default", "uint8 NAME=3".
LINE = re.compile(
    r"^(?P<type>[a-zA-Z][\w/]*)(?P<string_bound><=\d+)?(?P<array>\[[^\]]*\])?\s+(?P<name>\w+)\s*"
    r"(?P<constant>=)?"
)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def class_stub(package: str, folder: str, name: str, text: str, imports: set[str]) -> list[str]:
    """The lines of one message."""
    constants, fields, arguments = [], [], []
    for raw in text.splitlines():
        match = LINE.match(raw.split("#")[0].strip())
        if match is None or match["name"] in KEYWORDS:
            continue
        element, numpy_type = python_type(match["type"], package, folder, imports)
        if match["constant"]:
            constants.append(f"    {match['name']}: ClassVar[{element}]")
        elif match["array"] is None:
            fields.append(f"    {match['name']}: {element}")
            arguments.append(f"{match['name']}: {element} = ...")
        else:
            read = f"NDArray[numpy.{numpy_type}]" if numpy_type else f"list[{element}]"
            taken = f"Sequence[{element}]"
            if numpy_type:
                taken += f" | NDArray[numpy.{numpy_type}] | bytes"
            fields += [
                "    @property",
                f"    def {match['name']}(self) -> {read}: ...",
                f"    @{match['name']}.setter",
                f"    def {match['name']}(self, value: {taken}) -> None: ...",
            ]
            arguments.append(f"{match['name']}: {taken} = ...")
    keywords = f", *, {', '.join(arguments)}" if arguments else ""
    return [
        f"class {name}(Message):",
        *constants,
        *fields,
        f"    def __init__(self{keywords}) -> None: ...",
        "",
    ]


def python_type(name: str, package: str, folder: str, imports: set[str]) -> tuple[str, str]:
    """The type of one element, and numpy's if it is a number."""
    if name in NUMBERS:
        return NUMBERS[name]
    if name in OTHERS:
        return OTHERS[name], "bool" if name == "bool" else ""
    if name in ("time", "duration", "Header"):
        name = {"Header": "std_msgs/Header"}.get(name, f"builtin_interfaces/{name.capitalize()}")
    inner_package, _, short = name.rpartition("/")
    inner_package = inner_package.split("/")[0] or package
    if inner_package == package and folder == "msg":
        return short, ""
    imports.add(f"import {inner_package}.msg")
    return f"{inner_package}.msg.{short}", ""


def stub(folder: Path, package: str, kind: str) -> str:
    """The stub of a module such as sensor_msgs.msg."""
    imports: set[str] = set()
    lines: list[str] = []
    for path in sorted(folder.glob(f"*.{kind}")):
        parts = re.split(r"(?m)^---\s*$", path.read_text(encoding="utf-8"))
        name = path.stem
        names = {"msg": [""], "srv": ["_Request", "_Response"]}.get(
            kind, ["_Goal", "_Result", "_Feedback"]
        )
        for suffix, text in zip(names, parts, strict=False):
            lines += class_stub(package, kind, name + suffix, text, imports)
        if kind != "msg":
            lines.append(f"class {name}:")
            lines += [f"    {suffix[1:]} = {name}{suffix}" for suffix in names]
            lines += ["    Impl: Any", ""] if kind == "action" else [""]
    return STUB_HEAD + "\n".join(sorted(imports)) + "\n\n" + "\n".join(lines)


def main(interfaces: str, output: str, *packages: str) -> None:
    for package in packages:
        root = Path(output) / package
        write(root / "__init__.py", "# SPDX-License-Identifier: Apache-2.0\n")
        write(root / "py.typed", "")
        for kind in ("msg", "srv", "action"):
            folder = Path(interfaces) / package / kind
            if any(folder.glob("*")):
                write(root / kind / "__init__.py", MODULE)
                write(root / kind / "__init__.pyi", stub(folder, package, kind))


if __name__ == "__main__":
    main(*sys.argv[1:])
