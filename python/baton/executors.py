# SPDX-License-Identifier: Apache-2.0
"""Executors: they run the callbacks of nodes. They wait in C++, without the GIL."""

from __future__ import annotations

import collections
import contextlib
import inspect
import os
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from baton.context import Context, get_default_context
from baton.exceptions import Error, NotInitializedException
from baton.native import _native
from baton.task import Future, Task

if TYPE_CHECKING:
    from baton.node import Node


class ExternalShutdownException(Exception):
    """The context was shut down by a signal while an executor was spinning."""

    def __init__(self, *args: object) -> None:
        super().__init__("the context was shut down by a signal", *args)


class ShutdownException(Exception):
    """The executor was shut down."""


class TimeoutException(Exception):
    """Nothing was ready in time."""


async def await_or_execute(callback: Callable[..., Any], *args: Any) -> Any:
    """Calls a function, and awaits what a coroutine function returns. For waitables."""
    if inspect.iscoroutinefunction(callback):
        return await callback(*args)
    return callback(*args)


class Executor:
    """Runs the callbacks of nodes, as in rclpy. Spinning by one thread at a time; the rest from any
    thread. What a callback raises comes out of spin."""

    _kind = "single_threaded"

    def __init__(self, *, context: Context | None = None, spin_ns: int = 0) -> None:
        """`spin_ns` (Baton's own): how long to poll before sleeping; trades a core for the price of
        a wake-up."""
        self._context = context or get_default_context()
        if not self._context.ok():
            raise NotInitializedException
        self._nodes: list[Node] = []
        self._nodes_lock = threading.RLock()
        self._ready: collections.deque[Task] = collections.deque()
        self._errors: collections.deque[BaseException] = collections.deque()
        self._spinner: int | None = None
        self._woken = False  # while it waited for one callback
        self._spins_on = False
        self._is_shutdown = False
        self._handle = _native.create_executor(
            self._context.handle, self._kind, self._threads(), spin_ns
        )

    def _threads(self) -> int:
        return 1

    @property
    def context(self) -> Context:
        return self._context

    @property
    def handle(self) -> Any:
        return self._handle

    def add_node(self, node: Node) -> bool:
        """True if the node was added; it leaves the executor that had it."""
        with self._nodes_lock:
            if node in self._nodes:
                return False
            if node.executor is not None:
                node.executor.remove_node(node)
            self._handle.add_node(node.handle)
            self._nodes.append(node)
            node._executor = self
            return True

    def remove_node(self, node: Node) -> None:
        with self._nodes_lock:
            if node in self._nodes:
                self._nodes.remove(node)
                node._executor = None
                if node.handle_is_valid:
                    self._handle.remove_node(node.handle)

    def get_nodes(self) -> list[Node]:
        with self._nodes_lock:
            return list(self._nodes)

    def create_task(self, callback: Any, *args: Any, **kwargs: Any) -> Task:
        """Runs a function or coroutine in a spin of this executor, which raises what it raises."""
        task = Task(callback, args, kwargs, executor=self)
        task.on_error = self._raise_soon
        self._run_soon(task)
        return task

    def _run_soon(self, task: Task) -> None:
        self._ready.append(task)
        self.wake()

    def _raise_later(self, error: BaseException) -> None:
        self._errors.append(error)
        self._handle.cancel()

    def _raise_soon(self, error: BaseException) -> None:
        self._errors.append(error)
        self.wake()

    def wake(self) -> None:
        """Ends the wait of the thread that spins, which then looks again."""
        if self._spinner != threading.get_ident():
            self._woken = True
            self._handle.cancel()
        elif self._spins_on:
            self._handle.cancel()

    def _run_ready(self) -> bool:
        ran = False
        for _ in range(len(self._ready)):
            task = self._ready.popleft()
            task()
            ran = True
        if ran:
            _native.ask_gates_again()
        self._raise_errors()
        return ran

    def _raise_errors(self) -> None:
        if self._errors:
            raise self._errors.popleft()

    @contextlib.contextmanager
    def _spinning(self) -> Iterator[None]:
        if self._spinner is not None:
            raise RuntimeError("Executor is already spinning: one thread spins at a time")
        self._spinner = threading.get_ident()
        try:
            yield
        except Error:
            # A callback that met the end of its context is at no fault.
            self._raise_if_signalled()
            raise
        finally:
            self._spinner = None
            self._spins_on = False

    def _spin(self, step: Callable[[], Any]) -> None:
        """One call into C++, and what became ready meanwhile."""
        with self._spinning():
            self._spins_on = True
            self._run_ready()
            step()
            self._run_ready()

    def _raise_if_signalled(self) -> None:
        if not self._context.ok() and self._context.handle.shutdown_reason() == "signal handler":
            raise ExternalShutdownException

    def spin(self) -> None:
        """Runs callbacks until shutdown() or the context's shutdown. Ctrl-C raises
        KeyboardInterrupt at once, SIGTERM ExternalShutdownException."""
        while self._context.ok() and not self._is_shutdown:
            self._spin(self._handle.spin)
        self._raise_if_signalled()

    def spin_once(self, timeout_sec: float | None = None) -> None:
        """Runs the tasks that can go on; if there is none, waits for a callback (None or negative:
        for ever) and runs it."""
        forever = timeout_sec is None or timeout_sec < 0
        timeout_ns = -1 if forever else int(timeout_sec * 1e9)  # type: ignore[operator]
        with self._spinning():
            self._woken = False
            if not self._run_ready():
                self._handle.spin_once(timeout_ns)
                if self._woken:
                    self._run_ready()
                self._raise_errors()
        self._raise_if_signalled()

    @contextlib.contextmanager
    def _woken_by(self, future: Future) -> Iterator[None]:
        def wake(_: Future) -> None:
            self.wake()

        future.add_done_callback(wake)
        try:
            yield
        finally:
            future.remove_done_callback(wake)

    def spin_until_future_complete(self, future: Future, timeout_sec: float | None = None) -> None:
        """Runs callbacks until the future is done, in whatever thread, or the time is over; with a
        time of 0 one that is ready."""
        import time

        forever = timeout_sec is None or timeout_sec < 0
        deadline = None if forever else time.monotonic() + timeout_sec  # type: ignore[operator]
        left = timeout_sec
        with self._woken_by(future):
            while self._context.ok() and not future.done() and not self._is_shutdown:
                self.spin_once(left)
                if deadline is not None:
                    left = deadline - time.monotonic()
                    if left <= 0:
                        return

    def spin_once_until_future_complete(
        self, future: Future, timeout_sec: float | None = None
    ) -> None:
        with self._woken_by(future):
            if not future.done():
                self.spin_once(timeout_sec)

    def spin_some(self, timeout_sec: float = 0) -> None:
        """Runs one callback of everything that is ready now."""
        self._spin(lambda: self._handle.spin_some(int(timeout_sec * 1e9)))

    def shutdown(self, timeout_sec: float | None = None) -> bool:
        """Ends the spin; the executor is not used any more."""
        self._is_shutdown = True
        self._handle.cancel()
        for node in self.get_nodes():
            self.remove_node(node)
        return True

    def get_counters(self) -> dict[str, int]:
        """Callbacks that were executed, waits, and times. Not in rclpy."""
        return self._handle.get_counters()

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()


