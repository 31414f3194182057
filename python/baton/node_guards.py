# SPDX-License-Identifier: Apache-2.0
"""Guard conditions and waitables of a node."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from baton.callback_groups import CallbackGroup
from baton.guard_condition import GuardCondition
from baton.waitable import Waitable, Watch


class NodeGuards:
    """Part of Node."""

    _made: dict[int, Any]
    _watches: dict[int, Watch]

    def create_guard_condition(
        self, callback: Callable[..., Any] | None, callback_group: CallbackGroup | None = None
    ) -> GuardCondition:
        """`callback` runs in the node's executor after trigger(), which any thread may call; it may
        be a coroutine. None: a waitable waits for it."""
        node: Any = self
        guard = GuardCondition(callback, callback_group)
        guard._join(node, callback_group)
        return node._keep(guard, callback_group)

    def destroy_guard_condition(self, guard: GuardCondition) -> bool:
        node: Any = self
        return node._destroy(guard)

    @property
    def guards(self) -> Iterator[GuardCondition]:
        return (each for each in list(self._made.values()) if isinstance(each, GuardCondition))

    @property
    def waitables(self) -> Iterator[Waitable]:
        return (each.waitable for each in list(self._watches.values()))

    def add_waitable(self, waitable: Waitable) -> None:
        """The node's executor runs it from now on. Raises NotImplementedError, with what cures it,
        for a waitable of clients, services or events."""
        node: Any = self
        if id(waitable) not in self._watches:
            self._watches[id(waitable)] = Watch(node, waitable)

    def remove_waitable(self, waitable: Waitable) -> None:
        """What it waits for stays; nothing happens if it is not there."""
        watch = self._watches.pop(id(waitable), None)
        if watch is not None:
            watch.removed = True
