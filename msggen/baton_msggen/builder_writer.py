# SPDX-License-Identifier: Apache-2.0
"""`detail/<name>__builder.hpp`: `build<geometry_msgs::msg::Point>().x(1).y(2).z(3)`.

Fields are set in order and none is left out: every stage is a class that knows the next field only.
"""

from __future__ import annotations

from .context import Context
from .cpp_types import is_container
from .model import Interface, Message
from .names import cpp_name, detail_path
from .package_reader import PLACEHOLDER
from .text import close_namespace, head, include_lines, open_namespace

_SKIP = "::baton::msg::MessageInitialization::skip"


def write_builder_header(context: Context, interface: Interface) -> str:
    structs = f"<{detail_path(interface.type, 'struct.hpp')}>"
    parts = [head(interface), include_lines({structs, "<utility>"})]
    for message in interface.messages:
        if message.fields != (PLACEHOLDER,):
            parts.append(open_namespace(interface).rstrip("{\n ") + "::builder {\n")
            parts += _stages(message)
            parts.append(close_namespace(interface).rstrip("\n") + "::builder\n")
    parts.append(f"\nnamespace {context.package.name} {{\n")
    parts.append("\ntemplate <class Message>\nauto build();\n")
    for message in interface.messages:
        name = cpp_name(message.type)
        first = f"{name}(::baton::msg::MessageInitialization::zero)"
        if message.fields != (PLACEHOLDER,):
            space = f"::{interface.type.package}::{interface.type.subfolder}::builder"
            first = f"{space}::{_stage(message, 0)}()"
        parts.append(f"\ntemplate <>\ninline auto build<{name}>() {{\n  return {first};\n}}\n")
    parts.append(f"\n}}  // namespace {context.package.name}\n")
    return "".join(parts)


def _stage(message: Message, number: int) -> str:
    return f"Init_{message.type.name}_{message.fields[number].name}"


def _stages(message: Message) -> list[str]:
    """Last first: each returns the next."""
    name = message.type.name
    stages = []
    for number in reversed(range(len(message.fields))):
        field = message.fields[number]
        last = number + 1 == len(message.fields)
        result = name if last else _stage(message, number + 1)
        value = "std::move(_message)" if last else f"{result}(std::move(_message))"
        if number == 0:
            constructor = f"  {_stage(message, 0)}() : _message({_SKIP}) {{}}\n"
        else:
            constructor = (
                f"  explicit {_stage(message, number)}({name}&& _from)"
                " : _message(std::move(_from)) {}\n"
            )
        if is_container(field):
            setter = (
                f"  template <class Argument_ = {name}::_{field.name}_type>\n"
                f"  {result} {field.name}(Argument_&& _value) {{\n"
                f"    _message.{field.name} = std::forward<Argument_>(_value);\n"
            )
        else:
            setter = (
                f"  {result} {field.name}({name}::_{field.name}_type _value) {{\n"
                f"    _message.{field.name} = std::move(_value);\n"
            )
        stages.append(
            f"\nclass {_stage(message, number)} {{\n public:\n{constructor}{setter}"
            f"    return {value};\n"
            f"  }}\n\n private:\n  {name} _message;\n}};\n"
        )
    return stages
