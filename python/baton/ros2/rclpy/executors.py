# SPDX-License-Identifier: Apache-2.0
"""rclpy.executors, by Baton."""

from baton.executors import *  # noqa: F403
