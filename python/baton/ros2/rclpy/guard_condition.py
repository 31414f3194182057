# SPDX-License-Identifier: Apache-2.0
"""rclpy.guard_condition, by Baton."""

from baton.guard_condition import *  # noqa: F403
