# SPDX-License-Identifier: Apache-2.0
"""The commands, without their modules: a command imports what it needs, and no other does."""

import argparse
import importlib
import itertools
import math
import re
import sys
from collections.abc import Callable
from types import ModuleType

# name: (module of baton.cli, one line). In the order in which `baton --help` shows them.
COMMANDS = {
    "run": ("run", "start a program of a package"),
    "launch": ("launch", "start what a launch file describes"),
    "test": ("launch_test", "run a launch, and its tests beside it"),
    "component": ("component", "load nodes into containers"),
    "topic": ("topic", "topics: who publishes, what, how fast"),
    "node": ("node", "nodes and what they have"),
    "service": ("service", "services: list, find, call"),
    "action": ("action", "actions: list, send goals"),
    "bag": ("bag", "record messages, and play them again"),
    "param": ("param", "parameters of nodes: get, set, dump, load"),
    "lifecycle": ("lifecycle", "states of lifecycle nodes"),
    "interface": ("interface", "message, service and action types"),
    "pkg": ("pkg", "packages: list, find, create"),
    "doctor": ("doctor", "what is wrong with this machine, and its cure"),
    "top": ("top", "topics and processes, live"),
    "perf": ("perf", "measure"),
    "completion": ("completion", "completion for bash, zsh and fish"),
    "ros2-path": ("ros2_path", "the folder that gives Baton the name ros2"),
}


class CommandError(Exception):
    """What a command was asked for cannot be done: one line, with the cure. Exit status 1."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


def load(name: str) -> ModuleType:
    return importlib.import_module(f"baton.cli.{COMMANDS[name][0]}")


def add_stub(commands, name: str) -> argparse.ArgumentParser:
    """A parser for the list of commands alone."""
    return commands.add_parser(name, help=COMMANDS[name][1], add_help=False)


def did_you_mean(name: str, known, likeness: float = 0.6) -> str:
    """'; did you mean X?', or nothing."""
    import difflib

    near = difflib.get_close_matches(name, list(known), 1, likeness)
    return f"; did you mean '{near[0]}'?" if near else ""


def _checked(text: str, kind: type, what: str, fits: Callable[[float], bool]):
    try:
        value = kind(text)
        if math.isfinite(value) and fits(value):
            return value
    except (ValueError, OverflowError):
        pass
    raise argparse.ArgumentTypeError(f"must be {what}, not '{text}'")


def positive_seconds(text: str) -> float:
    return _checked(text, float, "a number of seconds above 0, as 1.5", lambda one: one > 0)


def seconds(text: str) -> float:
    return _checked(text, float, "a number of seconds of at least 0, as 1.5", lambda one: one >= 0)


def positive_rate(text: str) -> float:
    return _checked(text, float, "a rate in Hz above 0, as 1.5", lambda one: one > 0)


def positive_number(text: str) -> int:
    return _checked(text, int, "a whole number above 0, as 10", lambda one: one > 0)


def whole_number(text: str) -> int:
    return _checked(text, int, "a whole number of at least 0, as 10", lambda one: one >= 0)


def qos_depth(text: str) -> int:
    """-1 is the default of ROS Humble."""
    what = "a number of messages, as 10, or -1 for the default"
    return _checked(text, int, what, lambda one: -1 <= one < 2**31)


def regular_expression(text: str) -> re.Pattern:
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"'{text}' is no regular expression: {error}") from None


class Parser(argparse.ArgumentParser):
    """Proposes the nearest name where a choice or an option is misspelt."""

    def __init__(self, *args, **kwargs) -> None:
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(*args, allow_abbrev=False, **kwargs)

    def _check_value(self, action, value) -> None:
        if action.choices is not None and value not in action.choices:
            near = did_you_mean(str(value), map(str, action.choices))
            there = ", ".join(map(str, action.choices))
            kind = "command" if isinstance(action, argparse._SubParsersAction) else "value"
            raise argparse.ArgumentError(
                action, f"no such {kind}: '{value}'{near or f'; there are {there}'}"
            )

    def parse_known_args(self, args=None, namespace=None):
        self._given = list(sys.argv[1:] if args is None else args)
        return super().parse_known_args(args, namespace)

    def error(self, message: str):
        if message.startswith("the following arguments are required"):
            if not self._given and self._subparsers is not None:
                # As ros2 does: a command of which nothing is said tells what there is.
                self.print_help()
                self.exit(0)
            for text in itertools.takewhile("--".__ne__, self._given):
                if not self._may_be_known(text):
                    near = did_you_mean(text.partition("=")[0], self._option_string_actions)
                    super().error(f"unrecognized arguments: {text}{near}")
            # What stands behind all is not required.
            message = message.removesuffix(", ...")
        super().error(message)

    def _may_be_known(self, text: str) -> bool:
        """False for what looks like an option and is none; its value may follow in the same text."""
        if not text.startswith("-") or text[1:2].isdigit() or text == "-":
            return True
        known = self._option_string_actions
        return text.partition("=")[0] in known or (text[1] != "-" and text[:2] in known)

    def parse_args(self, args=None, namespace=None):
        found, left = self.parse_known_args(args, namespace)
        if left:
            chosen = self._chosen(found)
            near = did_you_mean(left[0], chosen._option_string_actions)
            chosen.error(f"unrecognized arguments: {' '.join(left)}{near}")
        return found

    def _chosen(self, found) -> argparse.ArgumentParser:
        """The parser of the command that was given."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                below = action.choices.get(getattr(found, action.dest, None))
                return self if below is None else below._chosen(found)
        return self


def subcommands(parser: argparse.ArgumentParser, what: str = "COMMAND"):
    """The place for the commands below one; a command must be given."""
    return parser.add_subparsers(
        dest="subcommand", metavar=what, required=True, parser_class=Parser, title="commands"
    )


def examples(*lines: str) -> str:
    """The end of a help text."""
    return "examples:\n" + "\n".join(f"  {line}" for line in lines)
