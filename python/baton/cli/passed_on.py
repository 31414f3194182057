# SPDX-License-Identifier: Apache-2.0
"""Commands that a program of Baton does: this process becomes it."""

import os

from baton.cli.commands import CommandError
from baton.programs import find_program


def become(name: str, shown: str, arguments: list[str]) -> int:
    """`shown`: how the program calls itself in its help."""
    program = find_program(name)
    if program is None:
        raise CommandError(
            f"the program {name} is not there: source Baton's share/baton/setup.bash, or "
            "put the folder with Baton's programs into PATH"
        )
    os.execv(program, [shown, *arguments])
