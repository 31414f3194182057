# SPDX-License-Identifier: Apache-2.0
"""rclpy.action.graph, by Baton."""

from baton.action.graph import *  # noqa: F403
