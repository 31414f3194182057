# SPDX-License-Identifier: Apache-2.0
"""rclpy.timer, by Baton."""

from baton.timer import *  # noqa: F403
