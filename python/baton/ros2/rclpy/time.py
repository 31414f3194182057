# SPDX-License-Identifier: Apache-2.0
"""rclpy.time, by Baton."""

from baton.time import *  # noqa: F403
