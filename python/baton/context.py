# SPDX-License-Identifier: Apache-2.0
"""A process's membership in a domain."""

from __future__ import annotations

import atexit
import os
import sys
import threading
import weakref
from collections.abc import Callable
from typing import Any

from baton.exceptions import (
    Error,
    InvalidHandle,
    NotInitializedException,
    ROSInterruptException,
)
from baton.native import _native


_contexts: weakref.WeakSet[Context] = weakref.WeakSet()
# How long callbacks have to end when Python does.
_CALLBACKS_S = 1.0


def _end() -> None:
    """Before Python ends: spins and sleeps end, and callbacks that run have the time to end."""
    _hide_ends_of_threads()
    try:
        for context in list(_contexts):
            if context._pid == os.getpid():
                context.try_shutdown()
    finally:
        _native.wait_for_callbacks(_CALLBACKS_S)


def _hide_ends_of_threads() -> None:
    """What a thread raises because the contexts have been shut down tells nothing."""
    from baton.executors import ExternalShutdownException

    because_of_the_end = (
        Error,
        InvalidHandle,
        NotInitializedException,
        ROSInterruptException,
        ExternalShutdownException,
    )
    hook = threading.excepthook

    def hook_of_the_end(args: threading.ExceptHookArgs) -> None:
        if not issubclass(args.exc_type, because_of_the_end):
            hook(args)

    threading.excepthook = hook_of_the_end


atexit.register(_end)
os.register_at_fork(after_in_child=_native.forget_other_threads)


class Context:
    """A membership in a domain. Most programs use the default one, which baton.init() initialises.

    Thread safety: all members. After a fork() the context belongs to the parent: in the child
    everything that was made with it raises.
    """

    def __init__(self) -> None:
        self._handle = _native.Context()
        self._pid = os.getpid()
        _contexts.add(self)

    @property
    def handle(self) -> Any:
        return self._handle

    def init(
        self,
        args: list[str] | None = None,
        *,
        initialize_logging: bool = True,
        domain_id: int | None = None,
    ) -> None:
        """Takes the ROS arguments of a command line (`args`, by default sys.argv). Logging works
        before it and after it: `initialize_logging` is rclpy's, and changes nothing. Raises
        ContextAlreadyInitialized, UnknownROSArgsError, UnicodeEncodeError and Error."""
        if domain_id is not None and domain_id < 0:
            raise RuntimeError("Domain id must not be lower than zero")
        arguments = [str(each) for each in (sys.argv if args is None else args)]
        for each in arguments:
            each.encode()  # raises UnicodeEncodeError for what no encoding has read
        self._handle.init(arguments, -1 if domain_id is None else domain_id)
        self._pid = os.getpid()

    def ok(self) -> bool:
        """True from init() to shutdown()."""
        return self._handle.ok()

    def shutdown(self, reason: str = "the context was shut down") -> None:
        """Leaves the domain; ends every spin and sleep. Messages that are held stay valid."""
        self._handle.shutdown(reason)

    def destroy(self) -> None:
        self.try_shutdown()

    def try_shutdown(self) -> None:
        if self.ok():
            self.shutdown()

    def on_shutdown(self, callback: Callable[[], None]) -> None:
        """Calls `callback` once, at the shutdown, in the thread that shuts down."""
        if not callable(callback):
            raise TypeError("callback should be a callable, got " + type(callback).__name__)
        self._handle.on_shutdown(callback)

    def get_domain_id(self) -> int:
        return self._handle.get_domain_id()

    def __enter__(self) -> Context:
        self.init()
        return self

    def __exit__(self, *_: object) -> None:
        self.try_shutdown()


_default: Context | None = None
_default_lock = threading.Lock()


def get_default_context(*, shutting_down: bool = False) -> Context:
    global _default
    with _default_lock:
        if _default is None:
            _default = Context()
            _default._handle = _native.default_context()
        return _default
