# SPDX-License-Identifier: Apache-2.0
"""When the launch ends, for whatever reason."""

from ..event_handler import EventHandler, entities_of
from ..events.basic import Shutdown


class OnShutdown(EventHandler):
    """`on_shutdown`: entities, or a function (event, context) that returns some."""

    def __init__(self, *, on_shutdown, **kwargs) -> None:
        self.__function = on_shutdown if callable(on_shutdown) else None
        super().__init__(
            matcher=lambda event: isinstance(event, Shutdown),
            entities=None if self.__function else on_shutdown,
            **kwargs,
        )

    @property
    def matcher_description(self) -> str:
        return "event is Shutdown"

    def handle(self, event, context):
        self._handled(event, context)
        return entities_of(self.__function(event, context)) if self.__function else self.entities
