# SPDX-License-Identifier: Apache-2.0
"""Writes the type support of a package: one C++ source with straight-line functions for its types.

One source for the package, because most of its compile time is the headers. Types of other packages
that these contain get functions of their own in it, so that nothing calls across libraries and the
compiler sees through nested messages.

Fields that lie in memory as CDR has them are copied together (cdr_layout.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .cdr_layout import CdrLayouts, Run, cdr_bytes, inline_count, is_sequence
from .cpp_types import is_string
from .description import Descriptions
from .layout import SIZE_BYTES, FieldLayout, Layouts
from .model import Field, Kind, Message, Package, Shape, TypeName
from .names import cpp_name, detail_path


def source_path(package: str) -> str:
    return f"{package}/detail/{package}__type_support.cpp"


def write_type_support(package: Package) -> str:
    """The text of the file source_path(package.name)."""
    known = {message.type: message for message in package.all_messages()}
    everything = {**package.dependencies, **known}
    resolve = everything.__getitem__
    return _Writer(package, resolve).text()


def symbol(name: TypeName) -> str:
    """The variable that holds the TypeSupport, in baton::msg::generated."""
    return f"{name.package}__{name.subfolder}__{name.name}"


class _Writer:
    def __init__(self, package: Package, resolve: Callable[[TypeName], Message]):
        self._package = package
        self._resolve = resolve
        self._layouts = Layouts(resolve)
        self._descriptions = Descriptions(resolve)
        self._cdr = CdrLayouts(self._layouts, resolve)

    def text(self) -> str:
        own = self._package.all_messages()
        used = self._in_order(own)
        foreign = [message for message in used if message.type.package != self._package.name]
        includes = sorted(
            detail_path(one.type, "type_support.hpp") for one in self._package.interfaces()
        )
        parts = [
            "// SPDX-License-Identifier: Apache-2.0",
            f"// Type support of {self._package.name}. Generated: changes are lost.",
            "#include <array>",
            "#include <cstddef>",
            "#include <cstdint>",
            "#include <iterator>",
            "#include <span>",
            "#include <type_traits>",
            "",
            "#include <baton/msg/generated.hpp>",
            *(f"#include <{include}>" for include in includes),
            "",
            "namespace {",
            "",
            "using namespace ::baton::msg::generated;",
            "using ::baton::msg::CdrMeasure;",
            "using ::baton::msg::CdrReader;",
            "using ::baton::msg::CdrWriter;",
            "using ::baton::msg::ContainerHeader;",
            "using ::baton::msg::Extent;",
            "using ::baton::msg::ValidBlock;",
            "using ::baton::msg::block_footprint;",
            "",
        ]
        for message in used:
            parts += self._functions(message)
        parts += ["}  // namespace", "", "namespace baton::msg::generated {", ""]
        parts += [
            f"extern BATON_PUBLIC const TypeSupport {symbol(message.type)};"
            for message in (*foreign, *own)
        ]
        parts.append("")
        for message in own:
            parts += self._type_support(message)
        parts += self._types(own)
        parts += ["}  // namespace baton::msg::generated", "", "namespace baton::msg {", ""]
        for message in own:
            name = cpp_name(message.type)
            parts += [
                "template <>",
                f"BATON_PUBLIC const TypeSupport& type_support<{name}>() noexcept {{",
                f"  return generated::{symbol(message.type)};",
                "}",
            ]
        parts += ["", "}  // namespace baton::msg", ""]
        return "\n".join(parts)

    def _types(self, own: tuple[Message, ...]) -> list[str]:
        """All types of the package, for programs that have its library and no headers."""
        name = f"{self._package.name}__types"
        return [
            f"constexpr const TypeSupport* {name}__all[] = {{",
            *(f"    &{symbol(message.type)}," for message in own),
            "};",
            f"extern BATON_PUBLIC const std::span<const TypeSupport* const> {name};",
            f"constinit const std::span<const TypeSupport* const> {name}{{{name}__all}};",
            "",
        ]

    def _in_order(self, messages: tuple[Message, ...]) -> list[Message]:
        """These and all that they contain, each behind what it contains."""
        found: dict[TypeName, Message] = {}

        def add(message: Message) -> None:
            if message.type in found:
                return
            for field in message.fields:
                if field.nested is not None:
                    add(self._resolve(field.nested))
            found[message.type] = message

        for message in messages:
            add(message)
        return list(found.values())

    # Functions

    def _functions(self, message: Message) -> list[str]:
        name = cpp_name(message.type)
        parts = self._cdr.parts(message)
        plain = self._layouts.of(message).plain
        lines = [f"// {message.type}", ""]
        if not plain:
            lines += _function(
                f"std::size_t footprint_of(const {name}& m) noexcept",
                ["std::size_t bytes = 0;", *self._each(message, self._footprint), "return bytes;"],
            )
        if not self._cdr.of(message).any_bytes:
            lines += _function(
                f"bool validate_fields(const {name}& m, Extent& extent) noexcept",
                [*self._each(message, self._validate), "return true;"],
            )
        lines += _function(
            f"void measure_fields(const {name}& m, CdrMeasure& cdr) noexcept",
            [line for part in parts for line in self._measure(part)],
        )
        lines += _function(
            f"void encode_fields(const {name}& m, CdrWriter& cdr) noexcept",
            [line for part in parts for line in self._encode(part)],
        )
        lines += _function(
            f"bool decode_fields({name}& m, CdrReader& cdr)",
            [*(line for part in parts for line in self._decode(part)), "return true;"],
        )
        return lines

    def _each(self, message: Message, write: Callable[[Field], list[str]]) -> list[str]:
        return [line for field in message.fields for line in write(field)]

    def _is_plain(self, field: Field) -> bool:
        if field.kind is Kind.MESSAGE:
            return self._layouts.of_type(field.nested).plain
        return not is_string(field.kind)

    def _footprint(self, field: Field) -> list[str]:
        at = f"m.{field.name}"
        if is_sequence(field):
            lines = [f"bytes += block_footprint({at}.size() * sizeof(*{at}.data()));"]
        elif self._is_plain(field):
            return []
        else:
            lines = []
        if self._is_plain(field):
            return lines
        if field.kind is Kind.MESSAGE:
            one = "footprint_of({})"
        else:
            one = f"string_footprint<{_character(field)}>({{}}.size())"
        if field.shape is Shape.SINGLE:
            return [f"bytes += {one.format(at)};"]
        return [*lines, f"for (const auto& one : {at}) bytes += {one.format('one')};"]

    def _validate(self, field: Field) -> list[str]:
        at = f"m.{field.name}"
        if is_sequence(field):
            return self._validate_sequence(field, at)
        if self._cdr.element_takes_any_bytes(field):
            return []
        if field.kind is Kind.BOOLEAN:
            return _unless(f"Extent::booleans(&{at}, {inline_count(field)})")
        one = _validate_one(field)
        if field.shape is Shape.ARRAY:
            return [f"for (const auto& one : {at}) {{", *_indent(_unless(one.format("one"))), "}"]
        return _unless(one.format(at))

    def _validate_sequence(self, field: Field, at: str) -> list[str]:
        size, alignment = self._memory(field)
        bound = f", {field.count}" if field.shape is Shape.BOUNDED_SEQUENCE else ""
        if self._cdr.element_takes_any_bytes(field):
            return _unless(f"extent.sequence(&{at}, {size}, {alignment}{bound})")
        bound = bound or ", ContainerHeader::most_elements"
        if field.kind is Kind.BOOLEAN:
            elements = _unless("Extent::booleans(block.data, block.size)")
        else:
            elements = [
                f"using Element = std::remove_reference_t<decltype(*{at}.data())>;",
                "const auto* first = reinterpret_cast<const Element*>(block.data);",
                "for (std::uint32_t i = 0; i < block.size; ++i) {",
                *_indent(_unless(_validate_one(field).format("first[i]"))),
                "}",
            ]
        return [
            "{",
            "  ValidBlock block;",
            *_indent(_unless(f"extent.sequence(&{at}, {size}, {alignment}{bound}, block)")),
            *_indent(elements),
            "}",
        ]

    def _memory(self, field: Field) -> tuple[int, int]:
        """Size and alignment of an element."""
        if field.kind is Kind.MESSAGE:
            layout = self._layouts.of_type(field.nested)
            return layout.size_bytes, layout.alignment
        if is_string(field.kind):
            return 16, 8
        return SIZE_BYTES[field.kind], SIZE_BYTES[field.kind]

    # CDR

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
            *_indent([line for lines_of_one in one_by_one for line in lines_of_one]),
            "}",
        ]

    def _many(self, field: Field, at: str, verb: str, copy: str) -> list[str]:
        """The elements of a sequence of messages."""
        nested = self._cdr.nested(field)
        loop = f"for (const auto& one : {at}) {verb}_fields(one, cdr);"
        if not nested.dense:
            return [loop]
        size, alignment = self._memory(field)
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
        return [f"if (!{at}.empty()) {{", *_indent(lines), "}"]

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
                return _unless(f"cdr.elements({at}.data(), {field.count})")
            one = self._decode_one(field)
            if field.shape is Shape.ARRAY:
                return [f"for (auto& one : {at}) {{", *_indent(_unless(one.format("one"))), "}"]
            return _unless(one.format(at))
        least_bytes = self._cdr.least_element_bytes(field)
        bound = f", {field.count}" if field.shape is Shape.BOUNDED_SEQUENCE else ""
        if not (field.kind is Kind.MESSAGE or is_string(field.kind)):
            return _unless(f"decode_numbers(cdr, {at}, {least_bytes}{bound})")
        if self._is_dense_message(field):
            return self._decode_dense(field, at, least_bytes, bound)
        one = self._decode_one(field).format("one")
        return [
            "{",
            "  std::uint32_t count = 0;",
            *_indent(_unless(f"cdr.length(count, {least_bytes}{bound})")),
            f"  {at}.resize(count);",
            f"  for (auto& one : {at}) {{",
            *_indent(_indent(_unless(one))),
            "  }",
            "}",
        ]

    def _is_dense_message(self, field: Field) -> bool:
        return field.kind is Kind.MESSAGE and self._cdr.nested(field).dense

    def _decode_dense(self, field: Field, at: str, least_bytes: int, bound: str) -> list[str]:
        """Elements that may be one copy."""
        first_alignment = self._cdr.nested(field).first_alignment
        size, alignment = self._memory(field)
        return [
            "{",
            "  std::uint32_t count = 0;",
            *_indent(_unless(f"cdr.length(count, {least_bytes}{bound})")),
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
                one = _unless("decode_fields(one, cdr)")
                one_by_one += [f"for (auto& one : {at}) {{", *_indent(one), "}"]
            elif field.shape is Shape.ARRAY:
                one_by_one += _unless(f"cdr.elements({at}.data(), {field.count})")
            else:
                one_by_one += _unless(self._decode_one(field).format(at))
            if field.kind is Kind.BOOLEAN:
                booleans.append(f"CdrReader::booleans(&{at}, {inline_count(field)})")
        if len(run.fields) == 1 and run.fields[0].field.kind is not Kind.MESSAGE:
            return one_by_one
        copy = _unless(f"cdr.bytes(at(&m, {run.offset_bytes}), {run.size_bytes})")
        if booleans:
            # Each of them, whatever the others say: none may stay what no bool is.
            copy += ["bool valid = true;", *(f"valid = {one} && valid;" for one in booleans)]
            copy += _unless("valid")
        align = _unless(f"cdr.align({run.first_alignment})") if run.first_alignment > 1 else []
        return [
            *align,
            f"if (cdr.matches({run.offset_bytes}, {run.alignment})) {{",
            *_indent(copy),
            "} else {",
            *_indent(one_by_one),
            "}",
        ]

    # The table

    def _type_support(self, message: Message) -> list[str]:
        layout = self._layouts.of(message)
        cdr = self._cdr.of(message)
        name = cpp_name(message.type)
        variable = symbol(message.type)
        digest = ", ".join(f"0x{byte:02x}" for byte in self._descriptions.hash(message))
        lines = [
            f"static_assert(sizeof({name}) == {layout.size_bytes});",
            f"static_assert(alignof({name}) == {layout.alignment});",
        ]
        lines += [
            f"static_assert(offsetof({name}, {laid.field.name}) == {laid.offset_bytes});"
            for laid in layout.fields
        ]
        fields = f"{variable}__fields"
        lines += [
            f"constexpr Field {fields}[] = {{",
            *(f"    {self._field(laid)}," for laid in layout.fields),
            "};",
            f"constinit const TypeSupport {variable} = {{",
            f'    .type_name = "{message.type}",',
            f"    .hash = {{{digest}}},",
            f"    .layout_hash = 0x{layout.layout_hash:016x},",
            f"    .size_bytes = {layout.size_bytes},",
            f"    .alignment = {layout.alignment},",
            f"    .plain = {_bool(layout.plain)},",
            f"    .any_bytes = {_bool(cdr.any_bytes)},",
            f"    .dense = {_bool(cdr.dense)},",
            f"    .cdr_least_bytes = {cdr.least_bytes},",
            f"    .fields = {fields},",
            f"    .description = R\"json({self._descriptions.text(message)})json\",",
            f"    .construct = Lifetime<{name}>::construct,",
            f"    .destroy = Lifetime<{name}>::destroy,",
            f"    .copy = Lifetime<{name}>::copy,",
            f"    .equal = Lifetime<{name}>::equal,",
        ]
        message_of = f"*static_cast<const {name}*>(message)"
        if layout.plain:
            lines.append("    .footprint = [](const void*) noexcept { return std::size_t{0}; },")
        else:
            lines += [
                "    .footprint = [](const void* message) noexcept {",
                f"      return ::footprint_of({message_of});",
                "    },",
            ]
        if cdr.any_bytes:
            lines.append("    .validate = [](const void*, Extent&) noexcept { return true; },")
        else:
            lines += [
                "    .validate = [](const void* message, Extent& extent) noexcept {",
                f"      return ::validate_fields({message_of}, extent);",
                "    },",
            ]
        lines += [
            "    .cdr_size = [](const void* message, std::size_t from) noexcept {",
            "      CdrMeasure cdr(from);",
            f"      ::measure_fields({message_of}, cdr);",
            "      return cdr.position() - from;",
            "    },",
            "    .encode = [](CdrWriter& cdr, const void* message) noexcept {",
            f"      ::encode_fields({message_of}, cdr);",
            "    },",
            "    .decode = [](CdrReader& cdr, void* message) {",
            f"      return ::decode_fields(*static_cast<{name}*>(message), cdr);",
            "    },",
            "};",
            "",
        ]
        return lines

    def _field(self, laid: FieldLayout) -> str:
        field = laid.field
        nested = f"&{symbol(field.nested)}" if field.nested is not None else "nullptr"
        return (
            f'{{"{field.name}", Kind::{field.kind.name.lower()}, Shape::{field.shape.value}, '
            f"{laid.offset_bytes}, {field.count}, {field.string_bound}, {nested}}}"
        )


def _validate_one(field: Field) -> str:
    """The check of one element that is a message or a string."""
    if not is_string(field.kind):
        return "validate_fields({}, extent)"
    bound = f", {field.string_bound}" if field.string_bound else ""
    return f"extent.string<{_character(field)}>(&{{}}{bound})"


def _character(field: Field) -> str:
    return "char" if field.kind is Kind.STRING else "char16_t"


def _bool(value: bool) -> str:
    return "true" if value else "false"


def _unless(condition: str) -> list[str]:
    return [f"if (!{condition}) return false;"]


def _indent(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def _function(head: str, body: list[str]) -> list[str]:
    """A function that only some messages need, with parameters that only some use."""
    for parameter in ("m", "extent"):
        used = any(re.search(rf"\b{parameter}\b", line) for line in body)
        if head.endswith(f"& {parameter}) noexcept") or f"& {parameter}, " in head:
            body = body if used else [f"(void){parameter};", *body]
    return [f"[[maybe_unused]] inline {head} {{", *_indent(body), "}", ""]
