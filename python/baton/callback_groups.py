# SPDX-License-Identifier: Apache-2.0
"""Which callbacks may run at the same time, with executors of several threads."""

from __future__ import annotations

import warnings
import weakref
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from baton.node import Node


_OF_RCLPY = ("can_execute", "beginning_execution", "ending_execution")


class CallbackGroup:
    """Belongs to the first node that makes something with it."""

    reentrant = False

    def __init__(self) -> None:
        self._handle: Any = None
        self._node: Any = None
        self._entities: weakref.WeakSet[Any] = weakref.WeakSet()
        if any(hasattr(self, name) for name in _OF_RCLPY):
            warnings.warn(
                f"{type(self).__name__} decides itself when its callbacks run ({_OF_RCLPY[0]}() or "
                "the like), which is not heeded: executors decide it in C++",
                RuntimeWarning,
                stacklevel=2,
            )

    def add_entity(self, entity: Any) -> None:
        self._entities.add(entity)

    def has_entity(self, entity: Any) -> bool:
        """Whether the publisher, subscription or the like was made with this group."""
        return entity in self._entities

    def _of(self, node: Node) -> Any:
        if self._handle is None:
            self._handle = node.handle.create_callback_group(self.reentrant)
            self._node = node.handle
        elif self._node is not node.handle:
            raise ValueError(
                "the callback group belongs to another node: make one for each node"
            )
        return self._handle


class MutuallyExclusiveCallbackGroup(CallbackGroup):
    """One callback of the group at a time."""


class ReentrantCallbackGroup(CallbackGroup):
    """Any number of callbacks at once, also of one subscription."""

    reentrant = True
