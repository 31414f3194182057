# SPDX-License-Identifier: Apache-2.0
"""Guard conditions: any thread has a callback run in the executor of a node."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from baton.clock import Clock, ClockType

if TYPE_CHECKING:
    from baton.callback_groups import CallbackGroup
    from baton.node import Node


class GuardCondition:
    """Made by Node.create_guard_condition(). Made without a node it is for a waitable, which brings
    it to its own. Thread safety: all members."""

    def __init__(
        self,
        callback: Callable | None,
        callback_group: CallbackGroup | None,
        context: Any = None,
    ) -> None:
        """`context` is for code that gives one: the node's counts."""
        self.callback = callback
        self.callback_group = callback_group
        self._lock = threading.Lock()
        self._triggered = False
        self._timer: Any = None
        self._call: Callable | None = None

    def _join(self, node: Node, group: CallbackGroup | None) -> None:
        """From now on the node's executor runs it; without a callback its timer has a gate."""
        run = self._run if self.callback is not None else None
        steady = Clock(clock_type=ClockType.STEADY_TIME)
        timer = node.create_timer(0, run, group, steady, autostart=False)
        node._forget(timer)
        if timer._gate is not None:
            timer._gate.open_for(self)
        if self.callback is not None:
            self._call = node._as_function(self.callback, timer._gate)
        with self._lock:
            self._timer = timer
            if self._triggered:
                timer.reset()

    @property
    def handle(self) -> Any:
        return self._timer.handle if self._timer is not None else None

    def trigger(self) -> None:
        """The callback runs once for all triggers before it begins."""
        with self._lock:
            if not self._triggered:
                self._triggered = True
                if self._timer is not None:
                    self._timer.reset()

    def _take(self) -> bool:
        """True if it was triggered; from now on it is not."""
        with self._lock:
            self._timer.cancel()
            triggered, self._triggered = self._triggered, False
            return triggered

    def _run(self) -> None:
        if self._take() and self._call is not None:
            self._call()

    def destroy(self) -> None:
        if self._timer is not None:
            self._timer.destroy()

    def __enter__(self) -> GuardCondition:
        return self

    def __exit__(self, *_: object) -> None:
        self.destroy()
