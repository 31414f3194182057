# SPDX-License-Identifier: Apache-2.0
"""rclpy.task, by Baton."""

from baton.task import *  # noqa: F403
