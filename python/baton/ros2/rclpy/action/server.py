# SPDX-License-Identifier: Apache-2.0
"""rclpy.action.server, by Baton."""

from baton.action.server import *  # noqa: F403
