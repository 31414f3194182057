# SPDX-License-Identifier: Apache-2.0
"""`baton run`: starts a program of a package."""

import argparse
import os
import shlex

from baton.cli.commands import CommandError, did_you_mean, examples


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "run",
        help="start a program of a package",
        description="Starts a program of a package, in place of this command.",
        epilog=examples(
            "baton run demo_nodes_cpp talker",
            "baton run demo_nodes_cpp talker --ros-args -r chatter:=news",
            "baton run --prefix 'gdb -ex run --args' demo_nodes_cpp talker",
        ),
    )
    parser.add_argument("--prefix", metavar="PREFIX", help="what stands before the program")
    parser.add_argument("package_name", metavar="PACKAGE")
    parser.add_argument("executable_name", metavar="PROGRAM")
    parser.add_argument(
        "argv", nargs=argparse.REMAINDER, metavar="...", help="the program's arguments"
    )
    parser.set_defaults(run=run)


def find(package: str, name: str) -> str:
    from baton.cli.packages import executables_of

    paths = executables_of(package)
    found = [path for path in paths if os.path.basename(path) == name]
    if len(found) == 1:
        return found[0]
    if found:
        raise CommandError(f"package '{package}' has several programs '{name}': {', '.join(found)}")
    names = [os.path.basename(path) for path in paths]
    there = (
        f"; package '{package}' has {', '.join(names)}"
        if names
        else (f"; package '{package}' has no programs")
    )
    raise CommandError(f"No executable found: '{name}'{did_you_mean(name, names) or there}")


def run(options) -> int:
    from baton.cli.packages import pass_on_prefixes

    path = find(options.package_name, options.executable_name)
    # A container loads components of packages.
    pass_on_prefixes()
    command = [*shlex.split(options.prefix or ""), path, *options.argv]
    # The program takes the place of this process: signals, terminal and exit status are its own.
    try:
        os.execvp(command[0], command)
    except OSError as error:
        raise CommandError(f"cannot start '{command[0]}': {error.strerror}") from None
