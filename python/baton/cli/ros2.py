# SPDX-License-Identifier: Apache-2.0
"""The second name, ros2: Baton's commands, unless a ros2 of ROS itself is there."""

import os
import shutil
import sys
from pathlib import Path


def other_ros2(own_folder: str) -> str | None:
    """A ros2 in PATH that is not this one."""
    folders = [
        folder
        for folder in os.environ.get("PATH", "").split(":")
        if folder and Path(folder).resolve() != Path(own_folder).resolve()
    ]
    return shutil.which("ros2", path=":".join(folders))


def main(own_folder: str) -> int:
    other = other_ros2(own_folder)
    if other:
        print(
            f"baton: ros2 is that of ROS, {other}; Baton's commands are called baton",
            file=sys.stderr,
        )
        os.execv(other, [other, *sys.argv[1:]])
    from baton.cli.main import main as baton_main

    return baton_main(name="ros2")
