# SPDX-License-Identifier: Apache-2.0
"""rclpy.duration, by Baton."""

from baton.duration import *  # noqa: F403
