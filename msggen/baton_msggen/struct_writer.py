# SPDX-License-Identifier: Apache-2.0
"""`detail/<name>__struct.hpp`: the structs that users see."""

from __future__ import annotations

from .context import Context
from .cpp_types import (
    constant_declaration,
    element_type,
    field_type,
    headers_of,
    is_container,
    is_string,
    literal,
    needs_limits,
    zero,
)
from .model import Action, Field, Interface, Kind, Message, Service, Shape
from .names import cpp_name, detail_path
from .text import close_namespace, head, include_lines, open_namespace

_INITIALIZATION = "::baton::msg::MessageInitialization"

_POINTERS = """\
  using RawPtr = {0}*;
  using ConstRawPtr = const {0}*;
  using SharedPtr = std::shared_ptr<{0}>;
  using ConstSharedPtr = std::shared_ptr<const {0}>;
  template <class Deleter = std::default_delete<{0}>>
  using UniquePtrWithDeleter = std::unique_ptr<{0}, Deleter>;
  using UniquePtr = UniquePtrWithDeleter<>;
  template <class Deleter = std::default_delete<const {0}>>
  using ConstUniquePtrWithDeleter = std::unique_ptr<const {0}, Deleter>;
  using ConstUniquePtr = ConstUniquePtrWithDeleter<>;
  using WeakPtr = std::weak_ptr<{0}>;
  using ConstWeakPtr = std::weak_ptr<const {0}>;
"""


def write_struct_header(context: Context, interface: Interface) -> str:
    parts = [head(interface), include_lines(_headers(context, interface))]
    parts.append(open_namespace(interface))
    parts += [_struct(message) for message in interface.messages]
    if interface.action is None:
        parts += [_service(service) for service in interface.services]
    else:
        parts.append(_action(interface.action))
    parts.append(close_namespace(interface))
    # ROS finds by the linker what Baton finds in headers, so that this header is enough there.
    parts.append("\n" + include_lines([f"<{detail_path(interface.type, 'traits.hpp')}>"]))
    return "".join(parts)


def _headers(context: Context, interface: Interface) -> set[str]:
    found = {"<baton/msg/message.hpp>", "<baton/msg/rosidl_runtime_cpp.hpp>"}
    for message in interface.messages:
        for field in message.fields:
            found |= headers_of(field)
        if any(is_string(constant.kind) for constant in message.constants):
            found.add("<baton/msg/string_constant.hpp>")
        if needs_limits(_values(message)):
            found.add("<limits>")
    if interface.action is not None:
        found |= {
            "<action_msgs/msg/detail/goal_status_array__struct.hpp>",
            "<action_msgs/srv/detail/cancel_goal__struct.hpp>",
        }
    return found | context.nested_headers(interface, "struct.hpp")


def _values(message: Message) -> list[object]:
    values: list[object] = [constant.value for constant in message.constants]
    for field in message.fields:
        values += field.default if isinstance(field.default, tuple) else [field.default]
    return values


def _struct(message: Message) -> str:
    name = message.type.name
    lines = [
        f"\nstruct {name} {{\n",
        f"  using Type = {name};\n",
        _POINTERS.format(name),
        "\n",
    ]
    if message.constants:
        lines += [f"  {constant_declaration(constant)}\n" for constant in message.constants]
        lines.append("\n")
    lines.append(_constructor(name, message.fields))
    for field in message.fields:
        lines.append(f"\n  using _{field.name}_type = {field_type(field)};\n")
        lines.append(f"  _{field.name}_type {field.name};\n")
    lines.append("\n")
    lines += [_setter(name, field) for field in message.fields]
    lines.append(_comparison(name, message.fields))
    # The three ways of new, because the class's own delete would not match the global one.
    lines.append(
        "  static void* operator new(std::size_t _size) { return ::operator new(_size); }\n"
        "  static void* operator new(std::size_t _size, const std::nothrow_t& _tag) noexcept {\n"
        "    return ::operator new(_size, _tag);\n"
        "  }\n"
        "  static void* operator new(std::size_t, void* _memory) noexcept { return _memory; }\n"
        "  static void operator delete(void* _message) noexcept {"
        " ::baton::msg::free_message(_message); }\n};\n"
    )
    # ROS's structs are templates over an allocator; code that names them so still compiles.
    lines.append(f"\ntemplate <class>\nusing {name}_ = {name};\n")
    return "".join(lines)


