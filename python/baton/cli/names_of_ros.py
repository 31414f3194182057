# SPDX-License-Identifier: Apache-2.0
"""Programs of Baton that have the name of a program of ROS: the one of ROS goes first."""

import os
import sys
from pathlib import Path

# A program of Baton imports from here; another Baton's is no reason to give way.
_MARK = b"baton.cli"
_HEAD_SIZE_BYTES = 4096


def program_of_ros(name: str) -> str | None:
    """A program of this name in PATH that is not Baton's."""
    for folder in os.environ.get("PATH", "").split(":"):
        path = Path(folder, name)
        if folder and path.is_file() and os.access(path, os.X_OK) and not _is_of_baton(path):
            return str(path)
    return None


def _is_of_baton(path: Path) -> bool:
    try:
        with open(path, "rb") as file:
            return _MARK in file.read(_HEAD_SIZE_BYTES)
    except OSError:
        return False


def give_way(name: str, own: str) -> None:
    """Becomes the program of ROS if there is one. `own`: how Baton's is called then."""
    other = program_of_ros(name)
    if other:
        print(f"baton: {name} is that of ROS, {other}; {own}", file=sys.stderr)
        os.execv(other, [other, *sys.argv[1:]])
