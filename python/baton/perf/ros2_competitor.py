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


def library_path(inherited: str, competitor: str | None, bin_dir: Path) -> str:
    """Where a program finds its libraries (LD_LIBRARY_PATH).

    Libraries of messages have the same names in Baton and in a ROS 2 that is sourced, whose folders would
    come before those that Baton's programs name themselves. perf_ros2 looks up its own ones by name.
    """
    if competitor == PROGRAM:
        return os.pathsep.join(filter(None, (str(folder_of(bin_dir)), inherited)))
    sourced = [Path(each) for each in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if each]
    return os.pathsep.join(
        each
        for each in inherited.split(os.pathsep)
        if each and not any(Path(each).is_relative_to(prefix) for prefix in sourced)
    )


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
