# SPDX-License-Identifier: Apache-2.0
"""Writes the type support of a package: one C++ source with straight-line functions for its types.

One source for the package, because most of its compile time is the headers. Types of other packages
that these contain get functions of their own in it, so that nothing calls across libraries and the
compiler sees through nested messages.
"""

from __future__ import annotations

from collections.abc import Callable

from .cdr_functions import CdrFunctions
from .cdr_layout import CdrLayouts, inline_count, is_sequence
from .cpp_lines import bool_of, character_of, function, indent, unless
from .cpp_types import is_string
from .description import Descriptions
from .layout import FieldLayout, Layouts
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
        self._cdr_functions = CdrFunctions(self._layouts, self._cdr)

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
            f"extern BATON_PUBLIC const Span<const TypeSupport* const> {name};",
            f"BATON_CONSTINIT const Span<const TypeSupport* const> {name}{{{name}__all}};",
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
        plain = self._layouts.of(message).plain
        lines = [f"// {message.type}", ""]
        if not plain:
            lines += function(
                f"std::size_t footprint_of(const {name}& m) noexcept",
                ["std::size_t bytes = 0;", *self._each(message, self._footprint), "return bytes;"],
            )
        if not self._cdr.of(message).any_bytes:
            lines += function(
                f"bool validate_fields(const {name}& m, Extent& extent) noexcept",
                [*self._each(message, self._validate), "return true;"],
            )
        return lines + self._cdr_functions.text(message)

    def _each(self, message: Message, write: Callable[[Field], list[str]]) -> list[str]:
        return [line for field in message.fields for line in write(field)]

    def _is_plain(self, field: Field) -> bool:
        _, _, plain = self._layouts.element(field)
        return plain

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
            one = f"string_footprint<{character_of(field)}>({{}}.size())"
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
            return unless(f"Extent::booleans(&{at}, {inline_count(field)})")
        one = _validate_one(field)
        if field.shape is Shape.ARRAY:
            return [f"for (const auto& one : {at}) {{", *indent(unless(one.format("one"))), "}"]
        return unless(one.format(at))

    def _validate_sequence(self, field: Field, at: str) -> list[str]:
        size, alignment, _ = self._layouts.element(field)
        bound = f", {field.count}" if field.shape is Shape.BOUNDED_SEQUENCE else ""
        if self._cdr.element_takes_any_bytes(field):
            return unless(f"extent.sequence(&{at}, {size}, {alignment}{bound})")
        bound = bound or ", ContainerHeader::most_elements"
        if field.kind is Kind.BOOLEAN:
            elements = unless("Extent::booleans(block.data, block.size)")
        else:
            elements = [
                f"using Element = std::remove_reference_t<decltype(*{at}.data())>;",
                "const auto* first = reinterpret_cast<const Element*>(block.data);",
                "for (std::uint32_t i = 0; i < block.size; ++i) {",
                *indent(unless(_validate_one(field).format("first[i]"))),
                "}",
            ]
        return [
            "{",
            "  ValidBlock block;",
            *indent(unless(f"extent.sequence(&{at}, {size}, {alignment}{bound}, block)")),
            *indent(elements),
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
            f"BATON_CONSTINIT const TypeSupport {variable} = {{",
            f'    /*type_name=*/"{message.type}",',
            f"    /*hash=*/{{{digest}}},",
            f"    /*layout_hash=*/0x{layout.layout_hash:016x},",
            f"    /*size_bytes=*/{layout.size_bytes},",
            f"    /*alignment=*/{layout.alignment},",
            f"    /*plain=*/{bool_of(layout.plain)},",
            f"    /*any_bytes=*/{bool_of(cdr.any_bytes)},",
            f"    /*dense=*/{bool_of(cdr.dense)},",
            f"    /*cdr_least_bytes=*/{cdr.least_bytes},",
            f"    /*fields=*/{fields},",
            f"    /*description=*/R\"json({self._descriptions.text(message)})json\",",
            f"    /*construct=*/Lifetime<{name}>::construct,",
            f"    /*destroy=*/Lifetime<{name}>::destroy,",
            f"    /*copy=*/Lifetime<{name}>::copy,",
            f"    /*equal=*/Lifetime<{name}>::equal,",
        ]
        return [*lines, *self._entries(message), "};", ""]

    def _entries(self, message: Message) -> list[str]:
        """Of the table: the functions above."""
        name = cpp_name(message.type)
        message_of = f"*static_cast<const {name}*>(message)"
        if self._layouts.of(message).plain:
            lines = ["    /*footprint=*/[](const void*) noexcept { return std::size_t{0}; },"]
        else:
            lines = [
                "    /*footprint=*/[](const void* message) noexcept {",
                f"      return ::footprint_of({message_of});",
                "    },",
            ]
        if self._cdr.of(message).any_bytes:
            lines.append("    /*validate=*/[](const void*, Extent&) noexcept { return true; },")
        else:
            lines += [
                "    /*validate=*/[](const void* message, Extent& extent) noexcept {",
                f"      return ::validate_fields({message_of}, extent);",
                "    },",
            ]
        lines += [
            "    /*cdr_size=*/[](const void* message, std::size_t from) noexcept {",
            "      CdrMeasure cdr(from);",
            f"      ::measure_fields({message_of}, cdr);",
            "      return cdr.position() - from;",
            "    },",
            "    /*encode=*/[](CdrWriter& cdr, const void* message) noexcept {",
            f"      ::encode_fields({message_of}, cdr);",
            "    },",
            "    /*decode=*/[](CdrReader& cdr, void* message) {",
            f"      return ::decode_fields(*static_cast<{name}*>(message), cdr);",
            "    },",
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
    return f"extent.string<{character_of(field)}>(&{{}}{bound})"
