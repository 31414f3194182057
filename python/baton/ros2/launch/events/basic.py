# SPDX-License-Identifier: Apache-2.0
"""Events of the launch itself."""

from ..event import Event


class Shutdown(Event):
    """The launch is to end, or ends: `reason` says why."""

    name = "launch.events.Shutdown"

    def __init__(
        self, *, reason: str = "reason not given", due_to_sigint: bool = False, **kwargs
    ) -> None:
        self.reason = reason
        self.due_to_sigint = due_to_sigint


class IncludeLaunchDescription(Event):
    """A description is to be visited."""

    name = "launch.events.IncludeLaunchDescription"

    def __init__(self, launch_description) -> None:
        self.launch_description = launch_description


class ExecutionComplete(Event):
    """An action, and all that it began, is done."""

    name = "launch.events.ExecutionComplete"

    def __init__(self, *, action) -> None:
        self.action = action


class TimerEvent(Event):
    """The time of a TimerAction has come."""

    name = "launch.events.TimerEvent"

    def __init__(self, *, timer_action) -> None:
        self.timer_action = timer_action
