# SPDX-License-Identifier: Apache-2.0
"""Baton's own programs."""

import shutil
from pathlib import Path


def prefix_of_installation(root: Path) -> Path | None:
    """Of <prefix>/share/baton/python the prefix; none of a checkout, also of one in a folder named baton."""
    return root.parents[2] if root.parts[-3:-1] == ("share", "baton") else None


def find_program(name: str) -> str | None:
    """The path of a program: in PATH, else in bin of the prefix or the build of this package."""
    found = shutil.which(name)
    if found:
        return found
    root = Path(__file__).resolve().parents[1]
    prefix = prefix_of_installation(root)
    folders = [prefix / "bin"] if prefix else []
    folders += [root.parent / "build" / preset / "bin" for preset in ("release", "dev")]
    for folder in folders:
        found = shutil.which(name, path=str(folder))
        if found:
            return found
    return None