def _setter(name: str, field: Field) -> str:
    """A container takes whatever can be assigned to it, a std::string for one."""
    if is_container(field):
        head = (
            f"  template <class Argument_ = _{field.name}_type>\n"
            f"  {name}& set__{field.name}(const Argument_& _value) {{\n"
        )
    else:
        head = f"  {name}& set__{field.name}(const _{field.name}_type& _value) {{\n"
    return f"{head}    {field.name} = _value;\n    return *this;\n  }}\n"


def _comparison(name: str, fields: tuple[Field, ...]) -> str:
    equal = " &&\n           ".join(f"{field.name} == _other.{field.name}" for field in fields)
    return (
        f"\n  bool operator==(const {name}& _other) const {{\n    return {equal};\n  }}\n"
        f"  bool operator!=(const {name}& _other) const {{ return !(*this == _other); }}\n"
    )


def _constructor(name: str, fields: tuple[Field, ...]) -> str:
    zeroed = [line for field in fields if field.default is None for line in _zero_lines(field)]
    with_default = [field for field in fields if field.default is not None]
    overridden = [line for field in with_default for line in _zero_lines(field)]
    defaults = [_default_line(field) for field in with_default]
    zero_only = [line for field in fields for line in _nested_array_lines(field)]
    nested = [
        f"{field.name}(_init)"
        for field in fields
        if field.kind is Kind.MESSAGE and field.shape is Shape.SINGLE
    ]
    initializers = f"\n      : {', '.join(nested)}" if nested else ""
    parameter = " _init" if nested or zeroed or overridden or defaults or zero_only else ""
    lines = [
        f"  explicit {name}({_INITIALIZATION}{parameter} = {_INITIALIZATION}::all)"
        f"{initializers} {{\n"
    ]
    if zeroed or overridden or defaults or zero_only:
        lines.append(f"    using _how = {_INITIALIZATION};\n")
    lines += _when("_init == _how::all || _init == _how::zero", zeroed)
    lines += _when("_init == _how::zero", overridden + zero_only)
    lines += _when("_init == _how::all || _init == _how::defaults_only", defaults)
    return "".join(lines) + "  }\n"


def _when(condition: str, lines: list[str]) -> list[str]:
    if not lines:
        return []
    return [f"    if ({condition}) {{\n", *(f"      {line}\n" for line in lines), "    }\n"]


def _zero_lines(field: Field) -> list[str]:
    """Containers and nested messages begin empty by themselves."""
    if field.kind is Kind.MESSAGE or field.is_string:
        return []
    if field.shape is Shape.SINGLE:
        return [f"{field.name} = {zero(field.kind)};"]
    if field.shape is Shape.ARRAY:
        return [f"{field.name}.fill({zero(field.kind)});"]
    return []


def _nested_array_lines(field: Field) -> list[str]:
    """Elements of arrays are constructed with their defaults, which `zero` does not want."""
    if field.kind is Kind.MESSAGE and field.shape is Shape.ARRAY:
        return [f"{field.name}.fill({element_type(field)}(_init));"]
    return []


def _default_line(field: Field) -> str:
    if field.shape is Shape.SINGLE:
        return f"{field.name} = {literal(field.kind, field.default)};"
    values = [literal(field.kind, value) for value in field.default]
    if field.shape is Shape.ARRAY:
        if len(set(values)) == 1:
            return f"{field.name}.fill({values[0]});"
        return f"{field.name} = {{{{{', '.join(values)}}}}};"
    return f"{field.name} = {{{', '.join(values)}}};" if values else f"{field.name}.clear();"


def _service(service: Service) -> str:
    name = service.type.name
    return (
        f"\nstruct {name} {{\n"
        f"  using Request = {cpp_name(service.request.type)};\n"
        f"  using Response = {cpp_name(service.response.type)};\n"
        f"  using Event = {cpp_name(service.event.type)};\n"
        "};\n"
    )


def _action(action: Action) -> str:
    name = action.type.name
    services = _service(action.send_goal) + _service(action.get_result)
    return services + (
        f"\nstruct {name} {{\n"
        f"  using Goal = {cpp_name(action.goal.type)};\n"
        f"  using Result = {cpp_name(action.result.type)};\n"
        f"  using Feedback = {cpp_name(action.feedback.type)};\n"
        "\n"
        "  struct Impl {\n"
        f"    using SendGoalService = {cpp_name(action.send_goal.type)};\n"
        f"    using GetResultService = {cpp_name(action.get_result.type)};\n"
        f"    using FeedbackMessage = {cpp_name(action.feedback_message.type)};\n"
        "    using CancelGoalService = ::action_msgs::srv::CancelGoal;\n"
        "    using GoalStatusMessage = ::action_msgs::msg::GoalStatusArray;\n"
        "  };\n"
        "};\n"
    )
