# SPDX-License-Identifier: Apache-2.0
"""The version, which is written once: in the project's CMakeLists.txt."""

import importlib.metadata
import re
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]


def read_version(checkout: Path = CHECKOUT) -> str:
    """The version of the checkout this module lies in, else that of the installed package."""
    cmake = checkout / "CMakeLists.txt"
    if cmake.is_file():
        found = re.search(
            r"project\(\s*baton\s[^)]*?VERSION\s+([0-9.]+)", cmake.read_text(), re.IGNORECASE
        )
        if found:
            return found.group(1)
    try:
        return importlib.metadata.version("baton")
    except importlib.metadata.PackageNotFoundError:
        return "0"


VERSION = read_version()
