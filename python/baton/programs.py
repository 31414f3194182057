# SPDX-License-Identifier: Apache-2.0
"""Baton's own programs."""

import shutil
from pathlib import Path


def find_program(name: str) -> str | None:
    """The path of a program: in PATH, else in bin of the prefix or the build of this package."""
    found = shutil.which(name)
    if found:
        return found
    root = Path(__file__).resolve().parents[1]
    # <prefix>/share/baton/python, or python/ of a checkout.
    folders = [root.parents[2] / "bin"] if root.parent.name == "baton" else []
    folders += [root.parent / "build" / preset / "bin" for preset in ("release", "dev")]
    for folder in folders:
        found = shutil.which(name, path=str(folder))
        if found:
            return found
    return None
