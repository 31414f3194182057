# SPDX-License-Identifier: Apache-2.0
"""ROS 2 itself as a competitor: `perf_ros2`, which is built against the one that is sourced."""

import os
import subprocess
from pathlib import Path

from baton.version import CHECKOUT

PROGRAM = "perf_ros2"
BUILD = CHECKOUT / "tools" / "competitor_ros2.sh"
# By which rmw_fastrtps lends messages; other middleware reads none of it.
LENDING = {
    "RMW_FASTRTPS_USE_QOS_FROM_XML": "1",
    "FASTRTPS_DEFAULT_PROFILES_FILE": str(CHECKOUT / "perf/competitors/ros2/data_sharing.xml"),
    "ROS_DISABLE_LOANED_MESSAGES": "0",
}
CURE = "source the setup.bash of a ROS 2, then `baton perf competitors --ros2` builds it"


class CannotBuild(Exception):
    """One line, or a few, with the cure."""


def is_sourced() -> bool:
    prefixes = filter(None, os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep))
    return any(Path(prefix, "lib", "librclcpp.so").exists() for prefix in prefixes)


def folder_of(bin_dir: Path) -> Path:
    """Beside the presets: `build/ros2`."""
    return bin_dir.parent.parent / "ros2"


def build(bin_dir: Path) -> None:
    if not is_sourced():
        raise CannotBuild(
            "--ros2: no ROS 2 with rclcpp is sourced; cure: source /opt/ros/<distribution>/setup.bash"
        )
    done = subprocess.run(
        [BUILD, folder_of(bin_dir)], capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    if done.returncode:
        raise CannotBuild(f"--ros2: {done.stderr.strip()}")
