# SPDX-License-Identifier: Apache-2.0
"""Futures and tasks, as in rclpy. A future is done by any thread; its callbacks run there."""

from __future__ import annotations

import inspect
import sys
import threading
import warnings
from collections.abc import Callable, Generator
from typing import Any


class Future:
    """A result that comes later. `await` it in a callback that is a coroutine, or give it to
    spin_until_future_complete(). Thread safety: all members."""

    def __init__(self, *, executor: Any = None) -> None:
        self._lock = threading.Lock()
        self._done = False
        self._cancelled = False
        self._result: Any = None
        self._exception: BaseException | None = None
        self._exception_fetched = False
        self._callbacks: list[Callable[[Future], None]] = []
        self._executor = executor

    def __del__(self) -> None:
        if self._exception is not None and not self._exception_fetched:
            print(
                f"The following exception was never retrieved: {self._exception!r}",
                file=sys.stderr,
            )

    def __await__(self) -> Generator[Any, None, Any]:
        if "asyncio" in sys.modules:
            from baton.aio import await_future, running_loop

            if running_loop() is not None:
                return (yield from await_future(self).__await__())
        while not self.done():
            yield self
        return self.result()

    def cancel(self) -> None:
        self._finish(cancelled=True)

    def cancelled(self) -> bool:
        return self._cancelled

    def done(self) -> bool:
        return self._done or self._cancelled

    def result(self) -> Any:
        """The result, or raises the exception; None while it is not there."""
        if self._exception is not None:
            self._exception_fetched = True
            raise self._exception
        return self._result

    def exception(self) -> BaseException | None:
        self._exception_fetched = True
        return self._exception

    def set_result(self, result: Any) -> None:
        self._finish(result=result)

    def set_exception(self, exception: BaseException) -> None:
        self._finish(exception=exception)

    def _finish(
        self,
        result: Any = None,
        exception: BaseException | None = None,
        cancelled: bool = False,
    ) -> None:
        with self._lock:
            if self.done() and cancelled:
                return
            self._result = result
            self._exception = exception
            self._exception_fetched = False
            self._cancelled = cancelled
            self._done = not cancelled
            callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            self._call(callback)

    def _call(self, callback: Callable[[Future], None]) -> None:
        try:
            called = callback(self)
            if inspect.iscoroutine(called):
                Task(lambda: called, executor=self._executor)()
        except Exception as error:  # as in rclpy: the others are called all the same
            warnings.warn(f"Unhandled exception in done callback: {error!r}", RuntimeWarning, 2)

    def add_done_callback(self, callback: Callable[[Future], None]) -> None:
        """Calls `callback` with the future when it is done, at once if it is."""
        with self._lock:
            if not self.done():
                self._callbacks.append(callback)
                return
        self._call(callback)

    def remove_done_callback(self, callback: Callable[[Future], None]) -> bool:
        with self._lock:
            before = len(self._callbacks)
            self._callbacks = [each for each in self._callbacks if each != callback]
            return len(self._callbacks) != before


class Task(Future):
    """A function or coroutine that runs when it is called, and goes on when what it awaits is done,
    in the thread that does it. Exceptions are kept for result()."""

    def __init__(
        self, handler: Any, args: Any = None, kwargs: Any = None, executor: Any = None
    ) -> None:
        super().__init__(executor=executor)
        self._step_lock = threading.Lock()
        self._handler = handler
        self._args = args or []
        self._kwargs = kwargs or {}
        self._coroutine: Any = handler if inspect.iscoroutine(handler) else None
        # Told of what the task raises.
        self.on_error: Callable[[Exception], None] | None = None

    def __call__(self) -> None:
        """Runs until it is done, or waits for something that is not."""
        with self._step_lock:
            if self.done():
                return
            try:
                if self._coroutine is None:
                    made = self._handler(*self._args, **self._kwargs)
                    if not inspect.iscoroutine(made):
                        self.set_result(made)
                        return
                    self._coroutine = made
                awaited = self._coroutine.send(None)
            except StopIteration as end:
                self.set_result(end.value)
                return
            except Exception as error:
                self.set_exception(error)
                if self.on_error is not None:
                    self._exception_fetched = True
                    self.on_error(error)
                return
        if isinstance(awaited, Future):
            awaited.add_done_callback(lambda _: self())
        elif self._executor is not None:
            executor = self._executor() if callable(self._executor) else self._executor
            if executor is not None:
                executor._run_soon(self)

    def executing(self) -> bool:
        return self._step_lock.locked()

    def cancel(self) -> None:
        if self._coroutine is not None:
            self._coroutine.close()
        super().cancel()
