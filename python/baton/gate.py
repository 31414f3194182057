# SPDX-License-Identifier: Apache-2.0
"""What executors ask before they run an entity whose callback group decides itself."""

from __future__ import annotations

import threading
import weakref
from typing import TYPE_CHECKING, Any

from baton.native import _native

if TYPE_CHECKING:
    from baton.callback_groups import CallbackGroup


class _Passed:
    """An entity that was let through, and the coroutine that it has begun."""

    __slots__ = ("entity", "task")

    def __init__(self, entity: Any) -> None:
        self.entity = entity
        self.task: Any = None


# {thread: what runs in it, the innermost last}. A callback may destroy its own entity, which is kept
# here until its group hears of the end: the garbage collector does not see that an executor has it.
# threading.local would not do: a thread of C++ is a new one for Python each time it calls.
_running: dict[int, list[_Passed]] = {}


class Gate:
    """Of one entity. Thread safety: all members; begin(), what the executor runs, and end() are in
    one thread."""

    def __init__(self, group: CallbackGroup) -> None:
        self._group = group
        self._entity: Any = None

    def open_for(self, entity: Any) -> None:
        """Before this it lets nothing through."""
        self._entity = weakref.ref(entity)
        _native.ask_gates_again()

    def may_begin(self) -> bool:
        """What begin() would say, without beginning."""
        return self._lets_through(self._alive())

    def begin(self) -> bool:
        entity = self._alive()
        if not self._lets_through(entity) or not self._group.beginning_execution(entity):
            return False
        _running.setdefault(threading.get_ident(), []).append(_Passed(entity))
        return True

    def _alive(self) -> Any:
        return self._entity() if self._entity is not None else None

    def _lets_through(self, entity: Any) -> bool:
        return entity is not None and bool(self._group.can_execute(entity))

    def wait_for(self, task: Any) -> None:
        """What runs is a coroutine, which has not ended yet."""
        _running[threading.get_ident()][-1].task = task

    def end(self) -> None:
        here = threading.get_ident()
        passed = _running[here].pop()
        if not _running[here]:
            del _running[here]
        entity, task = passed.entity, passed.task
        if task is None or task.done():
            self._group.ending_execution(entity)
            return

        def end(_: Any) -> None:
            self._group.ending_execution(entity)
            _native.ask_gates_again()

        task.add_done_callback(end)
