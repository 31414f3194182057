# SPDX-License-Identifier: Apache-2.0
"""rclpy.action.client, by Baton."""

from baton.action.client import ActionClient, ClientGoalHandle  # noqa: F401
