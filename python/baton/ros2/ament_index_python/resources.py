# SPDX-License-Identifier: Apache-2.0
"""Resources of the index: files by type and name."""

import os

from .constants import RESOURCE_INDEX_SUBFOLDER
from .search_paths import get_search_paths


class InvalidResourceTypeNameError(ValueError):
    """A type with a slash, or an empty one."""


class InvalidResourceNameError(ValueError):
    """A name with a slash, or an empty one."""


def name_is_invalid(name: str) -> bool:
    return not name or "/" in name or "\\" in name


def _check(resource_type: str, resource_name: str | None = None) -> None:
    if name_is_invalid(resource_type):
        raise InvalidResourceTypeNameError(f"Resource type '{resource_type}' is invalid")
    if resource_name is not None and name_is_invalid(resource_name):
        raise InvalidResourceNameError(f"Resource name '{resource_name}' is invalid")


def _folder(prefix: str, resource_type: str) -> str:
    return os.path.join(prefix, RESOURCE_INDEX_SUBFOLDER, resource_type)


def get_resource(resource_type: str, resource_name: str) -> tuple[str, str]:
    """(content, prefix) of a resource. Throws LookupError."""
    _check(resource_type, resource_name)
    for prefix in get_search_paths():
        path = os.path.join(_folder(prefix, resource_type), resource_name)
        if os.path.isfile(path):
            with open(path, encoding="utf-8") as file:
                return file.read(), prefix
    raise LookupError(f"Could not find the resource '{resource_name}' of type '{resource_type}'")


def get_resources(resource_type: str) -> dict[str, str]:
    """{name: prefix} of all resources of a type; the first prefix counts."""
    _check(resource_type)
    found: dict[str, str] = {}
    for prefix in get_search_paths():
        try:
            names = os.listdir(_folder(prefix, resource_type))
        except OSError:
            continue
        for name in sorted(names):
            if not name.startswith(".") and os.path.isfile(
                os.path.join(_folder(prefix, resource_type), name)
            ):
                found.setdefault(name, prefix)
    return found


def get_resource_types() -> set[str]:
    types: set[str] = set()
    for prefix in get_search_paths():
        folder = os.path.join(prefix, RESOURCE_INDEX_SUBFOLDER)
        if os.path.isdir(folder):
            types.update(name for name in os.listdir(folder) if not name.startswith("."))
    return types


def has_resource(resource_type: str, resource_name: str) -> str | bool:
    """The prefix of a resource, or False."""
    _check(resource_type, resource_name)
    for prefix in get_search_paths():
        if os.path.isfile(os.path.join(_folder(prefix, resource_type), resource_name)):
            return prefix
    return False
