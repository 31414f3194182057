# SPDX-License-Identifier: Apache-2.0
"""Runs `baton top`: looks at the observer's pace until q, Ctrl-C, or one look."""

import contextlib
import json
import select
import shutil
import sys
import termios
import tty
from collections.abc import Iterator

from baton.cli.commands import CommandError
from baton.cli.observe import looks
from baton.cli.output import has_colours
from baton.top.figures import figures_of
from baton.top.screen import render


def run_top(options) -> int:
    if options.interval <= 0:
        raise CommandError("--interval must be greater than 0", 2)
    count = ["--count", "2"] if options.once else []
    stream = looks(options.topic, ["--interval", str(options.interval), *count])
    if options.json:
        return _print_json(stream, options)
    if options.once or not sys.stdout.isatty():
        return _print_tables(stream, options)
    return _show(stream, options)


def _pairs(stream: Iterator[dict]) -> Iterator[tuple[dict, dict]]:
    """(the look before, a look): the first one alone has no rates."""
    before = next(stream, None)
    if before is None:
        raise CommandError("the observer has said nothing")
    for look in stream:
        yield before, look
        before = look


def _print_json(stream, options) -> int:
    for before, look in _pairs(stream):
        figures = figures_of(look, before, options.all)
        content = {
            "time_s": look["time_s"],
            "interval_s": look["interval_s"],
            "topics": [row._asdict() for row in figures.topics],
            "processes": [row._asdict() for row in figures.processes],
            "held": [hold._asdict() for hold in figures.holds],
        }
        print(json.dumps(content), flush=True)
    return 0


def _print_tables(stream, options) -> int:
    width = shutil.get_terminal_size((100, 40)).columns
    for before, look in _pairs(stream):
        figures = figures_of(look, before, options.all)
        print("\n".join(render(figures, options.sort, width, has_colours())), flush=True)
        if not options.once:
            print()
    return 0


@contextlib.contextmanager
def _keys() -> Iterator[None]:
    """Keys come one by one, and are not shown; afterwards the terminal is what it was."""
    if not sys.stdin.isatty():
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def _asked_to_end() -> bool:
    while sys.stdin.isatty() and select.select([sys.stdin], [], [], 0)[0]:
        key = sys.stdin.read(1)
        if key in ("q", "Q", ""):
            return True
    return False


_ENTER, _LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
_HOME, _REST_OF_LINE, _REST_OF_SCREEN = "\x1b[H", "\x1b[K", "\x1b[J"


def _show(stream, options) -> int:
    """On the terminal's other screen, so that what was there before comes back."""
    with _keys():
        sys.stdout.write(_ENTER)
        try:
            for before, look in _pairs(stream):
                width, height = shutil.get_terminal_size()
                figures = figures_of(look, before, options.all)
                lines = render(figures, options.sort, width, has_colours(), height)[:height]
                text = f"{_REST_OF_LINE}\r\n".join(lines)
                sys.stdout.write(_HOME + text + _REST_OF_LINE + _REST_OF_SCREEN)
                sys.stdout.flush()
                if _asked_to_end():
                    break
        finally:
            sys.stdout.write(_LEAVE)
            sys.stdout.flush()
    return 0
