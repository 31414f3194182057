# SPDX-License-Identifier: Apache-2.0
"""`baton COMMAND ...`: finds the command and hands the arguments over."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from baton.cli import absent
from baton.cli.commands import COMMANDS, CommandError, Parser, add_stub, load


# Where this package lies in one.
CHECKOUT = Path(__file__).resolve().parents[3]

_HANDED_OVER = "PERF_HANDED_OVER_BY"
_DEBIAN_PACKAGES = {"yaml": "python3-yaml", "numpy": "python3-numpy"}


class _Version(argparse.Action):
    """Prints the version, which is read only then."""

    def __call__(self, parser, *rest) -> None:
        from baton.version import VERSION

        print(f"baton {VERSION}")
        parser.exit()


def build_parser(only: str | None = None, name: str = "baton") -> argparse.ArgumentParser:
    """The parser of all commands; `only`: the others by their names alone."""
    parser = Parser(prog=name, description="Zero-copy publish/subscribe for robots.")
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, parser_class=Parser
    )
    for command in COMMANDS:
        if only is None or command == only:
            load(command).add_parser(commands)
        else:
            add_stub(commands, command)
    return parser


def main(arguments: Sequence[str] | None = None, name: str = "baton") -> int:
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show µ shows a question mark instead: that is no error.
        stream.reconfigure(errors="replace")
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    if arguments[:1] == ["--complete"]:
        return _complete(arguments[1:])
    if arguments[:1] == ["wtf"]:
        # So ros2 calls its doctor, too.
        arguments[0] = "doctor"
    command = arguments[0] if arguments and arguments[0] in COMMANDS else ""
    try:
        if arguments and arguments[0] in absent.NAMES:
            return absent.run(arguments)
        if command == "perf" and not (CHECKOUT / "CMakeLists.txt").is_file():
            return _perf_of_a_checkout(arguments)
        pass_on = getattr(load(command), "pass_on", None) if command else None
        if pass_on:
            return pass_on(arguments[1:]) or 0
        options = _parsed(build_parser(command, name), arguments)
        status = options.run(options)
        sys.stdout.flush()
        return status or 0
    except CommandError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return error.status
    except ValueError as error:
        from baton.exceptions import NameValidationException

        if not isinstance(error, NameValidationException):
            raise
        print(f"{name}: {error}", file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        if error.name not in _DEBIAN_PACKAGES:
            raise
        package = _DEBIAN_PACKAGES[error.name]
        print(f"{name}: {error}; cure: apt-get install {package}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        if command == "perf":
            print("baton: interrupted before anything was measured", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader (`| head`) has seen enough. Without this, Python would fail once more while
        # flushing.
        _forget_output()
        return 1
    except OSError as error:
        if error.filename:
            if not _is_named(error.filename, arguments):
                raise
            print(f"{name}: cannot open '{error.filename}': {_cure(error)}", file=sys.stderr)
            return 1
        _forget_output()
        print(f"baton: cannot write to the standard output: {error.strerror}", file=sys.stderr)
        return 1


def _parsed(parser: argparse.ArgumentParser, arguments: list[str]) -> argparse.Namespace:
    try:
        return parser.parse_args(arguments)
    except SystemExit:
        # argparse of Python 3.13 does not tell of a help that could not be written.
        sys.stdout.flush()
        raise


def _is_named(path: str | bytes, arguments: list[str]) -> bool:
    """The command line names this file, or one above or below it: it is the user's. A file that
    Baton chose by itself is a fault of Baton, and its traceback says where."""
    path = os.path.abspath(os.fsdecode(path))
    texts = [text for one in arguments for text in (one, one.partition("=")[2]) if text]
    given = map(os.path.abspath, texts)
    return any(f"{path}/".startswith(f"{one}/") or one.startswith(f"{path}/") for one in given)


def _cure(error: OSError) -> str:
    folder = os.path.dirname(os.path.abspath(os.fsdecode(error.filename)))
    if isinstance(error, NotADirectoryError):
        cure = f"'{folder}' is no folder: give another"
    elif not os.path.isdir(folder):
        cure = f"make the folder '{folder}' first, or give another"
    elif isinstance(error, FileNotFoundError):
        cure = "give a file that is there"
    elif isinstance(error, PermissionError):
        cure = "give one that this user may use, or change its rights (chmod)"
    else:
        cure = "give another"
    return f"{error.strerror}; {cure}"


def _perf_of_a_checkout(arguments: list[str]) -> int:
    """What perf measures is built in a checkout: an installed command hands over to that one's."""
    own = Path(sys.argv[0]).resolve()
    # One that finds itself outside of a checkout, too, must not hand it back.
    if _HANDED_OVER not in os.environ:
        for folder in os.environ.get("PATH", "").split(":"):
            other = Path(folder, "baton")
            if folder and other.resolve() != own and os.access(other, os.X_OK):
                os.environ[_HANDED_OVER] = str(own)
                os.execv(other, [str(other), *arguments])
    raise CommandError(
        "perf measures what is built in a checkout of Baton: make venv there, and run .venv/bin/baton"
    )


def _complete(words: list[str]) -> int:
    """For the shells: whatever goes wrong, the user is typing and sees nothing of it."""
    from baton.cli.completion import complete

    try:
        return complete(words)
    except (Exception, SystemExit):
        return 1


def _forget_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
