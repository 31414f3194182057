# SPDX-License-Identifier: Apache-2.0
"""rclpy.qos, by Baton."""

from baton.qos import *  # noqa: F403
