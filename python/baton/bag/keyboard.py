# SPDX-License-Identifier: Apache-2.0
"""Keys of the terminal, while something else runs."""

from __future__ import annotations

import contextlib
import os
import select
import sys
import threading
from collections.abc import Callable, Iterator

_ESCAPED = {b"[A": "up", b"[B": "down", b"[C": "right", b"[D": "left"}


@contextlib.contextmanager
def keys(actions: dict[str, Callable[[], None]], enabled: bool = True) -> Iterator[bool]:
    """Calls the action of each key that is pressed, in a thread: a character, "up", "down", "right".
    False: not `enabled`, or the standard input is no terminal in front, and nothing is read. The
    terminal is as before at the end."""
    import termios
    import tty

    fd = sys.stdin.fileno() if sys.stdin and not sys.stdin.closed else -1
    if not enabled or fd < 0 or not os.isatty(fd) or os.tcgetpgrp(fd) != os.getpgrp():
        yield False
        return
    before = termios.tcgetattr(fd)
    wake_reader, wake_writer = os.pipe()
    thread = threading.Thread(
        target=_listen, args=(fd, wake_reader, actions), name="keys", daemon=True
    )
    try:
        tty.setcbreak(fd)
        thread.start()
        yield True
    finally:
        os.close(wake_writer)
        if thread.ident is not None:
            thread.join()
        os.close(wake_reader)
        termios.tcsetattr(fd, termios.TCSADRAIN, before)


def _listen(fd: int, wake: int, actions: dict[str, Callable[[], None]]) -> None:
    while True:
        readable, _, _ = select.select([fd, wake], [], [])
        if wake in readable:
            return
        try:
            typed = os.read(fd, 64)
        except OSError:
            return
        if not typed:
            return
        for name in _names(typed):
            action = actions.get(name)
            if action is not None:
                action()


def _names(typed: bytes) -> Iterator[str]:
    while typed:
        if typed[:1] == b"\x1b" and typed[1:3] in _ESCAPED:
            yield _ESCAPED[typed[1:3]]
            typed = typed[3:]
        else:
            yield typed[:1].decode("latin-1")
            typed = typed[1:]
