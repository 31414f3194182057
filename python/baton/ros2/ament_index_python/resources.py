# SPDX-License-Identifier: Apache-2.0
"""Resources by their type and name."""

import os
from pathlib import Path

_INDEX = "share/ament_index/resource_index"


def get_search_paths() -> list[str]:
    """The prefixes; raises OSError when there are none."""
    paths = os.environ.get("AMENT_PREFIX_PATH", "")
    if not paths:
        raise OSError("Environment variable 'AMENT_PREFIX_PATH' is not set or empty")
    return [path for path in paths.split(os.pathsep) if path and os.path.exists(path)]


def _places(resource_type: str) -> list[tuple[str, Path]]:
    if not resource_type or "/" in resource_type:
        raise ValueError("Invalid resource type")
    return [(prefix, Path(prefix) / _INDEX / resource_type) for prefix in get_search_paths()]


def get_resource(resource_type: str, resource_name: str) -> tuple[str, str]:
    """The contents of a resource and its prefix; raises LookupError."""
    for prefix, folder in _places(resource_type):
        path = folder / resource_name
        if path.is_file():
            return path.read_text(), prefix
    raise LookupError(
        f"Could not find the resource '{resource_name}' of type '{resource_type}'"
    )


def get_resources(resource_type: str) -> dict[str, str]:
    """The names of all resources of a type, with their prefixes."""
    found: dict[str, str] = {}
    for prefix, folder in _places(resource_type):
        if folder.is_dir():
            for path in folder.iterdir():
                if path.is_file() and not path.name.startswith("."):
                    found.setdefault(path.name, prefix)
    return found


def get_resource_types() -> set[str]:
    return {
        path.name
        for prefix in get_search_paths()
        for path in (Path(prefix) / _INDEX).glob("*")
        if path.is_dir()
    }


def has_resource(resource_type: str, resource_name: str) -> str | bool:
    """The prefix, or False."""
    for prefix, folder in _places(resource_type):
        if (folder / resource_name).is_file():
            return prefix
    return False
