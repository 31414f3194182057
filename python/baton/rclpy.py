# SPDX-License-Identifier: Apache-2.0
"""Switches the package `rclpy` on, for nodes that were written for ROS 2: `import baton.rclpy`
before `import rclpy`, the distribution baton-rclpy (pip install baton[rclpy]), or the setup.bash of an
installed Baton. `python3 -m baton.rclpy` says which rclpy is used.

It comes last on sys.path: beside a sourced ROS, that one's rclpy is used.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "ros2"


def switch_on() -> None:
    """Puts rclpy and the other packages under names of ROS behind all else on sys.path."""
    if str(FOLDER) not in sys.path:
        sys.path.append(str(FOLDER))


def describe() -> str:
    """A sentence that says which rclpy is used."""
    found = importlib.util.find_spec("rclpy")
    if found is None or found.origin is None:
        return "there is no rclpy: import baton.rclpy first, or pip install baton[rclpy]"
    if Path(found.origin).is_relative_to(FOLDER):
        return f"rclpy is Baton's: {found.origin}"
    return f"rclpy is that of a sourced ROS, to which Baton's gives way: {found.origin}"


switch_on()

if __name__ == "__main__":
    print(describe())
