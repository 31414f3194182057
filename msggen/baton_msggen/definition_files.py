# SPDX-License-Identifier: Apache-2.0
"""Reads .msg, .srv and .action files with ROS's own parser (rosidl_adapter).

ROS's parser knows no line numbers, but every line of these files stands for itself: each is given
to it alone, so that an error names its line and all errors of a file are found in one run.
"""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

from rosidl_adapter import parser as ros

from .draft import DraftField, DraftFile, DraftMessage
from .errors import DefinitionError, Finding
from .model import Constant, Field, Kind, Shape, TypeName
from .names import CPP_KEYWORDS

SEPARATOR = "---"
PARTS = {
    "msg": ("",),
    "srv": ("_Request", "_Response"),
    "action": ("_Goal", "_Result", "_Feedback"),
}

_KINDS = {
    "bool": Kind.BOOLEAN,
    "byte": Kind.BYTE,
    "char": Kind.UINT8,  # as ROS 2 translates it
    "int8": Kind.INT8,
    "uint8": Kind.UINT8,
    "int16": Kind.INT16,
    "uint16": Kind.UINT16,
    "int32": Kind.INT32,
    "uint32": Kind.UINT32,
    "int64": Kind.INT64,
    "uint64": Kind.UINT64,
    "float32": Kind.FLOAT32,
    "float64": Kind.FLOAT64,
    "string": Kind.STRING,
    "wstring": Kind.WIDE_STRING,
}

