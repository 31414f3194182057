# SPDX-License-Identifier: Apache-2.0
"""`detail/<name>__traits.hpp`, `detail/<name>__type_support.hpp`: what templates ask of a type."""

from __future__ import annotations

from .context import Context
from .model import Interface, Message
from .names import cpp_name, detail_path
from .text import close_namespace, head, include_lines, open_namespace


def write_traits_header(context: Context, interface: Interface) -> str:
    headers = {
        "<baton/msg/message_traits.hpp>",
        f"<{detail_path(interface.type, 'struct.hpp')}>",
        f"<{detail_path(interface.type, 'type_support.hpp')}>",
    }
    headers |= context.nested_headers(interface, "traits.hpp")
    parts = [head(interface), include_lines(headers)]
    # Argument-dependent lookup finds them here, and so does `package::msg::to_yaml(message)`.
    parts.append(open_namespace(interface))
    parts += [
        f"using ::baton::msg::{name};\n"
        for name in ("to_block_style_yaml", "to_flow_style_yaml", "to_yaml")
    ]
    parts.append(close_namespace(interface).lstrip("\n"))
    parts.append("\nnamespace rosidl_generator_traits {\n")
    for message in interface.messages:
        fixed = context.layouts.of(message).plain
        bounded = context.is_bounded(message)
        parts.append(_names(cpp_name(message.type), str(message.type)))
        parts += [
            _trait(message, "has_fixed_size", fixed),
            _trait(message, "has_bounded_size", bounded),
            _trait(message, "is_message", True),
        ]
    for service in interface.services:
        parts.append(_names(cpp_name(service.type), str(service.type)))
        for name, fulfilled in {
            "has_fixed_size": all(context.layouts.of(one).plain for one in service.messages[:2]),
            "has_bounded_size": all(context.is_bounded(one) for one in service.messages[:2]),
        }.items():
            parts.append(_specialisation(cpp_name(service.type), name, fulfilled))
        parts.append(_specialisation(cpp_name(service.type), "is_service", True))
        parts.append(_trait(service.request, "is_service_request", True))
        parts.append(_trait(service.response, "is_service_response", True))
    if interface.action is not None:
        action = interface.action
        parts.append(_names(cpp_name(action.type), str(action.type)))
        parts.append(_specialisation(cpp_name(action.type), "is_action", True))
        parts.append(_trait(action.goal, "is_action_goal", True))
        parts.append(_trait(action.result, "is_action_result", True))
        parts.append(_trait(action.feedback, "is_action_feedback", True))
    parts.append("\n}  // namespace rosidl_generator_traits\n")
    return "".join(parts)


def _names(cpp: str, name: str) -> str:
    data_type = cpp.removeprefix("::")
    return (
        f'\ntemplate <>\ninline const char* data_type<{cpp}>() {{\n  return "{data_type}";\n}}\n'
        f'template <>\ninline const char* name<{cpp}>() {{\n  return "{name}";\n}}\n'
    )


def _trait(message: Message, name: str, fulfilled: bool) -> str:
    return _specialisation(cpp_name(message.type), name, fulfilled)


def _specialisation(cpp: str, name: str, fulfilled: bool) -> str:
    value = "true" if fulfilled else "false"
    return f"template <>\nstruct {name}<{cpp}> : std::{value}_type {{}};\n"


def write_type_support_header(context: Context, interface: Interface) -> str:
    headers = {
        "<baton/msg/type_support.hpp>",
        "<baton/visibility.hpp>",
        f"<{detail_path(interface.type, 'struct.hpp')}>",
    }
    if interface.services:
        headers.add("<baton/msg/service_type_support.hpp>")
    headers |= context.nested_headers(interface, "type_support.hpp")
    declared = [("TypeSupport", "type_support", one.type) for one in interface.messages]
    declared += [
        ("ServiceTypeSupport", "service_type_support", one.type) for one in interface.services
    ]
    if interface.action is not None:
        declared.append(("ActionTypeSupport", "action_type_support", interface.type))
    lines = [
        f"\ntemplate <>\nBATON_PUBLIC const {kind}& {function}<{cpp_name(name)}>() noexcept;\n"
        for kind, function, name in declared
    ]
    return (
        head(interface)
        + include_lines(headers)
        + "\nnamespace baton::msg {\n"
        + "".join(lines)
        + "\n}  // namespace baton::msg\n"
    )
