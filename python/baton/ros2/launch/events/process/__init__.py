# SPDX-License-Identifier: Apache-2.0
"""Events of processes: what happened to one, and what is asked of one."""

from ...class_modules import module_for_each_class
from .process_events import (
    ProcessExited,
    ProcessIO,
    ProcessStarted,
    ProcessStderr,
    ProcessStdin,
    ProcessStdout,
    RunningProcessEvent,
    ShutdownProcess,
    SignalProcess,
)
from .process_matchers import matches_executable, matches_name, matches_pid
from .process_targeted_event import ProcessTargetedEvent

__all__ = [
    "ProcessExited",
    "ProcessIO",
    "ProcessStarted",
    "ProcessStderr",
    "ProcessStdin",
    "ProcessStdout",
    "ProcessTargetedEvent",
    "RunningProcessEvent",
    "ShutdownProcess",
    "SignalProcess",
    "matches_executable",
    "matches_name",
    "matches_pid",
]

module_for_each_class(__name__)
