# SPDX-License-Identifier: Apache-2.0
"""rclpy.parameter, by Baton."""

from baton.parameter import *  # noqa: F403
