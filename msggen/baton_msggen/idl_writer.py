# SPDX-License-Identifier: Apache-2.0
"""What ROS installs beside the definitions of a package: each .msg, .srv and .action file as .idl, and
the two halves of a service as .msg.

The texts are those of ROS's rosidl_adapter, its first lines included, because recorders keep them in
bags and compare them; only backslashes in comments and strings are written as IDL wants them. Comments
above a line and behind it belong to its field or constant, indented ones to the line before, and the
first lines of a file to the structure. One `[unit]` in a comment becomes an annotation.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from .definition_files import PARTS, SEPARATOR, read_definition
from .draft import DraftFile, DraftMessage
from .line_parser import parse_line
from .model import Constant, Field, Kind, Shape
from .package_reader import PLACEHOLDER

_TYPES = {
    Kind.BOOLEAN: "boolean",
    Kind.BYTE: "octet",
    Kind.FLOAT32: "float",
    Kind.FLOAT64: "double",
    Kind.STRING: "string",
    Kind.WIDE_STRING: "wstring",
}
_UNIT = re.compile(r"(\s*\[([^,\]]+)\])")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def write_idl(package: str, files: Iterable[Path]) -> dict[str, str]:
    """Texts by path: msg/Name.idl, srv/Name.idl, srv/Name_Request.msg, action/Name.idl."""
    texts = {}
    for path in files:
        if path.suffix == ".idl":
            continue
        draft = read_definition(path, package)
        parts = _parts(path)
        name = draft.interface
        place = f"{name.subfolder}/{name.name}"
        texts[f"{place}.idl"] = _text(draft, parts)
        if name.subfolder == "srv":
            for suffix, part in zip(PARTS["srv"], parts, strict=True):
                texts[f"{place}{suffix}.msg"] = "".join(f"{line}\n" for line in part)
    return texts


def _parts(path: Path) -> list[list[str]]:
    """The lines of each message."""
    parts: list[list[str]] = [[]]
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.rstrip() == SEPARATOR:
            parts.append([])
        else:
            parts[-1].append(line)
    return parts


@dataclass
class _Comment:
    lines: list[str] = field(default_factory=list)
    unit: str | None = None

    def condensed(self) -> _Comment:
        """Without the unit, and without empty lines at its ends or next to each other."""
        text = "\n".join(self.lines)
        units = _UNIT.findall(text)
        unit = units[0][1] if len(units) == 1 else None
        if unit is not None:
            text = "\n".join(line.replace(units[0][0], "") for line in self.lines)
        text = re.sub(r"\n{3,}", "\n\n", text.strip("\n"))
        return _Comment(textwrap.dedent(text).split("\n") if text else [], unit)


def _comments(package: str, lines: list[str]) -> tuple[_Comment, dict[str, _Comment]]:
    """Of the structure, and by the names of its fields and constants."""
    lines = [line.replace("\t", " ").rstrip() for line in lines]
    first = next((at for at, line in enumerate(lines) if not line.startswith("#")), len(lines))
    head = _Comment([line.lstrip("#") for line in lines[:first]])
    of: dict[str, _Comment] = {}
    last = None
    waiting: list[str] = []
    for line in lines[first:]:
        code, mark, comment = line.partition("#")
        element = parse_line(code, package)
        if mark and element is None and code:  # an indented comment
            if last is not None:
                last.lines.append(comment.lstrip("#"))
            continue
        if mark:
            waiting.append(comment.lstrip("#"))
        if element is not None:
            last = of[element.name] = _Comment(waiting)
            waiting = []
    return head.condensed(), {name: comment.condensed() for name, comment in of.items()}


def _text(draft: DraftFile, parts: list[list[str]]) -> str:
    name = draft.interface
    nested = {
        one.field.nested for message in draft.messages for one in message.fields if one.field.nested
    }
    lines = [
        f"// generated from rosidl_adapter/resource/{name.subfolder}.idl.em",
        f"// with input from {name.package}/{name.subfolder}/{draft.path.name}",
        "// generated code does not contain a copyright notice",
        "",
        *sorted(f'#include "{one.package}/{one.subfolder}/{one.name}.idl"' for one in nested),
        "",
        f"module {name.package} {{",
        f"  module {name.subfolder} {{",
    ]
    for message, part in zip(draft.messages, parts, strict=True):
        lines += [f"    {line}" if line else "" for line in _structure(message, part)]
    return "\n".join([*lines, "  };", "};", ""])


def _structure(message: DraftMessage, part: list[str]) -> list[str]:
    head, comments = _comments(message.type.package, part)
    fields = [one.field for one in message.fields] or [PLACEHOLDER]
    lines = _typedefs(fields)
    if message.constants:
        lines.append(f"module {message.type.name}_Constants {{")
        for constant in message.constants:
            lines += _indented(_constant(constant, comments[constant.name]))
        lines.append("};")
    lines += [*_verbatim(head), f"struct {message.type.name} {{"]
    for number, one in enumerate(fields):
        lines += [""] if number else []
        lines += _indented(_field(one, comments.get(one.name, _Comment())))
    return [*lines, "};"]


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def _constant(constant: Constant, comment: _Comment) -> list[str]:
    type_ = _element(Field("", constant.kind))
    value = _literal(constant.value)
    return [*_verbatim(comment, in_one_line=True), f"const {type_} {constant.name} = {value};"]


def _field(one: Field, comment: _Comment) -> list[str]:
    lines = _verbatim(comment)
    if one.default is not None:
        lines.append(f"@default (value={_literal(one.default)})")
    if comment.unit is not None:
        lines.append(f"@unit (value={_quoted(comment.unit)})")
    return [*lines, f"{_type(one)} {one.name};"]


def _verbatim(comment: _Comment, in_one_line: bool = False) -> list[str]:
    """rosidl_adapter has the comment of a constant in one line."""
    if not comment.lines:
        return []
    texts = [_quoted(line) for line in comment.lines]
    if in_one_line:
        lines = [f' "\\n"{" " * 8}'.join(texts)]
    else:
        lines = [f'{text} "\\n"' for text in texts[:-1]] + texts[-1:]
    lines[-1] += ")"
    return ['@verbatim (language="comment", text=', *_indented(lines)]


def _typedefs(fields: list[Field]) -> list[str]:
    """IDL wants a name for an array's type, and one without colons before it."""
    found: dict[str, str] = {}
    for one in fields:
        if one.shape is Shape.ARRAY:
            element = _element(one)
            name = element.replace("::", "__")
            if name != element:
                found[name] = element
            found[f"{_type(one)}[{one.count}]"] = name
    return [f"typedef {type_} {name};" for name, type_ in found.items()]


def _type(one: Field) -> str:
    element = _element(one)
    if one.shape is Shape.ARRAY:
        name = element.replace("::", "__").replace("<", "__").replace(">", "")
        return f"{name}__{one.count}"
    if one.shape is Shape.SEQUENCE:
        return f"sequence<{element}>"
    if one.shape is Shape.BOUNDED_SEQUENCE:
        return f"sequence<{element}, {one.count}>"
    return element


def _element(one: Field) -> str:
    if one.nested is not None:
        return f"{one.nested.package}::{one.nested.subfolder}::{one.nested.name}"
    name = _TYPES.get(one.kind, one.kind.name.lower())
    return f"{name}<{one.string_bound}>" if one.string_bound else name


def _literal(value: object) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, tuple):
        text = repr(value).replace("\\", r"\\").replace('"', r"\"")
        return f'"{text}"'
    return repr(value)


def _quoted(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(one, one) for one in text) + '"'
