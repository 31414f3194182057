# SPDX-License-Identifier: Apache-2.0
"""Waiting for a process of the launch: its start, its output, its end.

Coroutines are for tests that are coroutines. Other tests, which have a thread of their own, and
fixtures call the functions that end in _sync. Output is that of an action with cached_output=True.
`validate_output` gets all that the process has written. It returns whether that is as expected; that
of assert_output() and assert_stderr() may assert it instead. `timeout` is in seconds; None waits for
ever.
"""

import asyncio
import functools
import threading
from collections.abc import Callable

from launch.event_handler import EventHandler


async def wait_for_start(
    launch_context, execute_process_action, timeout: float | None = None
) -> bool:
    """Whether the process has started in time."""
    action = execute_process_action
    return await _wait(launch_context, action, lambda: _started(action), timeout)


async def wait_for_exit(
    launch_context, execute_process_action, timeout: float | None = None
) -> bool:
    """Whether the process has ended in time."""
    action = execute_process_action
    return await _wait(launch_context, action, lambda: action.return_code is not None, timeout)


async def wait_for_output(
    launch_context, execute_process_action, validate_output, timeout: float | None = None
) -> bool:
    """Whether the standard output was as expected in time. Throws what `validate_output` throws."""
    action = execute_process_action
    return await _wait(
        launch_context, action, lambda: bool(validate_output(action.get_stdout())), timeout
    )


async def wait_for_stderr(
    launch_context, execute_process_action, validate_output, timeout: float | None = None
) -> bool:
    """The same for the standard error."""
    action = execute_process_action
    return await _wait(
        launch_context, action, lambda: bool(validate_output(action.get_stderr())), timeout
    )


async def assert_output(
    launch_context, execute_process_action, validate_output, timeout: float | None = None
) -> None:
    """Throws what `validate_output` throws, or AssertionError, if it did not hold in time."""
    action = execute_process_action
    await _assert(launch_context, action, action.get_stdout, validate_output, timeout)


async def assert_stderr(
    launch_context, execute_process_action, validate_output, timeout: float | None = None
) -> None:
    """The same for the standard error."""
    action = execute_process_action
    await _assert(launch_context, action, action.get_stderr, validate_output, timeout)


def _started(action) -> bool:
    details = action.process_details
    return action.return_code is not None or (details is not None and "pid" in details)


async def _assert(
    context, action, read: Callable[[], str], validate: Callable, timeout: float | None
) -> None:
    def holds() -> bool:
        try:
            _check(validate, read())
        except AssertionError:
            return False
        return True

    if not await _wait(context, action, holds, timeout):
        _check(validate, read())


def _check(validate: Callable, text: str) -> None:
    found = validate(text)
    # A function that asserts returns nothing.
    if found is not None and not found:
        name = getattr(validate, "__name__", repr(validate))
        raise AssertionError(f"{name}() returned {found!r} for the output {text!r}")


async def _wait(context, action, holds: Callable[[], bool], timeout: float | None) -> bool:
    if holds():
        return True
    if context.asyncio_loop is None:
        # The launch is over: nothing more comes.
        return False
    changed = asyncio.Event()
    handler = _OfProcess(action, changed)
    context.register_event_handler(handler)
    try:
        async with asyncio.timeout(timeout):
            while not holds():
                changed.clear()
                await changed.wait()
    except TimeoutError:
        return holds()
    finally:
        context.unregister_event_handler(handler)
    return True


class _OfProcess(EventHandler):
    """Notes each event of one process."""

    def __init__(self, action, changed: asyncio.Event) -> None:
        super().__init__(matcher=lambda event: getattr(event, "action", None) is action)
        self.__changed = changed

    def handle(self, event, context) -> list:
        self.__changed.set()
        return []


def _of_threads(function: Callable) -> Callable:
    @functools.wraps(function)
    def call(launch_context, *args, **kwargs):
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            waiting = function(launch_context, *args, **kwargs)
            loop = launch_context.asyncio_loop
            if loop is None:
                return asyncio.run(waiting)
            if not loop.is_running() and threading.current_thread() is threading.main_thread():
                # In a fixture: the launch goes on while this waits.
                return loop.run_until_complete(waiting)
            return asyncio.run_coroutine_threadsafe(waiting, loop).result()
        raise RuntimeError(
            f"{call.__name__}() would stop the launch, which has this thread: in a coroutine, "
            f"await {function.__name__}()"
        )

    call.__name__ = f"{function.__name__}_sync"
    call.__doc__ = f"{function.__name__}() for tests that are no coroutines."
    return call


wait_for_start_sync = _of_threads(wait_for_start)
wait_for_exit_sync = _of_threads(wait_for_exit)
wait_for_output_sync = _of_threads(wait_for_output)
wait_for_stderr_sync = _of_threads(wait_for_stderr)
assert_output_sync = _of_threads(assert_output)
assert_stderr_sync = _of_threads(assert_stderr)
