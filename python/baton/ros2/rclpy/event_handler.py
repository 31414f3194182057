# SPDX-License-Identifier: Apache-2.0
"""rclpy.event_handler, by Baton."""

from baton.event_handler import *  # noqa: F403
