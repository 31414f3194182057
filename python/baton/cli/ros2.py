# SPDX-License-Identifier: Apache-2.0
"""The second name, ros2: Baton's commands, unless a ros2 of ROS itself is there."""

import sys

from baton.cli.names_of_ros import give_way


def main() -> int:
    give_way("ros2", "Baton's commands are called baton")
    from baton.cli.main import main as baton_main

    return baton_main(name="ros2")
