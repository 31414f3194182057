# SPDX-License-Identifier: Apache-2.0
"""The program launch_test, and `baton test`, which is always Baton's and in a domain of its own."""

from baton.cli.names_of_ros import give_way

PROGRAM, COMMAND = "launch_test", "baton test"


def main() -> int:
    give_way(PROGRAM, f"Baton's is called {COMMAND}")
    return run(None, PROGRAM, isolated=False)


def add_parser(commands) -> None:
    from baton.cli.commands import add_stub

    add_stub(commands, "test")


def pass_on(arguments: list[str]) -> int:
    return run(arguments, COMMAND, isolated=True)


def run(arguments: list[str] | None, name: str, *, isolated: bool) -> int:
    from baton.cli.own_packages import prepare_launch

    prepare_launch()
    from launch_testing.launch_test import main as launch_test

    return launch_test(arguments, name=name, isolated=isolated)
