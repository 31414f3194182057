# SPDX-License-Identifier: Apache-2.0
"""Baton's own programs."""

import shutil
from pathlib import Path


def find_program(name: str) -> str | None:
    """The path of a program of Baton: in PATH, below the prefix of this package, or in a build."""
    found = shutil.which(name)
    if found:
        return found
    root = Path(__file__).resolve().parents[2]
    folders = (root / "bin", root.parents[1] / "bin" if len(root.parents) > 1 else root)
    builds = (root / "build" / preset / "bin" for preset in ("release", "dev"))
    for folder in (*folders, *builds):
        found = shutil.which(name, path=str(folder))
        if found:
            return found
    return None
