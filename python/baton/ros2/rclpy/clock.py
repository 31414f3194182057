# SPDX-License-Identifier: Apache-2.0
"""rclpy.clock, by Baton."""

from baton.clock import *  # noqa: F403
