# SPDX-License-Identifier: Apache-2.0
"""Packages of Python such as sensor_msgs.msg.

They hold no code: each module has its classes made by baton.interfaces when they are asked for. The
type stubs beside them are made of the definitions, for editors and mypy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

_HEAD = "# SPDX-License-Identifier: Apache-2.0\n"
_MODULE = f"""{_HEAD}import sys

from baton.interfaces import fill_module

fill_module(sys.modules[__name__])
"""
_STUB_HEAD = f"""{_HEAD}from collections.abc import Sequence
from typing import Any, ClassVar

import numpy
from baton.message import Message
from numpy.typing import NDArray
"""

_PARTS = {
    "msg": [""],
    "srv": ["_Request", "_Response"],
    "action": ["_Goal", "_Result", "_Feedback"],
}
_NUMBERS = {
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
_OTHERS = {"bool": "bool", "byte": "bytes", "string": "str", "wstring": "str"}
_KEYWORDS = {"in", "is", "from", "import", "class", "def", "pass", "lambda", "global", "None"}

# A field or a constant: "string<=10[<=3] name default", "uint8 NAME=3".
_LINE = re.compile(
    r"^(?P<type>[a-zA-Z][\w/]*)(?P<string_bound><=\d+)?(?P<array>\[[^\]]*\])?\s+(?P<name>\w+)\s*"
    r"(?P<constant>=)?"
)


def _class_stub(package: str, folder: str, name: str, text: str, imports: set[str]) -> list[str]:
    """The lines of one message."""
    constants, fields, arguments = [], [], []
    for raw in text.splitlines():
        match = _LINE.match(raw.split("#")[0].strip())
        if match is None or match["name"] in _KEYWORDS:
            continue
        element, numpy_type = _python_type(match["type"], package, folder, imports)
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


def _python_type(name: str, package: str, folder: str, imports: set[str]) -> tuple[str, str]:
    """The type of one element, and numpy's if it is a number."""
    if name in _NUMBERS:
        return _NUMBERS[name]
    if name in _OTHERS:
        return _OTHERS[name], "bool" if name == "bool" else ""
    if name in ("time", "duration", "Header"):
        name = {"Header": "std_msgs/Header"}.get(name, f"builtin_interfaces/{name.capitalize()}")
    inner_package, _, short = name.rpartition("/")
    inner_package = inner_package.split("/")[0] or package
    if inner_package == package and folder == "msg":
        return short, ""
    imports.add(f"import {inner_package}.msg")
    return f"{inner_package}.msg.{short}", ""


def _stub(package: str, kind: str, files: Iterable[Path]) -> str:
    """The stub of a module such as sensor_msgs.msg."""
    imports: set[str] = set()
    lines: list[str] = []
    for path in sorted(files):
        text = path.read_text(encoding="utf-8")
        parts = [""] * 3 if path.suffix == ".idl" else re.split(r"(?m)^---\s*$", text)
        name = path.stem
        for suffix, part in zip(_PARTS[kind], parts, strict=False):
            lines += _class_stub(package, kind, name + suffix, part, imports)
            if path.suffix == ".idl":  # whatever fields it has
                lines[-2:] = ["    def __init__(self, **fields: Any) -> None: ...",
                              "    def __getattr__(self, name: str) -> Any: ...", ""]
        if kind != "msg":
            lines.append(f"class {name}:")
            lines += [f"    {suffix[1:]} = {name}{suffix}" for suffix in _PARTS[kind]]
            lines += ["    Impl: Any", ""] if kind == "action" else [""]
    return _STUB_HEAD + "\n".join(sorted(imports)) + "\n\n" + "\n".join(lines)


def _kind_of(path: Path) -> str:
    return path.parent.name if path.suffix == ".idl" else path.suffix[1:]


def write_python(package: str, files: Sequence[Path]) -> dict[str, str]:
    """Texts by path below the output folder."""
    texts = {f"{package}/__init__.py": _HEAD, f"{package}/py.typed": ""}
    for kind in _PARTS:
        own = [path for path in files if _kind_of(path) == kind]
        if own:
            texts[f"{package}/{kind}/__init__.py"] = _MODULE
            texts[f"{package}/{kind}/__init__.pyi"] = _stub(package, kind, own)
    return texts
