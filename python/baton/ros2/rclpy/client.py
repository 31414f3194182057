# SPDX-License-Identifier: Apache-2.0
"""rclpy.client, by Baton."""

from baton.client import *  # noqa: F403
