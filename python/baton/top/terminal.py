# SPDX-License-Identifier: Apache-2.0
"""The terminal while `baton top` has it: its other screen, and keys that come one by one."""

import contextlib
import os
import select
import sys
import termios
import tty
from collections.abc import Iterator
from typing import IO

_ENTER, _LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
_HOME, _REST_OF_LINE, _REST_OF_SCREEN = "\x1b[H", "\x1b[K", "\x1b[J"


@contextlib.contextmanager
def own_screen() -> Iterator[None]:
    """On the terminal's other screen, so that what was there before comes back."""
    with _keys():
        try:
            _write(_ENTER)
            yield
        finally:
            # A terminal that has hung up takes nothing more.
            with contextlib.suppress(OSError):
                _write(_LEAVE)


def draw(lines: list[str]) -> None:
    text = f"{_REST_OF_LINE}\r\n".join(lines)
    _write(_HOME + text + _REST_OF_LINE + _REST_OF_SCREEN)


def lines_until_q(pipe: IO[bytes]) -> Iterator[bytes]:
    """Lines of `pipe`, until it ends or q is pressed: the wait is for both."""
    keys = [sys.stdin.fileno()] if sys.stdin.isatty() else []
    begun = b""
    while True:
        ready, _, _ = select.select([pipe, *keys], [], [])
        if any(key in ready for key in keys) and _asked_to_end():
            return
        if pipe in ready:
            new = os.read(pipe.fileno(), 1 << 16)
            if not new:
                return
            *lines, begun = (begun + new).split(b"\n")
            yield from lines


def _write(text: str) -> None:
    """Without Python's buffer: a signal would leave a part there, for the screen from before."""
    left = text.encode(sys.stdout.encoding, "replace")
    while left:
        left = left[os.write(sys.stdout.fileno(), left) :]


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
        with contextlib.suppress(termios.error):
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def _asked_to_end() -> bool:
    """All keys are read at once, not by Python's buffer: q may be behind others."""
    try:
        keys = os.read(sys.stdin.fileno(), 1024)
    except OSError:
        return True
    return not keys or b"q" in keys.lower()
