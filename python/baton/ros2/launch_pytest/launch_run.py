# SPDX-License-Identifier: Apache-2.0
"""One launch beside the tests of pytest.

The launch, and tests that are coroutines, share an event loop. It runs while a fixture or a test does,
in the main thread; other tests are in a thread of their own meanwhile.
"""

import asyncio
import contextlib
import contextvars
import dataclasses
import signal
import threading
from collections.abc import Callable, Iterator

import pytest
from launch import LaunchContext, LaunchDescription, LaunchService
from launch.errors import LaunchError
from launch.launch_service import prefer_pidfds
from launch_testing.loader import ready_actions

# What pytest shows of a failure is the test itself: __tracebackhide__.
_RUNS = pytest.StashKey[dict]()


class LaunchFailed(Exception):
    """The launch was over before it was ready, or has failed."""


def runs_of(session) -> dict[str, "LaunchRun"]:
    """The launches that run, by the names of their fixtures."""
    return session.stash.setdefault(_RUNS, {})


@dataclasses.dataclass(frozen=True)
class Endings:
    """What ends a launch: that it is idle, and the fixture. A Ctrl-C always does."""

    when_idle: bool
    by_fixture: bool


class LaunchRun:
    """A launch that is started, has tests beside it, and ends. Belongs to the main thread."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        service: LaunchService,
        description: LaunchDescription,
        endings: Endings,
    ) -> None:
        self._loop, self._service, self._description = loop, service, description
        self._endings = endings
        self._interrupted = False
        self._task: asyncio.Task | None = None
        self._reported: BaseException | None = None
        # Tests that have yielded, by their ids: the launch ends before they go on.
        self.halves: dict[str, object] = {}

    def start(self) -> None:
        """Until ReadyToTest is visited."""
        __tracebackhide__ = True
        if self._service.event_loop is not None:
            raise LaunchFailed(
                "the launch service still runs the launch of another fixture: launch fixtures of a "
                "file have one scope, and a test uses one of them"
            )
        ready = self._loop.create_future()
        for action in ready_actions([self._description]):
            action._add_callback(lambda: ready.done() or ready.set_result(None))
        self._service.takes_signals = False
        self._service.include_launch_description(self._description)
        running = self._service.run_async(shutdown_when_idle=self._endings.when_idle)
        self._task = self._loop.create_task(running)
        first = asyncio.FIRST_COMPLETED
        self.until(asyncio.wait({ready, self._task}, return_when=first))
        self._check()
        if not ready.done():
            raise LaunchFailed("the launch has ended before its ReadyToTest action was visited")

    def end(self) -> None:
        """Until all processes have ended; may be called again. Throws what no test was told of."""
        __tracebackhide__ = True
        if self._task is None:
            return
        if not self._task.done():
            if self._endings.by_fixture or self._interrupted:
                self._service.shutdown()
            self.until(self._task)
        self._check()

    def forget(self) -> None:
        """The next launch, with other parameters, may have the same service."""
        if self._task is not None and self._task.done():
            self._service._forget()

    def call(self, function: Callable) -> object:
        """Calls it in a thread while the launch goes on."""
        __tracebackhide__ = True
        ended = self._loop.create_future()
        outcome: dict = {}

        def body() -> None:
            try:
                outcome["value"] = function()
            except BaseException as error:
                outcome["error"] = error
            with contextlib.suppress(RuntimeError):
                # After a Ctrl-C the loop may be closed.
                self._loop.call_soon_threadsafe(lambda: ended.done() or ended.set_result(None))

        context = contextvars.copy_context()
        threading.Thread(target=context.run, args=(body,), name="test", daemon=True).start()
        self.until(ended)
        if "error" in outcome:
            raise outcome["error"]
        self._check()
        return outcome["value"]

    def until(self, awaitable) -> object:
        """Runs the loop until it is done. Throws KeyboardInterrupt at a Ctrl-C."""
        __tracebackhide__ = True
        future = asyncio.ensure_future(awaitable, loop=self._loop)
        interrupt = self._loop.create_future()
        with self._noted(signal.SIGINT, interrupt):
            first = asyncio.FIRST_COMPLETED
            self._loop.run_until_complete(asyncio.wait({future, interrupt}, return_when=first))
        if interrupt.done():
            self._interrupted = True
            raise KeyboardInterrupt
        return future.result()

    @contextlib.contextmanager
    def _noted(self, number: int, future: asyncio.Future) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.getsignal(number)
        self._loop.add_signal_handler(number, lambda: future.done() or future.set_result(None))
        try:
            yield
        finally:
            self._loop.remove_signal_handler(number)
            signal.signal(number, before)

    def _check(self) -> None:
        """Throws an error of the launch, once."""
        __tracebackhide__ = True
        error = self._service.error
        if error is not None and error is not self._reported:
            self._reported = error
            # A LaunchError says where it was; its traceback is of Baton's own code.
            cause = None if isinstance(error, LaunchError) else error
            raise LaunchFailed(f"the launch has failed: {error}") from cause


def event_loops() -> Iterator[asyncio.AbstractEventLoop]:
    """The event loop of the launch and of tests that are coroutines."""
    prefer_pidfds()
    loop = asyncio.new_event_loop()
    # Child processes are watched by the loop that is set.
    asyncio.set_event_loop(loop)
    yield loop
    left = asyncio.all_tasks(loop)
    for task in left:
        task.cancel()
    if left:
        loop.run_until_complete(asyncio.wait(left))
    loop.run_until_complete(loop.shutdown_asyncgens())
    asyncio.set_event_loop(None)
    loop.close()


def launch_service(event_loop) -> LaunchService:
    """The launch service that runs beside the tests."""
    return LaunchService()


def launch_context(launch_service) -> LaunchContext:
    """The launch context of the launch that runs beside the tests."""
    return launch_service.context
