# SPDX-License-Identifier: Apache-2.0
"""Which interfaces there are."""

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


def get_interface_packages() -> list[str]:
    return definitions.list_packages()
