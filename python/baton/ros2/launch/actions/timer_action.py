# SPDX-License-Identifier: Apache-2.0
"""An action that lets others wait."""

import asyncio

from ..action import Action
from ..event_handler import EventHandler
from ..events.basic import Shutdown, TimerEvent
from ..frontend.expose import expose_action
from ..utilities import normalize_typed_substitution, perform_typed_substitution


@expose_action("timer")
class TimerAction(Action):
    """Visits its actions when `period` seconds have passed; a shutdown cancels it."""

    def __init__(self, *, period, actions, cancel_on_shutdown=True, **kwargs) -> None:
        super().__init__(**kwargs)
        self.__period = normalize_typed_substitution(period, float)
        self.__actions = list(actions)
        self.__cancel_on_shutdown = normalize_typed_substitution(cancel_on_shutdown, bool)
        self.__future: asyncio.Future | None = None
        self.__canceled = False

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["period"] = parser.parse_if_substitutions(
            entity.get_attr("period", data_type=float, can_be_str=True)
        )
        kwargs["actions"] = [parser.parse_action(child) for child in entity.children]
        return cls, kwargs

    @property
    def period(self):
        return self.__period

    @property
    def actions(self) -> list:
        return self.__actions

    def describe(self) -> str:
        return f"TimerAction(period={self.__period})"

    def describe_conditional_sub_entities(self):
        return [(f"after {self.__period} seconds", self.__actions)]

    def cancel(self) -> None:
        self.__canceled = True
        if self.__future is not None and not self.__future.done():
            self.__future.cancel()

    def execute(self, context) -> None:
        if self.__canceled or context.is_shutdown:
            return
        seconds = perform_typed_substitution(context, self.__period, float)
        at_shutdown = perform_typed_substitution(context, self.__cancel_on_shutdown, bool)
        # What the actions see is what is set now, not what is set when the time has come.
        configurations = dict(context.launch_configurations)

        def handle(event, context):
            if isinstance(event, Shutdown):
                if at_shutdown:
                    self.cancel()
                return None
            context.unregister_event_handler(handler)
            context.extend_locals({"event": event})
            return self._in_scope_of(configurations)

        handler = _TimerHandler(self, handle)
        context.register_event_handler(handler)
        self.__future = context.asyncio_loop.create_task(self._wait(context, seconds))

    def _in_scope_of(self, configurations: dict) -> list:
        from .configurations import PopLaunchConfigurations, PushLaunchConfigurations
        from .opaque import OpaqueFunction

        def restore(context) -> None:
            context.launch_configurations.clear()
            context.launch_configurations.update(configurations)

        return [
            PushLaunchConfigurations(),
            OpaqueFunction(function=restore),
            *self.__actions,
            PopLaunchConfigurations(),
        ]

    async def _wait(self, context, seconds: float) -> None:
        await asyncio.sleep(max(0.0, seconds))
        context.emit_event_sync(TimerEvent(timer_action=self))

    def get_asyncio_future(self) -> asyncio.Future | None:
        return self.__future


class _TimerHandler(EventHandler):
    def __init__(self, timer: TimerAction, function) -> None:
        super().__init__(
            matcher=lambda event: (
                isinstance(event, Shutdown)
                or (isinstance(event, TimerEvent) and event.timer_action is timer)
            )
        )
        self.__function = function

    def handle(self, event, context):
        return self.__function(event, context) or []
