# SPDX-License-Identifier: Apache-2.0
"""Which callbacks may run at the same time, with executors of several threads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from baton.node import Node


class CallbackGroup:
    """Belongs to the first node that makes something with it."""

    reentrant = False

    def __init__(self) -> None:
        self._handle: Any = None
        self._node: Any = None

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
