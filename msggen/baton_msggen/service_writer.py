# SPDX-License-Identifier: Apache-2.0
"""`detail/<package>__service_type_support.cpp`: what the runtime knows of services and actions."""

from __future__ import annotations

from .context import Context
from .model import Action, Interface, Message, Package, Service
from .names import cpp_name
from .text import close_namespace, open_namespace


def service_source_path(package: Package) -> str:
    return f"{package.name}/detail/{package.name}__service_type_support.cpp"


def write_service_source(context: Context) -> str:
    """The types are declared only: their headers would take longer to compile than all else."""
    package = context.package
    interfaces = [one for one in package.interfaces() if one.services]
    parts = [
        "// SPDX-License-Identifier: Apache-2.0\n",
        f"// Made by baton_msggen from the services and actions of {package.name}.\n",
        "#include <baton/msg/service_type_support.hpp>\n#include <baton/visibility.hpp>\n",
    ]
    parts += [declare_types(interface) for interface in interfaces]
    parts.append("\nnamespace baton::msg {\n")
    for interface in interfaces:
        parts.append("\n")
        parts += [_declaration("TypeSupport", "type_support", one) for one in interface.messages]
    for interface in interfaces:
        parts += [_service(context, service) for service in interface.services]
        if interface.action is not None:
            parts.append(_action(context, interface.action))
    parts.append("\n}  // namespace baton::msg\n")
    return "".join(parts)


def declare_types(interface: Interface) -> str:
    """Of a service or an action."""
    names = [one.type.name for one in (*interface.messages, *interface.services)]
    if interface.action is not None:
        names.append(interface.type.name)
    return (
        open_namespace(interface)
        + "".join(f"struct {name};\n" for name in names)
        + close_namespace(interface).lstrip("\n")
    )


def _declaration(kind: str, function: str, message: Message) -> str:
    name = cpp_name(message.type)
    return f"template <>\nBATON_PUBLIC const {kind}& {function}<{name}>() noexcept;\n"


def _service(context: Context, service: Service) -> str:
    members = [f"&type_support<{cpp_name(part.type)}>()" for part in service.messages]
    return _object(context, service, "ServiceTypeSupport", "service_type_support", members)


def _action(context: Context, action: Action) -> str:
    messages = (action.goal, action.result, action.feedback, action.feedback_message)
    services = (action.send_goal, action.get_result)
    members = [f"&type_support<{cpp_name(part.type)}>()" for part in messages]
    members += [f"&service_type_support<{cpp_name(part.type)}>()" for part in services]
    return _object(context, action, "ActionTypeSupport", "action_type_support", members)


def _object(
    context: Context, interface: Service | Action, kind: str, function: str, members: list[str]
) -> str:
    digest = ", ".join(f"0x{byte:02x}" for byte in context.descriptions.hash(interface))
    text = f'R"json({context.descriptions.text(interface)})json"'
    values = [f'"{interface.type}"', f"{{{digest}}}", text, *members]
    lines = "".join(f"      {value},\n" for value in values)
    name = cpp_name(interface.type)
    return (
        f"\ntemplate <>\nBATON_PUBLIC const {kind}& {function}<{name}>() noexcept {{\n"
        f"  static const {kind} support{{\n{lines}  }};\n"
        "  return support;\n}\n"
    )
