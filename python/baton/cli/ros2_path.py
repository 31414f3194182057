# SPDX-License-Identifier: Apache-2.0
"""`baton ros2-path`: the folder with the name ros2, for PATH. Only where a user asks for it."""

from pathlib import Path

from baton.cli.commands import examples


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "ros2-path",
        help="the folder that gives Baton the name ros2",
        description="Prints a folder for PATH: a program in it is called ros2, and is baton. It "
        "gives way to "
        "a ros2 of ROS, and says so.",
        epilog=examples('export PATH="$(baton ros2-path):$PATH"', "ros2 topic list"),
    )
    parser.set_defaults(run=run)


def run(options) -> int:
    print(Path(__file__).resolve().parents[1] / "ros2_name")
    return 0
