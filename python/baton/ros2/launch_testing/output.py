# SPDX-License-Identifier: Apache-2.0
"""What the processes of a launch test have written.

The launch's thread adds, tests read in another one: a condition variable covers all of it.
"""

import threading

from .asserts import assertInStream
from .util import NoMatchingProcessException, resolveProcesses


class IoHandler:
    """Events of output, in their order, of all processes and of each."""

    def __init__(self) -> None:
        # Taken again within waitFor(), whose condition reads through this object.
        self._changed = threading.Condition(threading.RLock())
        self._events: list = []
        self._by_name: dict[str, list] = {}

    @property
    def io_event(self) -> threading.Condition:
        return self._changed

    def track(self, process_name: str) -> None:
        """A process is there, and has written nothing so far."""
        with self._changed:
            self._by_name.setdefault(process_name, [])
            self._changed.notify_all()

    def append(self, process_io) -> None:
        with self._changed:
            self._events.append(process_io)
            self._by_name.setdefault(process_io.process_name, []).append(process_io)
            self._changed.notify_all()

    def __iter__(self):
        with self._changed:
            return iter(list(self._events))

    def processes(self) -> list:
        """The actions of those that have written something."""
        with self._changed:
            return [events[0].action for events in self._by_name.values() if events]

    def process_names(self) -> list[str]:
        with self._changed:
            return list(self._by_name)

    def __getitem__(self, key) -> list:
        """The events of a process, by its name or its action."""
        name = key if isinstance(key, str) else key.process_details["name"]
        with self._changed:
            return list(self._by_name[name])


class ActiveIoHandler(IoHandler):
    """Of processes that still run: output can be waited for."""

    def assertWaitFor(self, *args, **kwargs) -> None:
        assert self.waitFor(*args, **kwargs), (
            f"Waiting for output timed out: {args[0] if args else kwargs.get('expected_output')!r}"
        )

    def waitFor(
        self,
        expected_output,
        process=None,
        cmd_args=None,
        *,
        strict_proc_matching=True,
        output_filter=None,
        timeout=10,
        strip_ansi_escape_sequences=True,
        stream="stderr",
    ) -> bool:
        """Whether the output came in time. `stream`: stdout or stderr, where loggers write."""

        def is_there() -> bool:
            try:
                assertInStream(
                    self,
                    expected_output,
                    process,
                    cmd_args,
                    output_filter=output_filter,
                    strict_proc_matching=strict_proc_matching,
                    strip_ansi_escape_sequences=strip_ansi_escape_sequences,
                    stream=stream,
                )
            except (AssertionError, NoMatchingProcessException):
                return False
            return True

        with self._changed:
            if self._changed.wait_for(is_there, timeout):
                return True
        # A name that no process has would be waited for in vain: that is not a matter of time.
        try:
            resolveProcesses(self, process=process, cmd_args=cmd_args, strict_proc_matching=False)
        except NoMatchingProcessException as error:
            raise NoMatchingProcessException(
                f"After {timeout} s: {error}. The process does not exist, was not started, or has "
                "written nothing"
            ) from None
        return False
