# SPDX-License-Identifier: Apache-2.0
"""Where the fields of a message lie in memory: the layout "L1".

Fields in definition order, natural alignment (at most 8), nested messages and fixed arrays inline,
16 bytes for every string and sequence. For a plain type it is what the C++ compiler does with the
same struct; the generated code asserts that it is.

`layout_hash` is FNV-1a (64 bit) of the text

    L1 <size>,<alignment>;<offset>,<kind>,<shape>,<count>[,<hash of the nested layout>];...

in decimal, the hash in 16 hexadecimal digits, one part per field; <count> is that of an array and
0 otherwise (a bound moves no byte), <shape> counts the enumerators of Shape from 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .model import Field, Kind, Message, Shape, TypeName

CONTAINER_SIZE_BYTES = 16
CONTAINER_ALIGNMENT = 8

SIZE_BYTES = {
    Kind.INT8: 1,
    Kind.UINT8: 1,
    Kind.INT16: 2,
    Kind.UINT16: 2,
    Kind.INT32: 4,
    Kind.UINT32: 4,
    Kind.INT64: 8,
    Kind.UINT64: 8,
    Kind.FLOAT32: 4,
    Kind.FLOAT64: 8,
    Kind.CHARACTER: 1,
    Kind.WIDE_CHARACTER: 2,
    Kind.BOOLEAN: 1,
    Kind.BYTE: 1,
}

_SHAPE_NUMBER = {shape: number for number, shape in enumerate(Shape)}


@dataclass(frozen=True)
class FieldLayout:
    field: Field
    offset_bytes: int
    size_bytes: int  # of the whole field: all elements of an array, the 16 bytes of a container


@dataclass(frozen=True)
class Layout:
    size_bytes: int
    alignment: int
    plain: bool  # no container inside: its bytes are the whole message
    fields: tuple[FieldLayout, ...]
    layout_hash: int


class Layouts:
    """Layouts by message, each computed once. `resolve` finds a nested message by its name."""

    def __init__(self, resolve: Callable[[TypeName], Message]):
        self._resolve = resolve
        self._known: dict[TypeName, Layout] = {}

    def of(self, message: Message) -> Layout:
        known = self._known.get(message.type)
        if known is None:
            known = self._known[message.type] = self._compute(message)
        return known

    def of_type(self, name: TypeName) -> Layout:
        return self.of(self._resolve(name))

    def _compute(self, message: Message) -> Layout:
        offset = 0
        alignment = 1
        plain = True
        fields = []
        for field in message.fields:
            size, field_alignment, field_plain = self._extent(field)
            offset = _align(offset, field_alignment)
            fields.append(FieldLayout(field, offset, size))
            offset += size
            alignment = max(alignment, field_alignment)
            plain = plain and field_plain
        # An empty struct has a byte in C++ too.
        size = max(1, _align(offset, alignment))
        text = self._text(size, alignment, fields)
        return Layout(size, alignment, plain, tuple(fields), fnv1a_64(text.encode()))

    def _extent(self, field: Field) -> tuple[int, int, bool]:
        """Size and alignment of a field, and whether its bytes are all of it."""
        if field.shape in (Shape.SEQUENCE, Shape.BOUNDED_SEQUENCE):
            return CONTAINER_SIZE_BYTES, CONTAINER_ALIGNMENT, False
        size, alignment, plain = self.element(field)
        return (size * field.count if field.shape is Shape.ARRAY else size), alignment, plain

    def element(self, field: Field) -> tuple[int, int, bool]:
        """Size and alignment of an element of a field, and whether its bytes are all of it."""
        if field.kind is Kind.MESSAGE:
            nested = self.of_type(field.nested)
            return nested.size_bytes, nested.alignment, nested.plain
        if field.kind in (Kind.STRING, Kind.WIDE_STRING):
            return CONTAINER_SIZE_BYTES, CONTAINER_ALIGNMENT, False
        return SIZE_BYTES[field.kind], SIZE_BYTES[field.kind], True

    def _text(self, size: int, alignment: int, fields: list[FieldLayout]) -> str:
        parts = [f"L1 {size},{alignment};"]
        for laid in fields:
            field = laid.field
            count = field.count if field.shape is Shape.ARRAY else 0
            part = f"{laid.offset_bytes},{int(field.kind)},{_SHAPE_NUMBER[field.shape]},{count}"
            if field.nested is not None:
                part += f",{self.of_type(field.nested).layout_hash:016x}"
            parts.append(part + ";")
        return "".join(parts)


def fnv1a_64(data: bytes) -> int:
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def _align(offset: int, alignment: int) -> int:
    return (offset + alignment - 1) // alignment * alignment
