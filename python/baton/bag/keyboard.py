# SPDX-License-Identifier: Apache-2.0
"""Keys of the terminal, while something else runs."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterator

# How soon a process that was stopped, or in the background, listens again.
_LOOK_AGAIN_S = 0.3
_ESCAPED = {b"[A": "up", b"[B": "down", b"[C": "right", b"[D": "left"}


@contextlib.contextmanager
def keys(actions: dict[str, Callable[[], None]], enabled: bool = True) -> Iterator[bool]:
    """Calls the action of each key that is pressed, in a thread: a character, "up", "down", "right".
    False: not `enabled`, or the standard input is no terminal in front, and nothing is read. In the
    background (Ctrl-Z, bg) it leaves the terminal alone. The terminal is as before at the end."""
    import termios
    import tty

    fd = _standard_input()
    if not enabled or fd < 0 or not os.isatty(fd) or not _is_in_front(fd):
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
        # Another process in front has a terminal of its own making, and a closed one has none.
        if _is_in_front(fd):
            with contextlib.suppress(termios.error):
                termios.tcsetattr(fd, termios.TCSADRAIN, before)


def _standard_input() -> int:
    try:
        return sys.stdin.fileno() if sys.stdin and not sys.stdin.closed else -1
    except (OSError, ValueError):
        return -1


def _is_in_front(fd: int) -> bool:
    """False where the terminal is closed, or that of another session."""
    try:
        return os.tcgetpgrp(fd) == os.getpgrp()
    except OSError:
        return False


def _listen(fd: int, wake: int, actions: dict[str, Callable[[], None]]) -> None:
    # Else one key that is typed for the shell stops this process while it is in the background.
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTTIN, signal.SIGTTOU))
    while True:
        in_front = _is_in_front(fd)
        if in_front:
            _hear_single_keys(fd)
        watched = [fd, wake] if in_front else [wake]
        readable, _, _ = select.select(watched, [], [], _LOOK_AGAIN_S)
        if wake in readable:
            return
        if fd not in readable or not _is_in_front(fd):
            continue
        try:
            typed = os.read(fd, 64)
        except OSError:
            if _is_in_front(fd):
                return
            continue
        if not typed:
            return
        for name in _names(typed):
            action = actions.get(name)
            if action is not None:
                action()


def _hear_single_keys(fd: int) -> None:
    """The shell has set its own mode when it brings a process to the front again."""
    import termios
    import tty

    with contextlib.suppress(termios.error):
        if termios.tcgetattr(fd)[3] & termios.ICANON:
            tty.setcbreak(fd)


def _names(typed: bytes) -> Iterator[str]:
    while typed:
        if typed[:1] == b"\x1b" and typed[1:3] in _ESCAPED:
            yield _ESCAPED[typed[1:3]]
            typed = typed[3:]
        else:
            yield typed[:1].decode("latin-1")
            typed = typed[1:]
