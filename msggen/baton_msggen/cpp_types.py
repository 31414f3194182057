# SPDX-License-Identifier: Apache-2.0
"""How fields, values and constants of the model are written in C++."""

from __future__ import annotations

import math
import struct

from .model import Constant, Field, Kind, Shape
from .names import cpp_name

_PRIMITIVES = {
    Kind.INT8: "std::int8_t",
    Kind.UINT8: "std::uint8_t",
    Kind.INT16: "std::int16_t",
    Kind.UINT16: "std::uint16_t",
    Kind.INT32: "std::int32_t",
    Kind.UINT32: "std::uint32_t",
    Kind.INT64: "std::int64_t",
    Kind.UINT64: "std::uint64_t",
    Kind.FLOAT32: "float",
    Kind.FLOAT64: "double",
    Kind.CHARACTER: "std::uint8_t",
    Kind.WIDE_CHARACTER: "char16_t",
    Kind.BOOLEAN: "bool",
    Kind.BYTE: "std::uint8_t",
}

_STRINGS = {Kind.STRING: "String", Kind.WIDE_STRING: "WString"}


def element_type(field: Field) -> str:
    """The type of one element."""
    if field.kind is Kind.MESSAGE:
        return cpp_name(field.nested)
    if field.kind in _STRINGS:
        name = _STRINGS[field.kind]
        if field.string_bound:
            return f"::baton::msg::Bounded{name}<{field.string_bound}>"
        return f"::baton::msg::{name}"
    return _PRIMITIVES[field.kind]


def field_type(field: Field) -> str:
    element = element_type(field)
    if field.shape is Shape.ARRAY:
        return f"std::array<{element}, {field.count}>"
    if field.shape is Shape.BOUNDED_SEQUENCE:
        return f"::baton::msg::BoundedVector<{element}, {field.count}>"
    if field.shape is Shape.SEQUENCE:
        return f"::baton::msg::Vector<{element}>"
    return element


def headers_of(field: Field) -> set[str]:
    """What a header with this field includes, except for other messages."""
    found = set()
    if field.shape is Shape.ARRAY:
        found.add("<array>")
    elif field.shape is Shape.SEQUENCE:
        found.add("<baton/msg/vector.hpp>")
    elif field.shape is Shape.BOUNDED_SEQUENCE:
        found.add("<baton/msg/bounded_vector.hpp>")
    if field.kind in _STRINGS:
        bounded = "bounded_" if field.string_bound else ""
        name = "wstring" if field.kind is Kind.WIDE_STRING else "string"
        found.add(f"<baton/msg/{bounded}{name}.hpp>")
    return found


def is_floating(kind: Kind) -> bool:
    return kind in (Kind.FLOAT32, Kind.FLOAT64)


def is_string(kind: Kind) -> bool:
    return kind in _STRINGS


def is_container(field: Field) -> bool:
    """Whether the field is a string or a sequence, and not an array of them."""
    return field.shape is not Shape.ARRAY and (
        field.shape is not Shape.SINGLE or is_string(field.kind)
    )


def zero(kind: Kind) -> str:
    if kind is Kind.BOOLEAN:
        return "false"
    return {Kind.FLOAT32: "0.0f", Kind.FLOAT64: "0.0"}.get(kind, "0")


def literal(kind: Kind, value: object) -> str:
    """A value of one element, as an expression of its type."""
    if kind is Kind.STRING:
        return string_literal(str(value))
    if kind is Kind.WIDE_STRING:
        return "u" + string_literal(str(value), wide=True)
    if kind is Kind.BOOLEAN:
        return "true" if value else "false"
    if is_floating(kind):
        return _floating(kind, float(value))
    return _integer(kind, int(value))


def _integer(kind: Kind, value: int) -> str:
    if kind is Kind.INT64:
        # The literal of its absolute value would not fit.
        return f"(-{-(value + 1)}ll - 1)" if value == -(2**63) else f"{value}ll"
    if kind is Kind.UINT64:
        return f"{value}ull"
    if kind is Kind.UINT32:
        return f"{value}u"
    if kind is Kind.INT32 and value == -(2**31):
        return f"(-{-(value + 1)} - 1)"
    return str(value)


def _floating(kind: Kind, value: float) -> str:
    name, suffix = ("float", "f") if kind is Kind.FLOAT32 else ("double", "")
    if kind is Kind.FLOAT32 and math.isfinite(value):
        try:
            value = struct.unpack("<f", struct.pack("<f", value))[0]
        except OverflowError:
            value = math.copysign(math.inf, value)
        text = _shortest_float(value)
    else:
        text = repr(value)
    if math.isnan(value):
        return f"std::numeric_limits<{name}>::quiet_NaN()"
    if math.isinf(value):
        return f"{'-' if value < 0 else ''}std::numeric_limits<{name}>::infinity()"
    return text + suffix


def _shortest_float(value: float) -> str:
    """The shortest decimal text that is read as the same 32-bit number."""
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if not math.isfinite(value) or struct.pack("<f", float(text)) == struct.pack("<f", value):
            break
    return text if any(one in text for one in ".en") else text + ".0"


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def string_literal(text: str, *, wide: bool = False) -> str:
    """Pure ASCII, so that no compiler guesses an encoding; UTF-8 byte by byte, or UTF-16 units."""
    if wide:
        data = text.encode("utf-16-le")
        units = [int.from_bytes(data[at : at + 2], "little") for at in range(0, len(data), 2)]
    else:
        units = list(text.encode("utf-8"))
    made = []
    for unit in units:
        character = chr(unit)
        if character in _ESCAPES:
            made.append(_ESCAPES[character])
        elif 32 <= unit < 127 and character != "?":  # two of them would begin a trigraph
            made.append(character)
        elif wide:
            # An escape \x takes all hexadecimal digits that follow: end the literal behind it.
            made.append(f'\\x{unit:x}" u"')
        else:
            made.append(f"\\{unit:03o}")
    return '"' + "".join(made) + '"'


def needs_limits(values: list[object]) -> bool:
    return any(isinstance(value, float) and not math.isfinite(value) for value in values)


def constant_declaration(constant: Constant) -> str:
    value = literal(constant.kind, constant.value)
    if constant.kind is Kind.STRING:
        return f"static constexpr ::baton::msg::StringConstant {constant.name}{{{value}}};"
    if constant.kind is Kind.WIDE_STRING:
        return f"static constexpr ::baton::msg::WStringConstant {constant.name}{{{value}}};"
    return f"static constexpr {_PRIMITIVES[constant.kind]} {constant.name} = {value};"
