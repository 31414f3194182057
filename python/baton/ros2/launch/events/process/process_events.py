# SPDX-License-Identifier: Apache-2.0
"""What happens to a process, and what is asked of it."""

import signal
from collections.abc import Callable

from ...event import Event
from .process_targeted_event import ProcessTargetedEvent


class RunningProcessEvent(Event):
    """Of one process: `action` is the ExecuteProcess that started it."""

    name = "launch.events.process.RunningProcessEvent"

    def __init__(
        self, *, action, name: str, cmd: list[str], cwd: str | None, env, pid: int
    ) -> None:
        self.action = action
        self.process_name = name
        self.cmd = cmd
        self.cwd = cwd
        self.env = env
        self.pid = pid

    @property
    def execute_process_action(self):
        return self.action


class ProcessStarted(RunningProcessEvent):
    name = "launch.events.process.ProcessStarted"


class ProcessExited(RunningProcessEvent):
    """`returncode`: the exit status, or minus the signal that ended the process."""

    name = "launch.events.process.ProcessExited"

    def __init__(self, *, returncode: int, **kwargs) -> None:
        super().__init__(**kwargs)
        self.returncode = returncode


class ProcessIO(RunningProcessEvent):
    """`text`: bytes that came on `fd` 1 or 2, not always whole lines."""

    name = "launch.events.process.ProcessIO"

    def __init__(self, *, text: bytes, fd: int, **kwargs) -> None:
        super().__init__(**kwargs)
        self.text = text
        self.fd = fd

    @property
    def from_stdout(self) -> bool:
        return self.fd == 1

    @property
    def from_stderr(self) -> bool:
        return self.fd == 2

    @property
    def from_stdin(self) -> bool:
        return self.fd == 0


class ProcessStdout(ProcessIO):
    name = "launch.events.process.ProcessStdout"

    def __init__(self, *, text: bytes, **kwargs) -> None:
        super().__init__(text=text, fd=1, **kwargs)


class ProcessStderr(ProcessIO):
    name = "launch.events.process.ProcessStderr"

    def __init__(self, *, text: bytes, **kwargs) -> None:
        super().__init__(text=text, fd=2, **kwargs)


class ProcessStdin(ProcessIO):
    """Asked for: `text` goes to the process's standard input."""

    name = "launch.events.process.ProcessStdin"

    def __init__(self, *, text: bytes, **kwargs) -> None:
        super().__init__(text=text, fd=0, **kwargs)


class SignalProcess(ProcessTargetedEvent):
    """Asked for: a signal, by its name or number, to the processes that match."""

    name = "launch.events.process.SignalProcess"

    def __init__(self, *, signal_number, process_matcher: Callable) -> None:
        super().__init__(process_matcher=process_matcher)
        if isinstance(signal_number, str):
            self.signal = signal.Signals[signal_number]
        else:
            self.signal = signal.Signals(signal_number)

    @property
    def signal_name(self) -> str:
        return self.signal.name


class ShutdownProcess(ProcessTargetedEvent):
    """Asked for: SIGINT, and later SIGTERM and SIGKILL, to the processes that match."""

    name = "launch.events.process.ShutdownProcess"
