# SPDX-License-Identifier: Apache-2.0
"""Which entities are visited when an event comes."""

import asyncio
from collections.abc import Callable, Iterable

from .launch_description_entity import LaunchDescriptionEntity


class EventHandler:
    """`matcher(event)` says whether handle() is called; its entities are visited."""

    def __init__(
        self,
        *,
        matcher: Callable,
        entities=None,
        handle_once: bool = False,
    ) -> None:
        self.__matcher = matcher
        self.__entities = entities
        self.__handle_once = handle_once

    @property
    def entities(self) -> list[LaunchDescriptionEntity]:
        if self.__entities is None:
            return []
        if isinstance(self.__entities, LaunchDescriptionEntity):
            return [self.__entities]
        return list(self.__entities)

    @property
    def handle_once(self) -> bool:
        return self.__handle_once

    @property
    def handler_description(self) -> str:
        return ""

    @property
    def matcher_description(self) -> str:
        return ""

    def describe(self) -> tuple[str, list]:
        return f"{type(self).__name__}(matcher='{self.matcher_description}')", self.entities

    def matches(self, event) -> bool:
        return bool(self.__matcher(event))

    def handle(self, event, context):
        """The entities to visit for this event."""
        self._handled(event, context)
        return self.entities

    def _handled(self, event, context) -> None:
        context.extend_locals({"event": event})
        if self.__handle_once:
            context.unregister_event_handler(self)


class BaseEventHandler(EventHandler):
    """The name that newer launch files use for handlers of their own."""


def entities_of(result) -> list[LaunchDescriptionEntity]:
    """What a callback of a launch file has returned, as a list; coroutines become futures."""
    if result is None:
        return []
    if isinstance(result, LaunchDescriptionEntity):
        return [result]
    if asyncio.iscoroutine(result):
        from .actions import OpaqueCoroutine

        return [OpaqueCoroutine(coroutine=_constant(result), ignore_context=True)]
    if not isinstance(result, Iterable):
        return [result]
    return [entity for entity in result if entity is not None]


def _constant(coroutine):
    def give():
        return coroutine

    return give
