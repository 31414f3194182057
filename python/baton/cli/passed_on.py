# SPDX-License-Identifier: Apache-2.0
"""Commands that a program of Baton does: this process becomes it."""

import os

from baton.cli.commands import CommandError, did_you_mean
from baton.programs import find_program


# {command: its commands}
BELOW = {
    "component": ["list", "load", "standalone", "types", "unload"],
    "lifecycle": ["get", "list", "nodes", "set"],
}


def check_below(command: str, arguments: list[str]) -> None:
    """Throws CommandError for a command that there is not."""
    if arguments and not arguments[0].startswith("-") and arguments[0] not in BELOW[command]:
        near = did_you_mean(arguments[0], BELOW[command])
        raise CommandError(
            f"no such command: '{command} {arguments[0]}'"
            f"{near or '; there are ' + ', '.join(BELOW[command])}",
            2,
        )


def become(name: str, shown: str, arguments: list[str]) -> int:
    """`shown`: how the program calls itself in its help."""
    program = find_program(name)
    if program is None and name == "baton-component" and find_program("baton-lifecycle"):
        raise CommandError(
            f"the program {name} is not there: Baton was built without class_loader, which loads components. "
            "Debian: apt-get install libclass-loader-dev libament-index-cpp-dev; Ubuntu: source a ROS 2's "
            "setup.bash; then build Baton again"
        )
    if program is None:
        raise CommandError(
            f"the program {name} is not there: source Baton's share/baton/setup.bash, or "
            "put the folder with Baton's programs into PATH"
        )
    os.execv(program, [shown, *arguments])
