# SPDX-License-Identifier: Apache-2.0
"""`detail/<package>__ros_symbols.cpp`: functions that ROS's programs look up by name in a package's
library, as rosbag2 does. Nothing of Baton calls them.
"""

from __future__ import annotations

from .context import Context
from .model import Interface, Package, TypeName
from .names import cpp_name
from .service_writer import declare_types
from .type_support_writer import symbol

_CPP = "rosidl_typesupport_cpp"
_HANDLE = "::baton::to_handle"
_INTROSPECTION = "::baton::detail::to_introspection_handle"


def symbols_source_path(package: str) -> str:
    return f"{package}/detail/{package}__ros_symbols.cpp"


def write_symbols_source(context: Context) -> str:
    """Types are declared only, as their headers would take longer to compile than all else."""
    package = context.package
    interfaces = [one for one in package.interfaces() if one.services]
    parts = [
        "// SPDX-License-Identifier: Apache-2.0\n",
        f"// Made by baton_msggen: functions of C by which ROS finds the types of {package.name}.\n",
        "#include <baton/introspection_handle.hpp>\n",
        *(declare_types(one) for one in interfaces),
        "\nnamespace baton::msg {\n",
        *_declarations(package, interfaces),
        "\n}  // namespace baton::msg\n",
        '\nextern "C" {\n',
    ]
    for message in package.all_messages():
        support = f"::baton::msg::generated::{symbol(message.type)}"
        parts += _functions("message", message.type, support)
    for interface in interfaces:
        for service in interface.services:
            parts += _functions("service", service.type, _support("service", service.type))
        if interface.action is not None:
            # Actions have one form.
            support = _support("action", interface.type)
            parts.append(_function(_CPP, "action", interface.type, _HANDLE, support))
    parts.append('\n}  // extern "C"\n')
    return "".join(parts)


def _declarations(package: Package, interfaces: list[Interface]) -> list[str]:
    lines = ["namespace generated {\n"]
    lines += [
        f"extern BATON_PUBLIC const TypeSupport {symbol(message.type)};\n"
        for message in package.all_messages()
    ]
    lines.append("}  // namespace generated\n")
    for interface in interfaces:
        lines += [_declaration("Service", service.type) for service in interface.services]
        if interface.action is not None:
            lines.append(_declaration("Action", interface.type))
    return lines


def _declaration(kind: str, name: TypeName) -> str:
    return (
        f"template <>\nBATON_PUBLIC const {kind}TypeSupport&"
        f" {kind.lower()}_type_support<{cpp_name(name)}>() noexcept;\n"
    )


def _support(kind: str, name: TypeName) -> str:
    return f"::baton::msg::{kind}_type_support<{cpp_name(name)}>()"


def _functions(kind: str, name: TypeName, support: str) -> list[str]:
    return [
        _function(_CPP, kind, name, _HANDLE, support),
        _function("rosidl_typesupport_introspection_cpp", kind, name, _INTROSPECTION, support),
    ]


def _function(form: str, kind: str, name: TypeName, convert: str, support: str) -> str:
    """With a declaration before it, which strict compilers ask for."""
    function = f"{form}__get_{kind}_type_support_handle__{symbol(name)}()"
    result = f"const rosidl_{kind}_type_support_t*"
    return (
        f"BATON_PUBLIC {result} {function};\n"
        f"{result} {function} {{ return {convert}({support}); }}\n"
    )
