# SPDX-License-Identifier: Apache-2.0
"""`baton COMMAND ...`: finds the command and hands the arguments over."""

import argparse
import os
import sys
from collections.abc import Sequence

from baton.cli import perf
from baton.version import VERSION

COMMANDS = (perf,)


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="baton", description="Zero-copy publish/subscribe for robots."
    )
    parser.add_argument("--version", action="version", version=f"baton {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_parser(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show µ shows a question mark instead: that is no error.
        stream.reconfigure(errors="replace")
    try:
        options = build_parser().parse_args(arguments)
        status = options.run(options)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        print("baton: interrupted before anything was measured", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader (`| head`) has seen enough. Without this, Python would fail once more while
        # flushing.
        _forget_output()
        return 1
    except OSError as error:
        if error.filename:
            raise
        _forget_output()
        print(f"baton: cannot write to the standard output: {error.strerror}", file=sys.stderr)
        return 1


def _forget_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