class SingleThreadedExecutor(Executor):
    """Runs all callbacks in the thread that spins."""


class MultiThreadedExecutor(Executor):
    """Runs callbacks in several threads; of one group that is mutually exclusive, one at a time."""

    _kind = "multi_threaded"

    def __init__(
        self, num_threads: int | None = None, *, context: Context | None = None
    ) -> None:
        self._count = num_threads or max(2, len(os.sched_getaffinity(0)))
        super().__init__(context=context)

    def _threads(self) -> int:
        return self._count

    def spin_until_future_complete(self, future: Future, timeout_sec: float | None = None) -> None:
        """As the others, in several threads: a callback may wait for what another one does. Returns
        when the callbacks that have begun have ended."""
        import time

        if timeout_sec == 0:
            super().spin_until_future_complete(future, timeout_sec)
            return
        forever = timeout_sec is None or timeout_sec < 0
        end = None if forever else time.monotonic() + timeout_sec  # type: ignore[operator]
        alarm = None if forever else threading.Timer(timeout_sec, self.wake)  # type: ignore[arg-type]
        if alarm is not None:
            alarm.daemon = True
            alarm.start()
        try:
            with self._woken_by(future):
                while self._context.ok() and not future.done() and not self._is_shutdown:
                    if end is not None and time.monotonic() >= end:
                        break
                    self._spin(self._handle.spin)
        finally:
            if alarm is not None:
                alarm.cancel()
        self._raise_if_signalled()


class EventsExecutor(SingleThreadedExecutor):
    """As in C++, every executor is one of events."""
