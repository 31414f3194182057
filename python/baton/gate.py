# SPDX-License-Identifier: Apache-2.0
"""What executors ask before they run an entity whose callback group decides itself."""

from __future__ import annotations

import threading
import weakref
from typing import TYPE_CHECKING, Any

from baton.native import _native

if TYPE_CHECKING:
    from baton.callback_groups import CallbackGroup


class Gate:
    """Of one entity. Thread safety: all members; begin(), what the executor runs, and end() are in
    one thread."""

    def __init__(self, group: CallbackGroup) -> None:
        self._group = group
        self._entity: Any = None
        self._running = threading.local()

    def open_for(self, entity: Any) -> None:
        """Before this it lets nothing through."""
        self._entity = weakref.ref(entity)
        _native.ask_gates_again()

    def may_begin(self) -> bool:
        """What begin() would say, without beginning."""
        entity = self._entity() if self._entity is not None else None
        return entity is not None and bool(self._group.can_execute(entity))

    def begin(self) -> bool:
        return self.may_begin() and bool(self._group.beginning_execution(self._entity()))

    def wait_for(self, task: Any) -> None:
        """What runs is a coroutine, which has not ended yet."""
        self._running.task = task

    def end(self) -> None:
        task = self._running.__dict__.pop("task", None)
        if task is None or task.done():
            self._end()
            return

        def end(_: Any) -> None:
            self._end()
            _native.ask_gates_again()

        task.add_done_callback(end)

    def _end(self) -> None:
        entity = self._entity()
        if entity is not None:
            self._group.ending_execution(entity)