# Ways to write a type that other languages, ROS 1 or habit suggest.
_OTHER_SPELLINGS = {
    "time": "builtin_interfaces/Time",
    "duration": "builtin_interfaces/Duration",
    "int": "int32",
    "uint": "uint32",
    "long": "int64",
    "short": "int16",
    "float": "float32",
    "double": "float64",
    "boolean": "bool",
    "str": "string",
    "String": "string",
    "octet": "byte",
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
    if not ros.VALID_MESSAGE_NAME_PATTERN.match(name):
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
                element = self._element(line)
            except _LineError as error:
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

    def _element(self, line: str) -> Field | Constant | None:
        """What one line defines: a field, a constant or nothing."""
        text = line.partition(ros.COMMENT_DELIMITER)[0].replace("\t", " ").strip()
        if not text:
            return None
        type_text = text.partition(" ")[0]
        _check_type_text(type_text, self._package)
        if " " not in text:
            raise _LineError(f'"{text}" has no field name: write `{text} name`')
        _check_name(text)
        try:
            # ROS's parser prints what it raises.
            with contextlib.redirect_stderr(io.StringIO()):
                specification = ros.parse_message_string(self._package, "Line", text)
        except Exception as error:
            raise _LineError(_explain(error, text)) from error
        if specification.fields:
            return _field(specification.fields[0])
        found = specification.constants[0]
        return Constant(found.name, _KINDS[found.type], _unescaped(found.value))


class _LineError(Exception):
    pass


def _check_type_text(text: str, package: str) -> None:
    base = re.split(r"[\[<]", text)[0]
    if base in _OTHER_SPELLINGS:
        raise _LineError(f'unknown type "{base}": did you mean "{_OTHER_SPELLINGS[base]}"?')
    parts = base.split("/")
    if len(parts) == 3 and parts[1] in PARTS:
        raise _LineError(f'type "{base}": write it without "{parts[1]}/": "{parts[0]}/{parts[2]}"')
    if "::" in base:
        raise _LineError(f'type "{base}": write it with a slash: "{base.replace("::", "/")}"')
    if text.count("[") > 1:
        raise _LineError(
            f'type "{text}": arrays have one dimension: put the inner one into a message of its own'
        )
    bound = re.search(r"\[(.*)\]$", text)
    if bound and not re.fullmatch(r"(<=)?[1-9][0-9]*|", bound[1]):
        raise _LineError(
            f'type "{text}": "[{bound[1]}]" is no size: write [] for any number of elements, [N]'
            " for exactly N, [<=N] for at most N, with N from 1"
        )
    if len(parts) == 1 and base in ros.PRIMITIVE_TYPES:
        return
    if len(parts) > 2:
        raise _LineError(f'type "{base}": a type of another package is written "package/Type"')
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", parts[-1]):
        near = close_match(parts[-1], _KINDS)
        cure = f'did you mean "{near}"?' if near else "message types begin with a capital letter"
        raise _LineError(f'unknown type "{base}": {cure}')
    if len(parts) == 2 and not ros.is_valid_package_name(parts[0]):
        raise _LineError(
            f'type "{base}": "{parts[0]}" is no package name: lower case letters, digits and single'
            " underscores"
        )


def _check_name(text: str) -> None:
    """The name of the field or constant that a line defines."""
    type_text, _, rest = text.partition(" ")
    rest = rest.strip()
    if "=" in rest:
        name = rest.partition("=")[0].strip()
        if not ros.is_valid_constant_name(name):
            if re.fullmatch(r"[a-z0-9_]+\s+.*", name):
                raise _LineError(
                    f'"{rest}" is neither field nor constant: a default value is written without'
                    f" `=` and cannot contain it, a constant is written `{type_text} NAME=value`"
                )
            upper = re.sub(r"_+", "_", re.sub(r"[^A-Z0-9_]", "_", name.upper())).strip("_")
            raise _LineError(
                f'constant "{name}": constants are upper case, begin with a letter and have single'
                f" underscores, for example {upper}; a default value of a field is written without"
                f" `=`: `{type_text} {name} {rest.partition('=')[2].strip()}`"
            )
        if type_text not in _KINDS:
            raise _LineError(
                f'constant "{name}": its type "{type_text}" is not a primitive one:'
                " constants are numbers, bool or string"
            )
        return
    name = rest.partition(" ")[0]
    if not ros.is_valid_field_name(name):
        better = re.sub(r"_+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()).strip("_")
        raise _LineError(
            f'field "{name}": names are lower case, begin with a letter, have single underscores'
            " and do not end in one"
            + (f', for example "{better}"' if ros.is_valid_field_name(better) else "")
        )
    if name in CPP_KEYWORDS:
        raise _LineError(
            f'field "{name}" is a keyword of C++: rename it, for example "{name}_value"'
        )


def _explain(error: Exception, text: str) -> str:
    """ROS's own text, with the line's cure where there is one that it does not say."""
    what = str(error)
    if isinstance(error, NotImplementedError):
        return (
            f'"{text}": a field of a message type has no default value: remove it, the nested'
            " message's own defaults apply"
        )
    if isinstance(error, IndexError):
        return f'"{text}": a list of strings must not end in a comma or be empty between commas'
    return f'"{text}": {what}'


def _field(found: ros.Field) -> Field:
    type_ = found.type
    if not type_.is_array:
        shape = Shape.SINGLE
    elif type_.is_fixed_size_array():
        shape = Shape.ARRAY
    else:
        shape = Shape.BOUNDED_SEQUENCE if type_.is_upper_bound else Shape.SEQUENCE
    default = found.default_value
    return Field(
        found.name,
        _KINDS[type_.type] if type_.is_primitive_type() else Kind.MESSAGE,
        shape,
        type_.array_size or 0,
        type_.string_upper_bound or 0,
        None if type_.is_primitive_type() else TypeName(type_.pkg_name, "msg", type_.type),
        tuple(default) if isinstance(default, list) else _unescaped(default),
    )


def _unescaped(value: object) -> object:
    """ROS understands escapes like \\t in single strings (and not in lists of them)."""
    if not isinstance(value, str) or "\\" not in value:
        return value
    try:
        return value.encode().decode("unicode_escape").encode("latin-1").decode()
    except UnicodeError:
        return value


def close_match(name: str, known: object) -> str | None:
    """The known name that was probably meant."""
    import difflib  # only errors need it

    lower = {str(one).lower(): str(one) for one in known}
    found = difflib.get_close_matches(name.lower(), lower, n=1, cutoff=0.6)
    return lower[found[0]] if found else None
