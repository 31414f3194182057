# SPDX-License-Identifier: Apache-2.0
"""Handlers of events, for RegisterEventHandler."""

from ..class_modules import module_for_each_class
from ..event_handler import EventHandler
from .on_action_event import (
    OnActionEventBase,
    OnExecutionComplete,
    OnProcessExit,
    OnProcessIO,
    OnProcessStart,
)
from .on_include_launch_description import OnIncludeLaunchDescription, event_named
from .on_shutdown import OnShutdown

__all__ = [
    "EventHandler",
    "OnActionEventBase",
    "OnExecutionComplete",
    "OnIncludeLaunchDescription",
    "OnProcessExit",
    "OnProcessIO",
    "OnProcessStart",
    "OnShutdown",
    "event_named",
]

module_for_each_class(__name__, event_named=[event_named])
