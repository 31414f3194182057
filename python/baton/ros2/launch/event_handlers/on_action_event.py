# SPDX-License-Identifier: Apache-2.0
"""When something happens to an action: its process starts, writes or ends, or it is done."""

from collections.abc import Callable, Iterable

from ..event_handler import EventHandler, entities_of
from ..events.basic import ExecutionComplete
from ..events.process import ProcessExited, ProcessIO, ProcessStarted
from ..launch_description_entity import LaunchDescriptionEntity


class OnActionEventBase(EventHandler):
    """For one action, for those that a function chooses, or (None) for all.

    `on_event`: entities, or a function (event, context) that returns some.
    """

    event_type: type = object

    def __init__(
        self, *, action_matcher=None, on_event, target_event_cls: type | None = None, **kwargs
    ) -> None:
        from ..action import Action

        if (
            action_matcher is not None
            and not callable(action_matcher)
            and not isinstance(action_matcher, Action)
        ):
            raise TypeError(
                f"target_action of {type(self).__name__} is {action_matcher!r}: give an action, or "
                "a function that takes one and returns a bool"
            )
        self.__matcher = action_matcher
        if isinstance(on_event, str) or not (callable(on_event) or _entities(on_event)):
            raise TypeError(
                f"{type(self).__name__} is to do {on_event!r}: give a function, an action, or a "
                "list of actions"
            )
        self.__event_type = target_event_cls or type(self).event_type
        self.__function = on_event if callable(on_event) else None
        entities = None if self.__function else on_event
        super().__init__(matcher=self._is_meant, entities=entities, **kwargs)

    def _is_meant(self, event) -> bool:
        if not isinstance(event, self.__event_type):
            return False
        if self.__matcher is None:
            return True
        if callable(self.__matcher):
            return bool(self.__matcher(event.action))
        return event.action is self.__matcher

    @property
    def matcher_description(self) -> str:
        return f"event is {self.__event_type.__name__}"

    def handle(self, event, context):
        self._handled(event, context)
        return entities_of(self.__function(event, context)) if self.__function else self.entities


def _entities(value) -> bool:
    return isinstance(value, (LaunchDescriptionEntity, Iterable))


class OnProcessStart(OnActionEventBase):
    """A process has started."""

    event_type = ProcessStarted

    def __init__(self, *, target_action=None, on_start, **kwargs) -> None:
        super().__init__(action_matcher=target_action, on_event=on_start, **kwargs)


class OnProcessExit(OnActionEventBase):
    """A process has ended; `event.returncode` says how."""

    event_type = ProcessExited

    def __init__(self, *, target_action=None, on_exit, **kwargs) -> None:
        super().__init__(action_matcher=target_action, on_event=on_exit, **kwargs)


class OnExecutionComplete(OnActionEventBase):
    """An action is done: a timer has fired, a process has ended, a function has returned."""

    event_type = ExecutionComplete

    def __init__(self, *, target_action=None, on_completion, **kwargs) -> None:
        super().__init__(action_matcher=target_action, on_event=on_completion, **kwargs)


class OnProcessIO(OnActionEventBase):
    """A process has written: functions (event) or (event, context) for each stream."""

    event_type = ProcessIO

    def __init__(
        self,
        *,
        target_action=None,
        on_stdin: Callable | None = None,
        on_stdout: Callable | None = None,
        on_stderr: Callable | None = None,
        **kwargs,
    ) -> None:
        functions = {0: on_stdin, 1: on_stdout, 2: on_stderr}

        def on_event(event, context):
            function = functions.get(event.fd)
            return function(event) if function else None

        super().__init__(action_matcher=target_action, on_event=on_event, **kwargs)
