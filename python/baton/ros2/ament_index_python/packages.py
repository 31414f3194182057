# SPDX-License-Identifier: Apache-2.0
"""Packages and where they are installed."""

import os
from pathlib import Path

from ament_index_python.resources import get_resource, get_resources, get_search_paths


class PackageNotFoundError(KeyError):
    def __str__(self) -> str:
        return f"\"package '{self.args[0]}' not found, searching: {get_search_paths()}\""


def get_packages_with_prefixes() -> dict[str, str]:
    return get_resources("packages")


def get_package_prefix(package_name: str) -> str:
    if not package_name or "/" in package_name:
        raise ValueError(f"'{package_name}' is not a valid package name")
    try:
        return get_resource("packages", package_name)[1]
    except LookupError:
        raise PackageNotFoundError(package_name) from None


def get_package_share_directory(package_name: str, print_warning: bool = True) -> str:
    return os.path.join(get_package_prefix(package_name), "share", package_name)


def get_package_share_path(package_name: str, print_warning: bool = True) -> Path:
    return Path(get_package_share_directory(package_name))
