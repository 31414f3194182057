# SPDX-License-Identifier: Apache-2.0
"""rclpy.action, by Baton."""

from baton.action import *  # noqa: F403
