# SPDX-License-Identifier: Apache-2.0
"""Which interfaces there are."""

import os

from baton import definitions


def _interfaces(folder: str, packages: list[str]) -> dict[str, list[str]]:
    chosen = packages or definitions.list_packages()
    found = {name: definitions.list_definitions(name, folder) for name in chosen}
    return {name: [f"{folder}/{each}" for each in names] for name, names in found.items() if names}


def get_message_interfaces(package_names: list[str] | tuple = ()) -> dict[str, list[str]]:
    return _interfaces("msg", list(package_names))


def get_service_interfaces(package_names: list[str] | tuple = ()) -> dict[str, list[str]]:
    return _interfaces("srv", list(package_names))


def get_action_interfaces(package_names: list[str] | tuple = ()) -> dict[str, list[str]]:
    return _interfaces("action", list(package_names))


def get_interface_packages() -> dict[str, str]:
    """{package: the prefix in which its definitions are}."""
    places = {name: definitions.place_of(name) for name in definitions.list_packages()}
    return {name: os.fspath(share.parent) for name, share in places.items() if share}


def get_interfaces(package_names: list[str] | tuple = ()) -> dict[str, list[str]]:
    """All three kinds together."""
    found: dict[str, list[str]] = {}
    for folder in ("msg", "srv", "action"):
        for package, names in _interfaces(folder, list(package_names)).items():
            found.setdefault(package, []).extend(names)
    return found


def get_interface_path(interface_name: str) -> str:
    """The file that defines `package/msg/Name`. Raises ValueError and LookupError."""
    parts = interface_name.split("/")
    if len(parts) != 3 or not all(parts):
        raise ValueError(f"Invalid name '{interface_name}': write package/msg/Name")
    path = definitions.find_definition(*parts)
    if path is None:
        raise LookupError(f"Could not find the interface '{interface_name}'")
    return os.fspath(path)
