# SPDX-License-Identifier: Apache-2.0
"""`baton lifecycle`: states of lifecycle nodes. The program baton-lifecycle does it."""

from baton.cli.commands import add_stub


def add_parser(commands) -> None:
    add_stub(commands, "lifecycle")


def pass_on(arguments: list[str]) -> int:
    from baton.cli.passed_on import become, check_below

    check_below("lifecycle", arguments)
    return become("baton-lifecycle", "baton lifecycle", arguments or ["--help"])
