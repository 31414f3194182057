# SPDX-License-Identifier: Apache-2.0
"""rclpy.node, by Baton."""

from baton.node import *  # noqa: F403
