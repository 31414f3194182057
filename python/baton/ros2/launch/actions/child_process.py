# SPDX-License-Identifier: Apache-2.0
"""A child process with pipes, in the event loop: starts, writes, is signalled, ends."""

import asyncio
import os
import pty
import signal
from collections.abc import Callable

# After a process has ended, what it wrote last is read for at most this long: a child of its own
# may hold the pipe open for ever.
_LAST_OUTPUT_S = 0.5


class ChildProcess(asyncio.SubprocessProtocol):
    """One run of a command. `on_data(stream, bytes)`, later `on_end(returncode)`, once."""

    def __init__(
        self, on_data: Callable[[str, bytes], None], on_end: Callable[[int], None]
    ) -> None:
        self._on_data = on_data
        self._on_end = on_end
        self._open: set = set()
        self._ended = False
        self._told = False
        self._transport: asyncio.SubprocessTransport | None = None
        self._terminals: list = []
        self._early: list[tuple[str, bytes]] | None = []

    @property
    def pid(self) -> int:
        return self._transport.get_pid()

    async def start(self, cmd: list[str], *, shell: bool, cwd, env, terminal: bool) -> None:
        """Throws OSError if the command cannot be started."""
        loop = asyncio.get_running_loop()
        streams = {"stdin": asyncio.subprocess.PIPE}
        if terminal:
            streams |= self._open_terminals()
        options = {"cwd": cwd, "env": env, "start_new_session": True, **streams}
        self._open = set() if terminal else {1, 2}
        try:
            if shell:
                self._transport, _ = await loop.subprocess_shell(
                    lambda: self, " ".join(cmd), **options
                )
            else:
                self._transport, _ = await loop.subprocess_exec(lambda: self, *cmd, **options)
        except BaseException:
            self._close_terminals()
            raise
        finally:
            for _, slave, _ in self._terminals:
                os.close(slave)
        for master, _, stream in self._terminals:
            self._open.add(stream)
            loop.add_reader(master, self._read_terminal, master, stream)

    def begin(self) -> None:
        """From now on what the process writes is handed on; until then it is kept."""
        early, self._early = self._early, None
        for stream, data in early:
            self._on_data(stream, data)
        self._tell_the_end()

    def _data(self, stream: str, data: bytes) -> None:
        if self._early is None:
            self._on_data(stream, data)
        else:
            self._early.append((stream, data))

    def _open_terminals(self) -> dict[str, int]:
        for stream in ("stdout", "stderr"):
            master, slave = pty.openpty()
            os.set_blocking(master, False)
            self._terminals.append((master, slave, stream))
        return {stream: slave for _, slave, stream in self._terminals}

    def _read_terminal(self, master: int, stream: str) -> None:
        try:
            data = os.read(master, 65536)
        except BlockingIOError:
            return
        except OSError:
            # The last process that had the terminal has ended.
            data = b""
        if data:
            self._data(stream, data.replace(b"\r\n", b"\n"))
        else:
            asyncio.get_running_loop().remove_reader(master)
            self._stream_closed(stream)

    def _close_terminals(self) -> None:
        loop = asyncio.get_event_loop()
        for master, _, _ in self._terminals:
            loop.remove_reader(master)
            os.close(master)
        self._terminals = []

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self._data("stdout" if fd == 1 else "stderr", data)

    def pipe_connection_lost(self, fd: int, exc) -> None:
        if fd != 0:
            self._stream_closed(fd)

    def _stream_closed(self, stream) -> None:
        self._open.discard(stream)
        self._tell_the_end()

    def process_exited(self) -> None:
        self._ended = True
        asyncio.get_running_loop().call_later(_LAST_OUTPUT_S, self._tell_the_end, True)
        self._tell_the_end()

    def _tell_the_end(self, at_once: bool = False) -> None:
        begun = self._early is None
        if self._told or not begun or not self._ended or (self._open and not at_once):
            return
        self._told = True
        returncode = self._transport.get_returncode()
        self._close_terminals()
        self._transport.close()
        self._on_end(returncode)

    def write(self, data: bytes) -> None:
        stdin = self._transport.get_pipe_transport(0)
        if stdin is not None and not stdin.is_closing():
            stdin.write(data)

    def send_signal(self, number: int) -> bool:
        """To the process and to those that it started in its session. False if it has ended."""
        if self._ended:
            return False
        try:
            os.killpg(self.pid, number)
        except ProcessLookupError:
            return False
        if number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.pid, signal.SIGCONT)
            except ProcessLookupError:
                return True
        return True
