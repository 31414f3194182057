# SPDX-License-Identifier: Apache-2.0
"""One line of a .msg, .srv or .action file: a field, a constant or nothing.

    TYPE NAME                 int32 count
    TYPE NAME DEFAULT         string<=8[<=2] names ["a", "b"]
    TYPE NAME=VALUE           uint8 LIMIT=0x10

`#` begins a comment, also between quotes; a line with `=` behind the type is a constant. ROS 2 has
it so.
"""

from __future__ import annotations

import re
from dataclasses import replace

from .errors import LineError
from .literals import LiteralError, read_default, read_value
from .model import Constant, Field, Kind, Shape, TypeName
from .names import (
    CPP_KEYWORDS,
    close_match,
    is_constant_name,
    is_field_name,
    is_message_name,
    is_package_name,
)

KINDS = {
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
    "octet": "byte",
}

# The name, the bound of a string, the brackets of an array or sequence.
_TYPE = re.compile(r"(?P<base>[^\[<]+)(<=(?P<bound>[^\[]*))?(\[(?P<size>[^\[]*)\])?")


def parse_line(line: str, package: str) -> Field | Constant | None:
    """`package` is that of types without one; raises LineError."""
    text = line.partition("#")[0].replace("\t", " ").strip()
    if not text:
        return None
    type_text, _, rest = text.partition(" ")
    rest = rest.strip()
    field = _parse_type(type_text, package)
    if not rest:
        raise LineError(f'"{text}" has no field name: write `{text} name`')
    try:
        if "=" in rest:
            name, _, value = rest.partition("=")
            return _constant(field, type_text, name.rstrip(), value.lstrip())
        name, _, value = rest.partition(" ")
        _check_field_name(name)
        value = value.lstrip()
        return replace(field, name=name, default=read_default(field, value) if value else None)
    except LiteralError as error:
        raise LineError(f'"{text}": {error}') from None


def _parse_type(text: str, package: str) -> Field:
    """A field without a name."""
    base = re.split(r"[\[<]", text)[0]
    _check_spelling(base)
    if text.count("[") > 1:
        raise LineError(
            f'type "{text}": arrays have one dimension: put the inner one into a message of its own'
        )
    kind = KINDS.get(base, Kind.MESSAGE)
    nested = _nested(base, package) if kind is Kind.MESSAGE else None
    parts = _TYPE.fullmatch(text)
    if parts is None:
        raise LineError(
            f'type "{text}" is not understood: write a bound as string<=N, and an array as'
            f" {base}[], {base}[N] or {base}[<=N], without blanks"
        )
    bound = parts["bound"]
    if bound is not None and kind not in (Kind.STRING, Kind.WIDE_STRING):
        raise LineError(
            f'type "{text}": only strings have a bound of their own: a sequence of at most N is'
            f" written {base}[<=N]"
        )
    if bound is not None and _number(bound) < 1:
        raise LineError(f'type "{text}": "{bound}" is no bound: write {base}<=N, with N from 1')
    shape, count = _shape(text, parts["size"])
    return Field("", kind, shape, count, _number(bound or "0"), nested)


def _shape(text: str, size: str | None) -> tuple[Shape, int]:
    if size is None:
        return Shape.SINGLE, 0
    if not size:
        return Shape.SEQUENCE, 0
    is_bound = size.startswith("<=")
    count = _number(size[2:] if is_bound else size)
    if count < 1:
        raise LineError(
            f'type "{text}": "[{size}]" is no size: write [] for any number of elements, [N] for'
            " exactly N, [<=N] for at most N, with N from 1"
        )
    return Shape.BOUNDED_SEQUENCE if is_bound else Shape.ARRAY, count


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        return 0


def _check_spelling(base: str) -> None:
    if base in _OTHER_SPELLINGS:
        raise LineError(f'unknown type "{base}": did you mean "{_OTHER_SPELLINGS[base]}"?')
    parts = base.split("/")
    if len(parts) == 3 and parts[1] in ("msg", "srv", "action"):
        raise LineError(f'type "{base}": write it without "{parts[1]}/": "{parts[0]}/{parts[2]}"')
    if "::" in base:
        raise LineError(f'type "{base}": write it with a slash: "{base.replace("::", "/")}"')


def _nested(base: str, package: str) -> TypeName:
    parts = base.split("/")
    if len(parts) > 2:
        raise LineError(f'type "{base}": a type of another package is written "package/Type"')
    if not is_message_name(parts[-1]):
        near = close_match(parts[-1], KINDS)
        cure = f'did you mean "{near}"?' if near else "message types begin with a capital letter"
        raise LineError(f'unknown type "{base}": {cure}')
    if len(parts) == 2 and not is_package_name(parts[0]):
        raise LineError(
            f'type "{base}": "{parts[0]}" is no package name: lower case letters, digits and single'
            " underscores"
        )
    return TypeName(parts[0] if len(parts) == 2 else package, "msg", parts[-1])


def _constant(field: Field, type_text: str, name: str, value: str) -> Constant:
    if not is_constant_name(name):
        if re.fullmatch(r"[a-z0-9_]+\s+.*", name):
            raise LineError(
                f'"{name} = {value}" is neither field nor constant: a default value is written without'
                f" `=` and cannot contain it, a constant is written `{type_text} NAME=value`"
            )
        upper = re.sub(r"_+", "_", re.sub(r"[^A-Z0-9_]", "_", name.upper())).strip("_")
        example = f", for example {upper}" if is_constant_name(upper) else ""
        raise LineError(
            f'constant "{name}": constants are upper case, begin with a letter and have single'
            f" underscores{example}; a default value of a field is written without"
            f" `=`: `{type_text} {name or 'name'} {value}`"
        )
    if type_text not in KINDS:
        raise LineError(
            f'constant "{name}": its type "{type_text}" is not a primitive one:'
            " constants are numbers, bool or string"
        )
    return Constant(name, field.kind, read_value(field.kind, value))


def _check_field_name(name: str) -> None:
    if not is_field_name(name):
        better = re.sub(r"_+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()).strip("_")
        raise LineError(
            f'field "{name}": names are lower case, begin with a letter, have single underscores'
            " and do not end in one" + (f', for example "{better}"' if is_field_name(better) else "")
        )
    if name in CPP_KEYWORDS:
        raise LineError(
            f'field "{name}" is a keyword of C++: rename it, for example "{name}_value"'
        )
