# SPDX-License-Identifier: Apache-2.0
"""Classes of interfaces by their names.

For a name that leads to none they raise ModuleNotFoundError (there is no such package),
AttributeError (it has no such type) or ValueError (the name is of another kind, or is none).
"""

from dataclasses import dataclass
from typing import Any

from rosidl_runtime_py.import_message import import_message_from_namespaced_type


@dataclass
class NamespacedType:
    """A name in parts; where rosidl_parser is installed, its class of this name does as well."""

    namespaces: list[str]
    name: str

    def namespaced_name(self) -> tuple[str, ...]:
        return (*self.namespaces, self.name)


def get_namespaced_type(identifier: str) -> NamespacedType:
    *namespaces, name = identifier.split("/")
    return NamespacedType(namespaces, name)


def _with_folder(identifier: str, folder: str) -> NamespacedType:
    """A name of two parts lacks the folder."""
    found = get_namespaced_type(identifier)
    if len(found.namespaces) == 1:
        found.namespaces.append(folder)
    return found


def get_message_namespaced_type(identifier: str) -> NamespacedType:
    return _with_folder(identifier, "msg")


def get_service_namespaced_type(identifier: str) -> NamespacedType:
    return _with_folder(identifier, "srv")


def get_action_namespaced_type(identifier: str) -> NamespacedType:
    return _with_folder(identifier, "action")


def is_message(interface: Any) -> bool:
    return hasattr(interface, "_class_info")


def is_service(interface: Any) -> bool:
    return hasattr(interface, "Request") and hasattr(interface, "Response")


def is_action(interface: Any) -> bool:
    return all(hasattr(interface, part) for part in ("Goal", "Result", "Feedback"))


def get_interface(identifier: str) -> Any:
    """`identifier` as package/msg/Name, also of a service or an action."""
    return import_message_from_namespaced_type(get_namespaced_type(identifier))


def get_message(identifier: str) -> Any:
    """`identifier` as package/msg/Name or package/Name."""
    found = import_message_from_namespaced_type(get_message_namespaced_type(identifier))
    if not is_message(found):
        raise ValueError(f"'{identifier}' is not the name of a message")
    return found


def get_service(identifier: str) -> Any:
    found = import_message_from_namespaced_type(get_service_namespaced_type(identifier))
    if not is_service(found):
        raise ValueError(f"'{identifier}' is not the name of a service")
    return found


def get_action(identifier: str) -> Any:
    found = import_message_from_namespaced_type(get_action_namespaced_type(identifier))
    if not is_action(found):
        raise ValueError(f"'{identifier}' is not the name of an action")
    return found
