# SPDX-License-Identifier: Apache-2.0
"""rclpy.qos_event, by Baton."""

from baton.event_handler import *  # noqa: F403
