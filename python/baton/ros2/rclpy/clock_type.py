# SPDX-License-Identifier: Apache-2.0
"""rclpy.clock_type, by Baton."""

from baton.clock_type import *  # noqa: F403
