# SPDX-License-Identifier: Apache-2.0
"""rclpy._rclpy_pybind11, by Baton: what programs take from it, which are enumerations, exceptions and
guard conditions for waitables."""

from typing import Any

from baton.clock_type import ClockChange, ClockType  # noqa: F401
from baton.exceptions import *  # noqa: F403
from baton.guard_condition import GuardCondition as _GuardCondition
from baton.lifecycle import TransitionCallbackReturn as TransitionCallbackReturnType  # noqa: F401
from baton.signals import SignalHandlerOptions  # noqa: F401


class GuardCondition(_GuardCondition):
    """For waitables: the node that they are added to brings it to its executor."""

    def __init__(self, context: Any) -> None:
        super().__init__(None, None, context)

    def trigger_guard_condition(self) -> None:
        self.trigger()

    def __exit__(self, *_: object) -> None:
        """`with` of a handle keeps it; nothing is destroyed."""
