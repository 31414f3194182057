# SPDX-License-Identifier: Apache-2.0
"""rclpy._rclpy_pybind11, by Baton."""

from baton.clock_type import ClockChange, ClockType  # noqa: F401
from baton.exceptions import *  # noqa: F403
from baton.lifecycle import TransitionCallbackReturn as TransitionCallbackReturnType  # noqa: F401
from baton.signals import SignalHandlerOptions  # noqa: F401
