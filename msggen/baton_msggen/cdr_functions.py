# SPDX-License-Identifier: Apache-2.0
"""Writes the functions that make a message CDR and read it from CDR: measure, encode, decode.

Fields that lie in memory as CDR has them are copied together (cdr_layout.py).
"""

from __future__ import annotations

from .cdr_layout import CdrLayouts, Run, cdr_bytes, inline_count, is_sequence
from .cpp_lines import function, indent, unless
from .cpp_types import is_string
from .layout import FieldLayout, Layouts
from .model import Field, Kind, Message, Shape
from .names import cpp_name


class CdrFunctions:
    def __init__(self, layouts: Layouts, cdr: CdrLayouts):
        self._layouts = layouts
        self._cdr = cdr

    def text(self, message: Message) -> list[str]:
        name = cpp_name(message.type)
        parts = self._cdr.parts(message)
        return [
            *function(
                f"void measure_fields(const {name}& m, CdrMeasure& cdr) noexcept",
                [line for part in parts for line in self._measure(part)],
            ),
            *function(
                f"void encode_fields(const {name}& m, CdrWriter& cdr) noexcept",
                [line for part in parts for line in self._encode(part)],
            ),
            *function(
                f"bool decode_fields({name}& m, CdrReader& cdr)",
                [*(line for part in parts for line in self._decode(part)), "return true;"],
            ),
        ]

    def _measure(self, part: Run | FieldLayout) -> list[str]:
        if isinstance(part, Run):
            one_by_one = [self._measure_flat(laid.field) for laid in part.fields]
            if len(part.fields) == 1 and part.fields[0].field.kind is not Kind.MESSAGE:
                return one_by_one[0]
            return self._copy_or(part, f"cdr.bytes({part.size_bytes});", one_by_one)
        field = part.field
        at = f"m.{field.name}"
        if not is_sequence(field):
            return self._for_each(field, at, self._measure_one(field))
        lines = ["cdr.elements(4);"]
        if field.kind is Kind.MESSAGE:
            return [*lines, *self._many(field, at, "measure", "cdr.bytes({bytes});")]
        if is_string(field.kind):
            one = self._measure_one(field).format("one")
            return [*lines, f"for (const auto& one : {at}) {one}"]
        return [*lines, f"cdr.elements({cdr_bytes(field.kind)}, {at}.size());"]

    def _measure_one(self, field: Field) -> str:
        if field.kind is Kind.MESSAGE:
            return "measure_fields({}, cdr);"
        if field.kind is Kind.STRING:
            return "cdr.string(static_cast<std::uint32_t>({}.size()));"
        if field.kind is Kind.WIDE_STRING:
            return "cdr.wide_string(static_cast<std::uint32_t>({}.size()));"
        return f"cdr.elements({cdr_bytes(field.kind)});"

    def _measure_flat(self, field: Field) -> list[str]:
        if field.kind is Kind.MESSAGE:
            return self._for_each(field, f"m.{field.name}", "measure_fields({}, cdr);")
        size = cdr_bytes(field.kind)
        count = f", {field.count}" if field.shape is Shape.ARRAY else ""
        return [f"cdr.elements({size}{count});"]

    def _encode(self, part: Run | FieldLayout) -> list[str]:
        if isinstance(part, Run):
            one_by_one = [self._encode_flat(laid.field) for laid in part.fields]
            if len(part.fields) == 1 and part.fields[0].field.kind is not Kind.MESSAGE:
                return one_by_one[0]
            copy = f"cdr.bytes(at(&m, {part.offset_bytes}), {part.size_bytes});"
            return self._copy_or(part, copy, one_by_one)
        field = part.field
        at = f"m.{field.name}"
        if not is_sequence(field):
            if field.kind is Kind.WIDE_CHARACTER and field.shape is Shape.ARRAY:
                return [f"cdr.elements({at}.data(), {field.count});"]
            return self._for_each(field, at, self._encode_one(field))
        lines = [f"cdr.put(static_cast<std::uint32_t>({at}.size()));"]
        if field.kind is Kind.MESSAGE:
            return [*lines, *self._many(field, at, "encode", "cdr.bytes({data}, {bytes});")]
        if is_string(field.kind):
            return [*lines, f"for (const auto& one : {at}) {self._encode_one(field).format('one')}"]
        return [*lines, f"cdr.elements({at}.data(), {at}.size());"]

    def _encode_one(self, field: Field) -> str:
        if field.kind is Kind.MESSAGE:
            return "encode_fields({}, cdr);"
        if field.kind is Kind.STRING:
            return "cdr.string({0}.data(), static_cast<std::uint32_t>({0}.size()));"
        if field.kind is Kind.WIDE_STRING:
            return "cdr.wide_string({0}.data(), static_cast<std::uint32_t>({0}.size()));"
        return "cdr.put({});"

    def _encode_flat(self, field: Field) -> list[str]:
        at = f"m.{field.name}"
        if field.shape is Shape.ARRAY and field.kind is not Kind.MESSAGE:
            return [f"cdr.elements({at}.data(), {field.count});"]
        return self._for_each(field, at, self._encode_one(field))

    def _copy_or(self, run: Run, copy: str, one_by_one: list[list[str]]) -> list[str]:
        lines = [f"cdr.align({run.first_alignment});"] if run.first_alignment > 1 else []
        if run.first_alignment == run.alignment:
            return [*lines, copy]
        return [
            *lines,
            f"if (cdr.matches({run.offset_bytes}, {run.alignment})) {{",
            f"  {copy}",
            "} else {",
            *indent([line for lines_of_one in one_by_one for line in lines_of_one]),
            "}",
        ]

    def _many(self, field: Field, at: str, verb: str, copy: str) -> list[str]:
        """The elements of a sequence of messages."""
        nested = self._cdr.nested(field)
        loop = f"for (const auto& one : {at}) {verb}_fields(one, cdr);"
        if not nested.dense:
            return [loop]
        size, alignment, _ = self._layouts.element(field)
        copy = copy.format(data=f"{at}.data()", bytes=f"{at}.size() * {size}")
        lines = [f"cdr.align({nested.first_alignment});"] if nested.first_alignment > 1 else []
        if nested.first_alignment == alignment:
            lines.append(copy)
        else:
            lines += [
                f"if (cdr.matches(0, {alignment})) {{",
                f"  {copy}",
                "} else {",
                f"  {loop}",
                "}",
            ]
        return [f"if (!{at}.empty()) {{", *indent(lines), "}"]

    def _for_each(self, field: Field, at: str, one: str) -> list[str]:
        if field.shape is Shape.ARRAY:
            return [f"for (const auto& one : {at}) {one.format('one')}"]
        return [one.format(at)]

    def _decode(self, part: Run | FieldLayout) -> list[str]:
        if isinstance(part, Run):
            return self._decode_run(part)
        field = part.field
        at = f"m.{field.name}"
        if not is_sequence(field):
            if field.kind is Kind.WIDE_CHARACTER and field.shape is Shape.ARRAY:
                return unless(f"cdr.elements({at}.data(), {field.count})")
            one = self._decode_one(field)
            if field.shape is Shape.ARRAY:
                return [f"for (auto& one : {at}) {{", *indent(unless(one.format("one"))), "}"]
            return unless(one.format(at))
        least_bytes = self._cdr.least_element_bytes(field)
        bound = f", {field.count}" if field.shape is Shape.BOUNDED_SEQUENCE else ""
        if not (field.kind is Kind.MESSAGE or is_string(field.kind)):
            return unless(f"decode_numbers(cdr, {at}, {least_bytes}{bound})")
        if self._is_dense_message(field):
            return self._decode_dense(field, at, least_bytes, bound)
        one = self._decode_one(field).format("one")
        return [
            "{",
            "  std::uint32_t count = 0;",
            *indent(unless(f"cdr.length(count, {least_bytes}{bound})")),
            f"  {at}.resize(count);",
            f"  for (auto& one : {at}) {{",
            *indent(indent(unless(one))),
            "  }",
            "}",
        ]

    def _is_dense_message(self, field: Field) -> bool:
        return field.kind is Kind.MESSAGE and self._cdr.nested(field).dense

    def _decode_dense(self, field: Field, at: str, least_bytes: int, bound: str) -> list[str]:
        """Elements that may be one copy."""
        first_alignment = self._cdr.nested(field).first_alignment
        size, alignment, _ = self._layouts.element(field)
        return [
            "{",
            "  std::uint32_t count = 0;",
            *indent(unless(f"cdr.length(count, {least_bytes}{bound})")),
            f"  {at}.resize_uninitialized(count);",
            f"  bool decoded = count == 0 || cdr.align({first_alignment});",
            f"  if (count != 0 && cdr.matches(0, {alignment})) {{",
            f"    decoded = decoded && cdr.bytes({at}.data(), std::size_t{{count}} * {size});",
            "  } else {",
            f"    for (auto& one : {at}) decoded = decoded && decode_fields(one, cdr);",
            "  }",
            "  // Elements that were not decoded must not be seen.",
            "  if (!decoded) {",
            f"    {at}.clear();",
            "    return false;",
            "  }",
            "}",
        ]

    def _decode_one(self, field: Field) -> str:
        if field.kind is Kind.MESSAGE:
            return "decode_fields({}, cdr)"
        bound = f", {field.string_bound}" if field.string_bound else ""
        if field.kind is Kind.STRING:
            return f"decode_string(cdr, {{}}{bound})"
        if field.kind is Kind.WIDE_STRING:
            return f"decode_wide_string(cdr, {{}}{bound})"
        return "cdr.get({})"

    def _decode_run(self, run: Run) -> list[str]:
        one_by_one = []
        booleans = []
        for laid in run.fields:
            field = laid.field
            at = f"m.{field.name}"
            if field.kind is Kind.MESSAGE and field.shape is Shape.ARRAY:
                one = unless("decode_fields(one, cdr)")
                one_by_one += [f"for (auto& one : {at}) {{", *indent(one), "}"]
            elif field.shape is Shape.ARRAY:
                one_by_one += unless(f"cdr.elements({at}.data(), {field.count})")
            else:
                one_by_one += unless(self._decode_one(field).format(at))
            if field.kind is Kind.BOOLEAN:
                booleans.append(f"CdrReader::booleans(&{at}, {inline_count(field)})")
        if len(run.fields) == 1 and run.fields[0].field.kind is not Kind.MESSAGE:
            return one_by_one
        copy = unless(f"cdr.bytes(at(&m, {run.offset_bytes}), {run.size_bytes})")
        if booleans:
            # Each of them, whatever the others say: none may stay what no bool is.
            copy += ["bool valid = true;", *(f"valid = {one} && valid;" for one in booleans)]
            copy += unless("valid")
        align = unless(f"cdr.align({run.first_alignment})") if run.first_alignment > 1 else []
        return [
            *align,
            f"if (cdr.matches({run.offset_bytes}, {run.alignment})) {{",
            *indent(copy),
            "} else {",
            *indent(one_by_one),
            "}",
        ]
