# SPDX-License-Identifier: Apache-2.0
"""Actions that emit events, and that say what happens with them."""

from ..action import Action
from ..event_handler import EventHandler
from ..events.basic import Shutdown as ShutdownEvent
from ..frontend.expose import expose_action
from ..utilities import normalize_to_list_of_substitutions, perform_substitutions


class EmitEvent(Action):
    """Emits an event."""

    def __init__(self, *, event, **kwargs) -> None:
        super().__init__(**kwargs)
        self.__event = event

    @property
    def event(self):
        return self.__event

    def describe(self) -> str:
        return f"EmitEvent({type(self.__event).__name__})"

    def execute(self, context) -> None:
        context.emit_event_sync(self.__event)


@expose_action("shutdown")
class Shutdown(EmitEvent):
    """Ends the launch: all processes are asked to end."""

    def __init__(self, *, reason="reason not given", **kwargs) -> None:
        super().__init__(event=ShutdownEvent(), **kwargs)
        self.__reason = normalize_to_list_of_substitutions(reason)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        reason = entity.get_attr("reason", optional=True)
        if reason:
            kwargs["reason"] = parser.parse_substitution(reason)
        return cls, kwargs

    def describe(self) -> str:
        return "Shutdown()"

    def execute(self, context) -> None:
        from ..logging import get_logger

        event = context.get_locals_as_dict().get("event")
        reason = perform_substitutions(context, self.__reason)
        if hasattr(event, "process_name") and hasattr(event, "returncode"):
            get_logger("launch").info(
                f"process[{event.process_name}] was required: shutting down launched system"
            )
        context.emit_event_sync(ShutdownEvent(reason=reason))


class RegisterEventHandler(Action):
    """From here on events go to this handler, too."""

    def __init__(self, event_handler: EventHandler, **kwargs) -> None:
        super().__init__(**kwargs)
        if not isinstance(event_handler, EventHandler):
            raise TypeError(
                f"RegisterEventHandler takes an event handler, as OnProcessExit(...), and got "
                f"{event_handler!r}"
            )
        self.__handler = event_handler

    @property
    def event_handler(self) -> EventHandler:
        return self.__handler

    def describe(self) -> str:
        return f"RegisterEventHandler({type(self.__handler).__name__})"

    def describe_conditional_sub_entities(self):
        return [(f"on event '{self.__handler.matcher_description}'", self.__handler.entities)]

    def execute(self, context) -> None:
        context.register_event_handler(self.__handler)


class UnregisterEventHandler(Action):
    """From here on events do not go to this handler."""

    def __init__(self, event_handler: EventHandler, **kwargs) -> None:
        super().__init__(**kwargs)
        self.__handler = event_handler

    @property
    def event_handler(self) -> EventHandler:
        return self.__handler

    def execute(self, context) -> None:
        context.unregister_event_handler(self.__handler)
