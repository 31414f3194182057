# SPDX-License-Identifier: Apache-2.0
"""What goes through the transitions of a lifecycle node with it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from baton.lifecycle.machine import TransitionCallbackReturn

if TYPE_CHECKING:
    from baton.lifecycle.node import LifecycleState


class ManagedEntity:
    """Base of these; its callbacks run in those of the node."""

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        return TransitionCallbackReturn.SUCCESS

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        return TransitionCallbackReturn.SUCCESS

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        return TransitionCallbackReturn.SUCCESS

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        return TransitionCallbackReturn.SUCCESS

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        return TransitionCallbackReturn.SUCCESS

    def on_error(self, state: LifecycleState) -> TransitionCallbackReturn:
        return TransitionCallbackReturn.SUCCESS


class SimpleManagedEntity(ManagedEntity):
    """Does what `when_enabled` marks while the node is active, and nothing else."""

    def __init__(self) -> None:
        self._enabled = False

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        self._enabled = True
        return TransitionCallbackReturn.SUCCESS

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        self._enabled = False
        return TransitionCallbackReturn.SUCCESS

    @property
    def is_activated(self) -> bool:
        return self._enabled

    @staticmethod
    def when_enabled(
        wrapped: Callable | None = None, *, when_not_enabled: Callable | None = None
    ) -> Callable:
        """Marks a method: while the entity is not active `when_not_enabled` is called instead."""

        def decorate(method: Callable) -> Callable:
            @functools.wraps(method)
            def call(self: SimpleManagedEntity, *args: Any, **kwargs: Any) -> Any:
                if self._enabled:
                    return method(self, *args, **kwargs)
                return when_not_enabled() if when_not_enabled is not None else None

            return call

        return decorate if wrapped is None else decorate(wrapped)
