# SPDX-License-Identifier: Apache-2.0
"""Which processes of a launch test have started, and how they have ended."""

import threading

from launch.events.process import ProcessExited

from .util import NoMatchingProcessException, resolveProcesses


class ProcInfoHandler:
    """The last event of each process: that it has started, or that it has ended."""

    def __init__(self) -> None:
        self._changed = threading.Condition(threading.RLock())
        self._events: dict = {}

    @property
    def proc_event(self) -> threading.Condition:
        return self._changed

    def append(self, process_info) -> None:
        with self._changed:
            self._events[process_info.action] = process_info
            self._changed.notify_all()

    def __iter__(self):
        with self._changed:
            return iter(list(self._events.values()))

    def processes(self) -> list:
        with self._changed:
            return list(self._events)

    def process_names(self) -> list[str]:
        return [action.process_details["name"] for action in self.processes()]

    def __getitem__(self, key):
        """The event of a process, by its action or a part of its name."""
        with self._changed:
            if not isinstance(key, str):
                return self._events[key]
            for action, event in self._events.items():
                if key in action.process_details["name"]:
                    return event
        raise KeyError(key)


class ActiveProcInfoHandler(ProcInfoHandler):
    """Of processes that still run: their start and their end can be waited for."""

    def assertWaitForStartup(self, process, cmd_args=None, *, timeout=10) -> None:
        started = self._wait(process, cmd_args, timeout, lambda event: True)
        assert started, f"Timed out waiting for process '{process}' to start"

    def assertWaitForShutdown(self, process, cmd_args=None, *, timeout=10) -> None:
        ended = self._wait(process, cmd_args, timeout, lambda e: isinstance(e, ProcessExited))
        assert ended, f"Timed out waiting for process '{process}' to finish"

    def _wait(self, process, cmd_args, timeout: float, holds) -> bool:
        def is_so() -> bool:
            try:
                (found,) = resolveProcesses(self, process=process, cmd_args=cmd_args)
            except NoMatchingProcessException:
                return False
            return holds(self._events[found])

        with self._changed:
            return self._changed.wait_for(is_so, timeout)
