# SPDX-License-Identifier: Apache-2.0
"""What fields are in CDR (XCDR1), and which of them lie there as they lie in memory.

Fields whose bytes are the same in both, and between which there is no gap, are a *run*: one copy. A
run may begin at a position that is aligned otherwise in CDR than in memory, which shows at run time
only; then its fields are written one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .cpp_types import is_string
from .layout import SIZE_BYTES, FieldLayout, Layouts
from .model import Field, Kind, Message, Shape, TypeName

CDR_STRING_ALIGNMENT = 4
CDR_STRING_LEAST_BYTES = 4
CDR_WIDE_CHARACTER_BYTES = 4


@dataclass(frozen=True)
class CdrLayout:
    """What a type is in CDR."""

    any_bytes: bool  # plain, and whatever its bytes are, they are values: no bool inside
    dense: bool  # that, and its memory, byte for byte, at an aligned position
    least_bytes: int
    first_alignment: int


@dataclass(frozen=True)
class Run:
    """Fields that follow each other without a gap in memory, and in CDR if they begin aligned."""

    fields: tuple[FieldLayout, ...]
    first_alignment: int  # in CDR
    alignment: int

    @property
    def offset_bytes(self) -> int:
        return self.fields[0].offset_bytes

    @property
    def size_bytes(self) -> int:
        return sum(laid.size_bytes for laid in self.fields)


class CdrLayouts:
    """By message, each computed once. `resolve` finds a nested message by its name."""

    def __init__(self, layouts: Layouts, resolve: Callable[[TypeName], Message]):
        self._layouts = layouts
        self._resolve = resolve
        self._known: dict[TypeName, CdrLayout] = {}

    def of(self, message: Message) -> CdrLayout:
        known = self._known.get(message.type)
        if known is None:
            known = self._known[message.type] = self._compute(message)
        return known

    def _compute(self, message: Message) -> CdrLayout:
        layout = self._layouts.of(message)
        if not layout.fields:
            return CdrLayout(any_bytes=True, dense=False, least_bytes=1, first_alignment=1)
        end = 0
        any_bytes = all(self._takes_any_bytes(laid.field) for laid in layout.fields)
        dense = any_bytes
        least_bytes = 0
        for laid in layout.fields:
            field = laid.field
            dense = dense and laid.offset_bytes == end and self._is_flat(field)
            end = laid.offset_bytes + laid.size_bytes
            if is_sequence(field):
                least_bytes += 4
            else:
                least_bytes += self.least_element_bytes(field) * inline_count(field)
        dense = dense and end == layout.size_bytes
        first_alignment = self._first_alignment(layout.fields[0].field)
        return CdrLayout(any_bytes, dense, least_bytes, first_alignment)

    def _takes_any_bytes(self, field: Field) -> bool:
        return not is_sequence(field) and self.element_takes_any_bytes(field)

    def element_takes_any_bytes(self, field: Field) -> bool:
        if field.kind is Kind.MESSAGE:
            return self.nested(field).any_bytes
        return not is_string(field.kind) and field.kind is not Kind.BOOLEAN

    def _is_flat(self, field: Field) -> bool:
        """Its bytes in CDR are those in memory, if it begins aligned."""
        if is_sequence(field) or is_string(field.kind) or field.kind is Kind.WIDE_CHARACTER:
            return False
        return field.kind is not Kind.MESSAGE or self.nested(field).dense

    def nested(self, field: Field) -> CdrLayout:
        return self.of(self._resolve(field.nested))

    def least_element_bytes(self, field: Field) -> int:
        if field.kind is Kind.MESSAGE:
            return self.nested(field).least_bytes
        if is_string(field.kind):
            return CDR_STRING_LEAST_BYTES
        return cdr_bytes(field.kind)

    def _first_alignment(self, field: Field) -> int:
        if is_sequence(field) or is_string(field.kind):
            return CDR_STRING_ALIGNMENT
        if field.kind is Kind.MESSAGE:
            return self.nested(field).first_alignment
        return cdr_bytes(field.kind)

    def _alignment(self, field: Field) -> int:
        if field.kind is Kind.MESSAGE:
            return self._layouts.of_type(field.nested).alignment
        return SIZE_BYTES[field.kind]

    def parts(self, message: Message) -> list[Run | FieldLayout]:
        """The fields, flat ones gathered into runs."""
        parts: list[Run | FieldLayout] = []
        for laid in self._layouts.of(message).fields:
            if not self._is_flat(laid.field):
                parts.append(laid)
                continue
            alignment = self._alignment(laid.field)
            last = parts[-1] if parts else None
            if isinstance(last, Run) and last.offset_bytes + last.size_bytes == laid.offset_bytes:
                parts[-1] = Run(
                    (*last.fields, laid), last.first_alignment, max(last.alignment, alignment)
                )
            else:
                parts.append(Run((laid,), self._first_alignment(laid.field), alignment))
        return parts


def is_sequence(field: Field) -> bool:
    return field.shape in (Shape.SEQUENCE, Shape.BOUNDED_SEQUENCE)


def inline_count(field: Field) -> int:
    return field.count if field.shape is Shape.ARRAY else 1


def cdr_bytes(kind: Kind) -> int:
    return CDR_WIDE_CHARACTER_BYTES if kind is Kind.WIDE_CHARACTER else SIZE_BYTES[kind]
