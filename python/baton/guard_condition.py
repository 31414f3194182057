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
    """Made by Node.create_guard_condition(). Thread safety: all members."""

    def __init__(self, node: Node, callback: Callable | None, group: CallbackGroup | None) -> None:
        self.callback = callback
        self.callback_group = group
        self._lock = threading.Lock()
        self._triggered = False
        self._call = node._as_function(callback) if callback is not None else None
        steady = Clock(clock_type=ClockType.STEADY_TIME)
        self._timer = node.create_timer(0, self._run, group, steady, autostart=False)
        node._forget(self._timer)

    @property
    def handle(self) -> Any:
        return self._timer.handle

    def trigger(self) -> None:
        """The callback runs once for all triggers before it begins."""
        with self._lock:
            if not self._triggered:
                self._triggered = True
                self._timer.reset()

    def _run(self) -> None:
        with self._lock:
            self._timer.cancel()
            triggered, self._triggered = self._triggered, False
        if triggered and self._call is not None:
            self._call()

    def destroy(self) -> None:
        self._timer.destroy()

    def __enter__(self) -> GuardCondition:
        return self

    def __exit__(self, *_: object) -> None:
        self.destroy()
