# SPDX-License-Identifier: Apache-2.0
"""The kinds of clocks."""

from enum import IntEnum


class ClockType(IntEnum):
    UNINITIALIZED = 0
    ROS_TIME = 1
    """Simulated time while it is active, else system time."""
    SYSTEM_TIME = 2
    """Since 1970; may step."""
    STEADY_TIME = 3
    """Never steps; only differences mean something."""


class ClockChange(IntEnum):
    ROS_TIME_NO_CHANGE = 1
    ROS_TIME_ACTIVATED = 2
    ROS_TIME_DEACTIVATED = 3
    SYSTEM_TIME_NO_CHANGE = 4
