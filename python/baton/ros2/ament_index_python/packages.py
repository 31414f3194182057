# SPDX-License-Identifier: Apache-2.0
"""Packages of the index."""

import difflib
import os
import re
from pathlib import Path

from .resources import get_resource, get_resources
from .search_paths import get_search_paths


class PackageNotFoundError(KeyError):
    """A package that no prefix has."""

    def __str__(self) -> str:
        return str(self.args[0])


class InvalidPackageNameError(ValueError):
    """No name of a package: letters, digits, _ and -."""


def get_packages_with_prefixes() -> dict[str, str]:
    """{package: prefix}."""
    return get_resources("packages")


def get_package_prefix(package_name: str) -> str:
    """The prefix of a package. Throws PackageNotFoundError and InvalidPackageNameError."""
    if not re.fullmatch(r"[a-zA-Z0-9_-]+", package_name or ""):
        raise InvalidPackageNameError(f"'{package_name}' is not a valid package name")
    try:
        return get_resource("packages", package_name)[1]
    except LookupError:
        pass
    near = difflib.get_close_matches(package_name, get_packages_with_prefixes(), 1, 0.6)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    raise PackageNotFoundError(
        f"package '{package_name}' not found, searching: {get_search_paths()}{hint}"
    )


def get_package_share_directory(package_name: str, print_warning: bool = True) -> str:
    """share/PACKAGE of a package, whether or not it is there."""
    return os.path.join(get_package_prefix(package_name), "share", package_name)


def get_package_share_path(package_name: str, print_warning: bool = True) -> Path:
    return Path(get_package_share_directory(package_name, print_warning))
