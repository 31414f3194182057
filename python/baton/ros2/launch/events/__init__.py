# SPDX-License-Identifier: Apache-2.0
"""Events that a launch file can wait for or emit."""

from ..class_modules import module_for_each_class
from ..event import Event
from . import process
from .basic import ExecutionComplete, IncludeLaunchDescription, Shutdown, TimerEvent
from .matchers import matches_action

__all__ = [
    "Event",
    "ExecutionComplete",
    "IncludeLaunchDescription",
    "Shutdown",
    "TimerEvent",
    "matches_action",
    "process",
]

module_for_each_class(__name__)
