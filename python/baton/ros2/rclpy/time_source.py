# SPDX-License-Identifier: Apache-2.0
"""rclpy.time_source, by Baton."""

from baton.time_source import *  # noqa: F403
