# SPDX-License-Identifier: Apache-2.0
"""rclpy.parameter_event_handler, by Baton."""

from baton.parameter_event_handler import *  # noqa: F403
