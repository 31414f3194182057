# SPDX-License-Identifier: Apache-2.0
"""Handlers of events, for RegisterEventHandler."""

from ..event_handler import EventHandler
from .on_action_event import (
    OnActionEventBase,
    OnExecutionComplete,
    OnProcessExit,
    OnProcessIO,
    OnProcessStart,
)
from .on_shutdown import OnShutdown

__all__ = [
    "EventHandler",
    "OnActionEventBase",
    "OnExecutionComplete",
    "OnProcessExit",
    "OnProcessIO",
    "OnProcessStart",
    "OnShutdown",
]
