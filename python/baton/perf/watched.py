# SPDX-License-Identifier: Apache-2.0
"""Programs that are started to be watched from outside, and that never outlive the watcher."""

import contextlib
import re
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

PATIENCE_S = 20
GRACE_S = 5


class NotAsExpected(SystemExit):
    """Ends the observer: exit status 1 and one line that says why."""


class Watched:
    """A running program. What it writes is kept, and read only while a caller waits for it. One that
    `listens` is told lines, and ends with its input."""

    def __init__(self, command: Sequence[str], listens: bool = False) -> None:
        self.name = command[0].rpartition("/")[2]
        self.text = ""
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE if listens else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                bufsize=0,
            )
        except OSError as error:
            raise NotAsExpected(f"{command[0]}: {error.strerror}") from error

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait_for(self, pattern: str, times: int = 1, seconds: float = PATIENCE_S) -> list[re.Match]:
        """The matches, as soon as there are that many; sleeps until then."""
        deadline = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            while len(found := list(re.finditer(pattern, self.text))) < times:
                left_s = deadline - time.monotonic()
                if left_s <= 0 or not selector.select(left_s):
                    raise NotAsExpected(
                        f"{self.name}: no '{pattern}' in {seconds:.0f} s: {self._last_line()}"
                    )
                if not self._read():
                    raise NotAsExpected(f"{self.name} ended: {self._last_line()}")
        return found

    def tell(self, line: str) -> None:
        """One that has ended is found by the next wait."""
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(f"{line}\n".encode())

    def end_input(self) -> None:
        self._process.stdin.close()

    def must_run(self) -> None:
        if (status := self._process.poll()) is not None:
            self._drain()
            raise NotAsExpected(
                f"{self.name} ended with status {status} while observed: {self._last_line()}"
            )

    def stop(self) -> None:
        """Stops the program as Ctrl-C does, and kills it if it goes on."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(GRACE_S)
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._drain()
        if self._process.stdin:
            self._process.stdin.close()

    def _read(self) -> bytes:
        if self._process.stdout.closed:
            return b""
        data = self._process.stdout.read(1 << 16)
        self.text += data.decode(errors="replace")
        return data

    def _drain(self) -> None:
        while self._read():
            pass
        self._process.stdout.close()

    def _last_line(self) -> str:
        lines = [line for line in self.text.splitlines() if line.strip()]
        return lines[-1] if lines else "it said nothing"


@contextlib.contextmanager
def watching(*commands: Sequence[str], listen: bool = False) -> Iterator[list[Watched]]:
    """All of them, started in this order; they end with this program, except after a kill -9. Those that
    listen to it end then, too."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    started: list[Watched] = []
    try:
        for command in commands:
            started.append(Watched(command, listen))
        yield started
    finally:
        for program in reversed(started):
            program.stop()
