# SPDX-License-Identifier: Apache-2.0
"""The version, which is written once: in the project's CMakeLists.txt."""

import importlib.metadata
import re
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
# `cmake --install` writes it (cmake/BatonPython.cmake). A wheel has metadata instead.
INSTALLED = Path(__file__).resolve().with_name("VERSION")


def read_version(checkout: Path = CHECKOUT, installed: Path = INSTALLED) -> str:
    """The version of the checkout or the installation that this module lies in, else of the wheel."""
    cmake = checkout / "CMakeLists.txt"
    if cmake.is_file():
        found = re.search(
            r"project\(\s*baton\s[^)]*?VERSION\s+([0-9.]+)", cmake.read_text(), re.IGNORECASE
        )
        if found:
            return found.group(1)
    if installed.is_file():
        return installed.read_text().strip()
    try:
        return importlib.metadata.version("baton")
    except importlib.metadata.PackageNotFoundError:
        return "0"


VERSION = read_version()
