# SPDX-License-Identifier: Apache-2.0
"""Reads .msg, .srv and .action files: their parts, and what the lines of a part define together.

Every line stands for itself (line_parser.py), so that an error names its line and all errors of a
file are found in one run.
"""

from __future__ import annotations

import re
from pathlib import Path

from .draft import DraftField, DraftFile, DraftMessage
from .errors import DefinitionError, Finding, LineError
from .line_parser import parse_line
from .model import Constant, TypeName
from .names import is_message_name

SEPARATOR = "---"
PARTS = {
    "msg": ("",),
    "srv": ("_Request", "_Response"),
    "action": ("_Goal", "_Result", "_Feedback"),
}


def read_definition(path: Path, package: str) -> DraftFile:
    """The contents of one .msg, .srv or .action file; raises DefinitionError."""
    subfolder = path.suffix[1:]
    name = path.stem
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise DefinitionError(
            Finding(path, 0, f"not UTF-8 (byte {error.start}): save the file as UTF-8")
        ) from None
    except OSError as error:
        raise DefinitionError(Finding(path, 0, f"cannot be read: {error.strerror}")) from None

    reader = _Reader(path, package)
    if not is_message_name(name):
        reader.complain(
            0,
            f'"{name}" is no name for an interface: rename the file to CamelCase, letters and'
            f" digits only, for example {_camel_case(name)}{path.suffix}",
        )
    interface = TypeName(package, subfolder, name)
    sections = _sections(reader, lines, subfolder)
    messages = [
        reader.message(TypeName(package, subfolder, name + suffix), interface, first, section)
        for suffix, (first, section) in zip(PARTS[subfolder], sections, strict=False)
    ]
    if reader.findings:
        raise DefinitionError(*reader.findings)
    return DraftFile(interface, path, tuple(messages))


def _camel_case(name: str) -> str:
    words = [word for word in re.split(r"[^A-Za-z0-9]+", name) if word]
    camel = "".join(word[:1].upper() + word[1:] for word in words)
    return camel if camel[:1].isalpha() else "Message" + camel


def _sections(reader: _Reader, lines: list[str], subfolder: str) -> list[tuple[int, list[str]]]:
    """(number of the first line, lines) of each part."""
    at = [number for number, line in enumerate(lines) if line.rstrip() == SEPARATOR]
    wanted = len(PARTS[subfolder]) - 1
    if len(at) != wanted:
        parts = {"msg": "no", "srv": "request and response", "action": "goal, result and feedback"}
        found = f"{len(at)} lines `{SEPARATOR}`" if len(at) != 1 else f"one line `{SEPARATOR}`"
        what = f"a .{subfolder} has {parts[subfolder]} parts, separated by {wanted}"
        if subfolder == "msg":
            what = "a .msg has one part; services are .srv files, actions .action files"
        surplus = at[wanted] + 1 if len(at) > wanted else 0
        reader.complain(surplus, f"{found} found, {wanted} expected: {what}")
        return []
    bounds = [-1, *at, len(lines)]
    return [
        (start + 2, lines[start + 1 : end]) for start, end in zip(bounds, bounds[1:], strict=False)
    ]


class _Reader:
    """One file: the findings so far."""

    def __init__(self, path: Path, package: str):
        self._path = path
        self._package = package
        self.findings: list[Finding] = []

    def complain(self, line: int, message: str) -> None:
        self.findings.append(Finding(self._path, line, message))

    def message(
        self, name: TypeName, interface: TypeName, first_line: int, lines: list[str]
    ) -> DraftMessage:
        fields: dict[str, DraftField] = {}
        constants: dict[str, Constant] = {}
        seen: dict[str, int] = {}
        for number, line in enumerate(lines, first_line):
            try:
                element = parse_line(line, self._package)
            except LineError as error:
                self.complain(number, str(error))
                continue
            if element is None:
                continue
            if element.name in seen:
                self.complain(
                    number,
                    f'"{element.name}" is already defined in line {seen[element.name]}:'
                    " rename or remove one of them",
                )
                continue
            seen[element.name] = number
            if isinstance(element, Constant):
                constants[element.name] = element
            else:
                fields[element.name] = DraftField(element, number)
        return DraftMessage(
            name, interface, tuple(fields.values()), tuple(constants.values()), self._path
        )
