# SPDX-License-Identifier: Apache-2.0
"""Packages and their programs."""

import os

from ament_index_python import (
    PackageNotFoundError,
    get_package_prefix,
    get_packages_with_prefixes,
)


class PackageNotFound(Exception):
    def __init__(self, package_name: str) -> None:
        super().__init__(package_name)
        self.package_name = package_name


def get_package_names():
    return get_packages_with_prefixes().keys()


def get_prefix_path(package_name: str) -> str | None:
    """None for a package that is not there."""
    try:
        return get_package_prefix(package_name)
    except (PackageNotFoundError, ValueError):
        return None


def get_executable_paths(*, package_name: str) -> list[str]:
    """The programs in lib/PACKAGE, also in folders below, but not in hidden ones. Raises
    PackageNotFound."""
    prefix = get_prefix_path(package_name)
    if prefix is None:
        raise PackageNotFound(package_name)
    found = []
    for folder, below, names in os.walk(os.path.join(prefix, "lib", package_name)):
        below[:] = sorted(name for name in below if not name.startswith("."))
        paths = [os.path.join(folder, name) for name in sorted(names)]
        found += [path for path in paths if os.access(path, os.X_OK)]
    return found
