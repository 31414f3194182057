# SPDX-License-Identifier: Apache-2.0
"""Which `launch` a launch file imports: Baton's, also where a sourced ROS has one of that name."""

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from pathlib import Path

NAMES = (
    "ament_index_python",
    "launch",
    "launch_pytest",
    "launch_ros",
    "launch_testing",
    "launch_testing_ros",
    "launch_xml",
    "launch_yaml",
    "rclpy",
    "rosbag2_py",
    "rosidl_runtime_py",
    "sensor_msgs_py",
)
# The folder of the package baton: python/ of a checkout, share/baton/python of a prefix.
ROOT = str(Path(__file__).resolve().parents[2])
FOLDER = str(Path(ROOT, "baton/ros2"))


class _OwnFirst(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if path is None and name in NAMES:
            return importlib.machinery.PathFinder.find_spec(name, [FOLDER])
        return None


def take_own() -> str | None:
    """From now on NAMES are Baton's. Returns where another `launch` lies, if there is one."""
    if not any(isinstance(finder, _OwnFirst) for finder in sys.meta_path):
        sys.meta_path.insert(0, _OwnFirst())
    others = [entry for entry in sys.path if Path(entry or ".").resolve() != Path(FOLDER)]
    found = importlib.machinery.PathFinder.find_spec("launch", others)
    if found is None or not found.submodule_search_locations:
        return None
    return str(Path(next(iter(found.submodule_search_locations))).resolve())


def find_message_packages() -> None:
    """Lets `from std_msgs.msg import String` find Baton's packages in a build of the checkout.

    Where Baton is installed they lie beside this package.
    """
    if importlib.util.find_spec("rcl_interfaces") is not None:
        return
    for preset in ("release", "dev"):
        folder = Path(ROOT).parent / "build" / preset / "site-packages"
        if (folder / "rcl_interfaces").is_dir():
            sys.path.append(str(folder))
            return


def prepare_launch() -> None:
    """Launch files import Baton's `launch`, and look for packages where this command does."""
    from baton.cli.packages import pass_on_prefixes

    other = take_own()
    find_message_packages()
    if other:
        print(
            f"baton: launch files are read by Baton's own launch; the one in {other} is not used",
            file=sys.stderr,
        )
    pass_on_prefixes()
