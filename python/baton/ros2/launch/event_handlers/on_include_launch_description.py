# SPDX-License-Identifier: Apache-2.0
"""When a launch description is asked for by an event, and by name: any event."""

from collections.abc import Callable

from ..event_handler import EventHandler
from ..events.basic import IncludeLaunchDescription


class OnIncludeLaunchDescription(EventHandler):
    """Visits the description of an IncludeLaunchDescription event."""

    def __init__(self, **kwargs) -> None:
        super().__init__(
            matcher=lambda event: isinstance(event, IncludeLaunchDescription), **kwargs
        )

    @property
    def handler_description(self) -> str:
        return "returns the launch_description in the event"

    @property
    def matcher_description(self) -> str:
        return "event is IncludeLaunchDescription"

    def handle(self, event, context):
        self._handled(event, context)
        return [event.launch_description]


def event_named(name: str) -> Callable:
    """A matcher for events of that name, as 'launch.events.Shutdown'."""
    return lambda event: event.name == name
