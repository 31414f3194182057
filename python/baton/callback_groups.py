# SPDX-License-Identifier: Apache-2.0
"""Which callbacks may run at the same time, with executors of several threads."""

from __future__ import annotations

import threading
import weakref
from typing import TYPE_CHECKING, Any

from baton.gate import Gate

if TYPE_CHECKING:
    from baton.node import Node


class CallbackGroup:
    """Belongs to the first node that makes something with it.

    A class of one's own that has `can_execute()`, `beginning_execution()` or `ending_execution()`
    decides itself which of its callbacks run: they are asked when something is ready, and when that
    was refused, again after each callback and when a spin begins, or was woken by
    `executor.wake()`."""

    reentrant = False

    def __init__(self) -> None:
        self._handle: Any = None
        self._node: Any = None
        self._entities: weakref.WeakSet[Any] = weakref.WeakSet()

    def add_entity(self, entity: Any) -> None:
        self._entities.add(entity)

    def has_entity(self, entity: Any) -> bool:
        """Whether the publisher, subscription or the like was made with this group."""
        return entity in self._entities

    def can_execute(self, entity: Any) -> bool:
        """Whether the entity's callback may run now."""
        raise NotImplementedError

    def beginning_execution(self, entity: Any) -> bool:
        """Called before the callback; False: it may not run after all."""
        raise NotImplementedError

    def ending_execution(self, entity: Any) -> None:
        """Called after the callback, if it is a coroutine after its end."""
        raise NotImplementedError

    def _decides(self) -> bool:
        kind = type(self)
        return any(getattr(kind, name) not in known for name, known in _OF_BATON.items())

    def _of(self, node: Node) -> Any:
        if self._handle is None:
            self._handle = node.handle.create_callback_group(self.reentrant or self._decides())
            self._node = node.handle
        elif self._node is not node.handle:
            raise ValueError(
                "the callback group belongs to another node: make one for each node"
            )
        return self._handle


class MutuallyExclusiveCallbackGroup(CallbackGroup):
    """One callback of the group at a time."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._active: Any = None

    # Executors decide this themselves. These are for classes that are derived from it.

    def can_execute(self, entity: Any) -> bool:
        return self._active is None

    def beginning_execution(self, entity: Any) -> bool:
        with self._lock:
            if self._active is not None:
                return False
            self._active = entity
            return True

    def ending_execution(self, entity: Any) -> None:
        with self._lock:
            self._active = None


class ReentrantCallbackGroup(CallbackGroup):
    """Any number of callbacks at once, also of one subscription."""

    reentrant = True

    def can_execute(self, entity: Any) -> bool:
        return True

    def beginning_execution(self, entity: Any) -> bool:
        return True

    def ending_execution(self, entity: Any) -> None:
        pass


_KINDS = (CallbackGroup, MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup)
_OF_BATON = {
    name: tuple(getattr(kind, name) for kind in _KINDS)
    for name in ("can_execute", "beginning_execution", "ending_execution")
}


def gate_of(group: CallbackGroup | None) -> Gate | None:
    """For one more entity of the group; None if executors decide without asking."""
    return Gate(group) if group is not None and group._decides() else None
