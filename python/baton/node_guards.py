# SPDX-License-Identifier: Apache-2.0
"""Guard conditions of a node, and what rclpy has that executors in C++ do not call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from baton.callback_groups import CallbackGroup
from baton.guard_condition import GuardCondition


class NodeGuards:
    """Part of Node."""

    _made: dict[int, Any]

    def create_guard_condition(
        self, callback: Callable[..., Any] | None, callback_group: CallbackGroup | None = None
    ) -> GuardCondition:
        """`callback` runs in the node's executor after trigger(), which any thread may call; it may
        be a coroutine."""
        node: Any = self
        return node._keep(GuardCondition(node, callback, callback_group), callback_group)

    def destroy_guard_condition(self, guard: GuardCondition) -> bool:
        node: Any = self
        return node._destroy(guard)

    @property
    def guards(self) -> Iterator[GuardCondition]:
        return (each for each in list(self._made.values()) if isinstance(each, GuardCondition))

    @property
    def waitables(self) -> Iterator[Any]:
        return iter(())

    def add_waitable(self, waitable: Any) -> None:
        """There are none: raises NotImplementedError."""
        raise NotImplementedError(
            "executors wait in C++ and do not know waitables of Python: use a guard condition, "
            "create_guard_condition(), or a timer"
        )

    def remove_waitable(self, waitable: Any) -> None:
        """There are none."""
