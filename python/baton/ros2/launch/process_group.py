# SPDX-License-Identifier: Apache-2.0
"""Which processes belong to a launch, however they were started: a mark in their environment.

Each process of a launch begins a session of its own and inherits `LAUNCH_TREE_ID`, and so does what
it starts. So the whole tree is found, too where a process has become the child of another one.

Run as a program, this file is the launch's guard: a child that waits for the end of its standard
input, which the kernel closes when the launch ends, `kill -9` included. Then it ends what is left.
"""

import os
import select
import signal
import sys
import time

MARK = "LAUNCH_TREE_ID"
# Between the signals for what is left: SIGINT, SIGTERM, SIGKILL.
PATIENCE_S = 2.0


def members(value: str) -> list[int]:
    """The processes of this user with that mark, without the caller."""
    wanted = f"{MARK}={value}".encode()
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) == os.getpid():
            continue
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                if wanted in file.read().split(b"\0"):
                    found.append(int(name))
        except OSError:
            # It has ended, or is another user's.
            continue
    return found


def end_members(value: str, patience_s: float = PATIENCE_S) -> list[int]:
    """Ends them all: SIGINT, then SIGTERM, then SIGKILL. Returns those that were there. Blocks."""
    seen: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        handles = []
        for pid in members(value):
            try:
                handle = os.pidfd_open(pid)
            except OSError:
                continue
            # The handle is of the process that has the mark now: a number may be used again.
            if pid in members_among(value, [pid]):
                handles.append(handle)
                if pid not in seen:
                    seen.append(pid)
                _signal(handle, number)
            else:
                os.close(handle)
        if not handles:
            break
        _wait_for(handles, patience_s)
    return seen


def members_among(value: str, pids: list[int]) -> list[int]:
    wanted = f"{MARK}={value}".encode()
    found = []
    for pid in pids:
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                if wanted in file.read().split(b"\0"):
                    found.append(pid)
        except OSError:
            continue
    return found


def _signal(handle: int, number: int) -> None:
    try:
        signal.pidfd_send_signal(handle, number)
        # A stopped process would not see the signal.
        signal.pidfd_send_signal(handle, signal.SIGCONT)
    except OSError:
        return


def _wait_for(handles: list[int], patience_s: float) -> None:
    end = time.monotonic() + patience_s
    waiting = set(handles)
    while waiting and (left := end - time.monotonic()) > 0:
        ended, _, _ = select.select(waiting, [], [], left)
        waiting -= set(ended)
    for handle in handles:
        os.close(handle)


class Guard:
    """Starts the guard. It ends with the launch, and does nothing if stand_down() came before."""

    def __init__(self, value: str) -> None:
        import subprocess

        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", os.path.abspath(__file__), value],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
            env={key: os.environ[key] for key in ("PATH", "LANG") if key in os.environ},
        )

    def stand_down(self) -> None:
        """The launch has ended its processes itself. Waits for the guard's end."""
        try:
            self._process.stdin.write(b"done\n")
            self._process.stdin.close()
        except OSError:
            pass
        self._process.wait()


def _guard_main(value: str) -> int:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    if sys.stdin.buffer.read().endswith(b"done\n"):
        return 0
    ended = end_members(value)
    if ended:
        pids = ", ".join(map(str, ended))
        os.write(
            2, f"baton launch: the launch was killed; its processes were ended: {pids}\n".encode()
        )
    return 0


if __name__ == "__main__":
    sys.exit(_guard_main(sys.argv[1]))
